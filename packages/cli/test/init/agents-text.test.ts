/** What an AGENTS.md says of a project, from its files. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentsText } from '../../src/init/agents-text.ts';
import { lookAtProject } from '../../src/init/looked.ts';
import { writeAgents } from '../../src/init/write-agents.ts';

function project(files: { readonly [name: string]: string }): string {
  const root = mkdtempSync(join(tmpdir(), 'tagma-init-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'sample');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const KNOW = '## To know\n\n- (Say here what one cannot see from the files: rules, traps, how a change is checked.)\n';
const textOf = (files: { readonly [name: string]: string }) => agentsText(lookAtProject(project(files)));

test('a workspace of Node: its manager, frameworks, scripts and packages', () => {
  const manifest = {
    name: 'shop',
    description: 'Sells\n things',
    engines: { node: '>=20' },
    packageManager: 'pnpm@10.0.0',
    scripts: { build: 'tsc -b', test: 'vitest run `x`' },
    devDependencies: { typescript: '5', vitest: '4', 'left-pad': '1' },
  };
  expect(
    textOf({
      'package.json': JSON.stringify(manifest),
      'pnpm-lock.yaml': '',
      'packages/core/package.json': '{"description": "What it is about"}',
      'packages/web/package.json': '{}',
      'packages/none/readme': '',
      'src/a.ts': '',
      'node_modules/x/package.json': '{}',
      'odd/x': '',
    }),
  ).toBe(`# shop

Sells things

## Built with

- Node >=20, packages by pnpm (\`package.json\`)
- TypeScript, vitest
- a workspace of 2 packages

## Commands

- \`pnpm install\`: installs what it needs
- \`pnpm run build\`: \`tsc -b\`
- \`pnpm run test\`: \`vitest run 'x'\`

## Layout

- \`odd/\`
- \`packages/\`: the packages of the workspace
  - \`packages/core/\`: What it is about
  - \`packages/web/\`
- \`src/\`: the source

${KNOW}`);
});

const BUILT: readonly (readonly [
  title: string,
  files: { readonly [name: string]: string },
  says: readonly string[],
])[] = [
  [
    'npm by its lock',
    { 'package.json': '{}', 'package-lock.json': '{}' },
    ['- Node, packages by npm (`package-lock.json`)', '- `npm install`: installs what it needs'],
  ],
  [
    'yarn by its lock',
    { 'package.json': '{"name": ""}', 'yarn.lock': '' },
    ['- Node, packages by yarn (`yarn.lock`)', '- `yarn install`: installs what it needs'],
  ],
  [
    'Python',
    { 'pyproject.toml': 'dependencies = ["fastapi"]\n[dev]\npytest\nruff', 'uv.lock': '' },
    [
      '- Python with uv (`uv.lock`): FastAPI, pytest, Ruff',
      '- `uv sync`: installs what it needs',
      '- `uv run pytest`: runs the tests',
      '- `uv run ruff check`: checks the code',
    ],
  ],
  [
    'Go and make',
    { 'go.mod': 'module x\n\ngo 1.22\n', Makefile: '.PHONY: all\nall: build\nbuild:\n\tgo build\nX := 1\n' },
    [
      '- Go 1.22',
      '- `Makefile`',
      '- `go build ./...`: builds it',
      '- `go test ./...`: runs the tests',
      '- `go vet ./...`: checks the code',
      '- `make all`: a target of `Makefile`',
      '- `make build`: a target of `Makefile`',
    ],
  ],
  [
    'Rust',
    { 'Cargo.toml': '[workspace]\n' },
    [
      '- Rust with Cargo, a workspace',
      '- `cargo build`: builds it',
      '- `cargo test`: runs the tests',
      '- `cargo clippy`: checks the code',
      '- `cargo fmt`: formats the code',
    ],
  ],
  ['a broken manifest', { 'package.json': '{"name": ' }, []],
  ['nothing', {}, []],
];
test.each(BUILT)('%s', (_, files, says) => {
  const rows = textOf(files)
    .split('\n')
    .filter((row) => row.startsWith('- ') && !row.startsWith('- (Say'));
  expect(rows).toEqual(says);
});

test('what a project says of itself is told on one line, without controls, and not at any length', () => {
  const manifest = { name: 'x\u001b[31m', description: `a\n\n# b ${'long '.repeat(100)}`, scripts: { a: '`\n`' } };
  const [title, , description] = textOf({ 'package.json': JSON.stringify(manifest) }).split('\n');
  expect([title, description]).toEqual(['# x␛[31m', expect.stringMatching(/^a # b (long )+.{0,5}…$/)]);
});

test.each(['AGENTS.md', 'CLAUDE.md', '.tagma/context.md'])(
  '%s that is there stays, unless it is to be replaced',
  (there) => {
    const folder = project({ [there]: 'mine' });
    expect(writeAgents(folder, false)).toMatchObject({ ok: false, there: join(there) });
    expect(readFileSync(join(folder, there), 'utf8')).toBe('mine');
    expect(writeAgents(folder, true)).toEqual({ ok: true, file: join(folder, 'AGENTS.md') });
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toMatch(/^# sample\n/);
  },
);

test('a folder that cannot be written is said', () => {
  const folder = join(project({}), 'gone');
  expect(writeAgents(folder, false)).toMatchObject({
    ok: false,
    there: null,
    message: expect.stringContaining('cannot be written: ENOENT'),
  });
});
