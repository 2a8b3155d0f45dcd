/**
 * Everything as it is published, in dist/packages/*.tgz: the command and the libraries. The same sources give the same bytes,
 * for npm writes neither times nor owners into what it packs, and sorts it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stageCommand } from './command-package.mjs';
import { stageLibraries } from './libraries.mjs';
import { runNode } from './process.mjs';
import { publishedFrom } from './published.mjs';
import { BUNDLE, ROOT } from './workspace.mjs';

/** Each package as it is packed, in a folder. */
export const STAGED = join(dirname(BUNDLE), 'staged');
export const PACKED = join(dirname(BUNDLE), 'packages');

/** The address of a repository as a browser shows it: `https://HOST/OWNER/NAME`. */
const REPOSITORY = /^https:\/\/[\w.-]+(?::\d+)?\/[\w./-]+$/;

/**
 * Packs everything, and says how large it has become. Needs the bundle.
 * @param {string[]} argv `--repository URL`: what package.json says of the repository
 * @returns {Promise<number>} exit code: 0; 2 for other arguments; else that of what failed
 */
export async function pack(argv) {
  const [option, repository, ...others] = argv;
  if (argv.length > 0 && (option !== '--repository' || !REPOSITORY.test(repository ?? '') || others.length > 0)) {
    console.error('npm run pack -- [--repository https://HOST/OWNER/NAME]');
    return 2;
  }
  const checked = await runNode([join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b']);
  if (checked !== 0) return checked;
  const { common } = await stageAll(STAGED, repository);
  const failed = packAll(STAGED, PACKED);
  if (failed !== 0) return failed;
  const sizes = readdirSync(PACKED).map((file) => readFileSync(join(PACKED, file)).length);
  const kilobytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
  console.log(`tagma: packed ${sizes.length} packages of ${common.version} in dist/packages, ${kilobytes} kB.`);
  return 0;
}

/**
 * Every package in a folder of its name below `folder`, which is emptied first. Needs the bundle and the declarations.
 * @param {string} folder
 * @param {string} [repository]
 */
export async function stageAll(folder, repository) {
  const published = publishedFrom(repository);
  rmSync(folder, { recursive: true, force: true });
  stageCommand(join(folder, 'tagma'), published);
  await stageLibraries(folder, published);
  return published;
}

/**
 * One .tgz for each folder below `staged`, in `packed`, which is emptied first.
 * @param {string} staged
 * @param {string} packed
 * @returns {number} exit code: 0, or 1 where npm could not; its words are on standard error then
 */
export function packAll(staged, packed) {
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  const folders = readdirSync(staged).map((name) => `./${name}`);
  const command = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', relative(staged, packed)];
  // A shell, because npm is a batch file on Windows; nothing in the command was typed by a person.
  const { status, stdout, stderr } = spawnSync([...command, ...folders].join(' '), {
    cwd: staged,
    shell: true,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${stdout}${stderr}tagma: npm could not pack; the lines above say why.`);
  return status === 0 ? 0 : 1;
}
