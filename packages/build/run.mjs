/**
 * What every npm script calls: `node packages/build/run.mjs TASK [ARGUMENT…]`.
 *
 * It works on a machine that has only Node and npm: what a task needs is installed and built first, when it is missing.
 * This file alone must parse on any Node, so that one that is too old can say so; all else comes after the check.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 20 || (major === 20 && minor >= 19)) {
  import('./tasks.mjs')
    .then((tasks) => tasks.runTask(process.argv[2] || '', process.argv.slice(3)))
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
} else {
  console.error(`tagma needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 2;
}
