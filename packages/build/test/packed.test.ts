/**
 * What is published, as somebody gets it who has neither this workspace nor its tools: packed, checked, unpacked into an empty
 * folder, imported, type checked, and the examples of the libraries' READMEs run.
 */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { init, parse } from 'es-module-lexer';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryNames } from '../libraries.mjs';
import { packAll, stageAll } from '../pack.mjs';
import { ROOT } from '../workspace.mjs';

const NAMES = ['tagma', ...libraryNames()];
const LIBRARIES = libraryNames();
const PACKING_MS_MAX = 180_000;

let folder: string;
let staged: string;
let packed: string;
/** A project that has the libraries, and what they depend on. */
let consumer: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-packed-')));
  [staged, packed, consumer] = [join(folder, 'staged'), join(folder, 'packed'), join(folder, 'consumer')];
  expect(run([join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'], ROOT)).toEqual({ status: 0, said: '' });
  await stageAll(staged);
  expect(packAll(staged, packed)).toBe(0);
  install();
}, PACKING_MS_MAX);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(argv: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

function tarball(name: string): Buffer {
  return readFileSync(join(packed, `${name === 'tagma' ? '' : 'tagma-'}${name}-${manifestOf('tagma').version}.tgz`));
}

function manifestOf(name: string) {
  return JSON.parse(readFileSync(join(staged, name, 'package.json'), 'utf8'));
}

/** The tarballs unpacked, and links to the packages of others that they name: what a package manager makes, without a network. */
function install() {
  const modules = join(consumer, 'node_modules');
  mkdirSync(join(modules, '@tagma'), { recursive: true });
  mkdirSync(join(modules, '@types'));
  for (const name of LIBRARIES) {
    const target = join(modules, '@tagma', name);
    mkdirSync(target);
    const { status } = spawnSync('tar', ['-xzf', '-', '-C', target, '--strip-components=1'], { input: tarball(name) });
    expect(status).toBe(0);
    for (const dependency of Object.keys(manifestOf(name).dependencies ?? {})) {
      if (!dependency.startsWith('@tagma/'))
        link(join(ROOT, 'packages', name, 'node_modules', dependency), target, dependency);
    }
  }
  symlinkSync(join(ROOT, 'node_modules', '@types', 'node'), join(modules, '@types', 'node'));
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }\n');
}

function link(from: string, target: string, dependency: string) {
  const to = join(target, 'node_modules', dependency);
  mkdirSync(join(to, '..'), { recursive: true });
  symlinkSync(realpathSync(from), to);
}

test('the same sources give the same bytes', async () => {
  const again = join(folder, 'again');
  await stageAll(join(again, 'staged'));
  expect(packAll(join(again, 'staged'), join(again, 'packed'))).toBe(0);
  const differing = readdirSync(packed).filter(
    (file) => !readFileSync(join(packed, file)).equals(readFileSync(join(again, 'packed', file))),
  );
  expect(differing).toEqual([]);
});

test.each(NAMES)('%s: holds what it needs, and no sources, tests or maps', (name) => {
  const { status, stdout } = spawnSync('tar', ['-tzf', '-'], { input: tarball(name), encoding: 'utf8' });
  const files = stdout.split('\n').flatMap((line) => (line === '' ? [] : line.replace('package/', '')));
  const { files: named, man } = manifestOf(name);
  const built = name === 'tagma' ? named : files.filter((file) => /^dist\/([\w-]+\/)*[\w-]+\.(js|d\.ts)$/.test(file));
  const beside = name === 'stream' ? ['schema.json'] : [];
  const always = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
  expect({ status, files: files.sort() }).toEqual({
    status: 0,
    files: [...new Set([...built, ...beside, ...always])].sort(),
  });
  // `npm install --global` puts a manual that stands in a list where `man` looks, and no other.
  expect(man).toEqual(name === 'tagma' ? ['dist/tagma.1'] : undefined);
  expect(files).toContain(name === 'tagma' ? 'dist/tagma.1' : 'dist/index.d.ts');
});

test.each(NAMES)('%s: package.json has nothing of this workspace, and all that a package needs', (name) => {
  const manifest = manifestOf(name);
  expect(JSON.stringify(manifest)).not.toMatch(/workspace:|devDependencies|"scripts"|"private"|(?<!\.d)\.ts"/);
  const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version, license, engines, publishConfig: { access: 'public', provenance: true } });
});

// It cannot read a file of the size of the command's.
test.each(LIBRARIES)('%s: publint has nothing to say', async (name) => {
  const { messages } = await publint({ pkgDir: join(staged, name), pack: false, strict: true });
  const pkg = manifestOf(name);
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test.each(LIBRARIES)('%s: its types are right for whoever imports ES modules', async (name) => {
  const analysis = await checkPackage(createPackageFromTarballData(tarball(name)));
  const problems = 'problems' in analysis ? analysis.problems : ['it has no types'];
  // Node finds an ES module by `require` from 20.19 on; what was before `exports` finds nothing, and is not served.
  const known = (problem: object) =>
    'resolutionKind' in problem && (problem.resolutionKind === 'node10' || problem.resolutionKind === 'node16-cjs');
  expect(problems.filter((problem) => typeof problem === 'string' || !known(problem))).toEqual([]);
});

test.each(LIBRARIES)('%s: all that it imports is declared', async (name) => {
  await init;
  const { dependencies = {} } = manifestOf(name);
  const files = readdirSync(join(staged, name, 'dist')).filter((file) => file.endsWith('.js'));
  const specifiers = files.flatMap((file) =>
    parse(readFileSync(join(staged, name, 'dist', file), 'utf8'))[0].map((one) => one.n ?? ''),
  );
  const packages = specifiers.flatMap((one) => /^(?!node:|\.|$)((?:@[^/]+\/)?[^/]+)/.exec(one)?.[1] ?? []);
  expect([...new Set(packages)].filter((one) => !(one in dependencies))).toEqual([]);
});

test('a project that has them alone type checks, and their declarations with it', () => {
  const imports = LIBRARIES.map((name) => `import * as ${name} from '@tagma/${name}';\nexport { ${name} };`);
  const embedding = `
    import { type AgentDeps, runAgent } from '@tagma/runtime';
    const deps: AgentDeps = { callLLM: async (messages) => messages[0]?.content ?? '', tools: { echo: (input) => input } };
    import { eventSchema, type StreamEvent } from '@tagma/stream';
    const event: StreamEvent = eventSchema.parse(JSON.parse('{}'));
    export const cost: number | null = event.type === 'result' ? event.total_cost_usd : null;
    export const answer: Promise<string> = runAgent('?', deps).then((ended) => ended.answer);
  `;
  writeFileSync(join(consumer, 'consumer.ts'), `${imports.join('\n')}${embedding}`);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(run([tsc, ...options, 'consumer.ts'], consumer)).toEqual({ status: 0, said: '' });
});

test('the schema of the stream is there for programs in other languages', () => {
  const ask = `import schema from '@tagma/stream/schema.json' with { type: 'json' }; console.log(schema.title);`;
  writeFileSync(join(consumer, 'schema.mjs'), ask);
  expect(run(['--no-warnings', 'schema.mjs'], consumer)).toEqual({ status: 0, said: 'Tagma stream\n' });
});

test.each(LIBRARIES)('%s: the example of its README prints what it says', (name) => {
  const readme = readFileSync(join(staged, name, 'README.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const expected = [...example.matchAll(/\/\/ → (.*)/g)].map(([, line]) => `${line}\n`).join('');
  expect(expected).not.toBe('');
  writeFileSync(join(consumer, `${name}.js`), example);
  expect(run([`${name}.js`], consumer)).toEqual({ status: 0, said: expected });
});
