import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const put = (...files: string[]) => {
  for (const file of files) {
    mkdirSync(dirname(join(place.folder, file)), { recursive: true });
    writeFileSync(join(place.folder, file), '');
  }
};
/** What a command reads that is not inside, in the order of the alphabet. */
const away = async (command: string) => {
  const { reads } = await takeFacts({ tool: 'bash', params: { command } }, place);
  return reads
    .filter(({ where }) => where !== 'inside')
    .map(({ path, where }) => `${where} ${path}`)
    .sort();
};
const guarded = (...paths: string[]) => paths.map((path) => `protected ${join(place.folder, path)}`);
const kept = ['.env', '.git', '.tagma', 'nested/.git'];

test('what is protected by its name is found at any depth', async () => {
  put('keys/deep/server.pem', 'keys/.env', 'keys/a.ts');
  expect(await away('grep -r x keys')).toEqual(guarded('keys/.env', 'keys/deep/server.pem'));
  expect(await away('grep -r x .')).toEqual(guarded(...kept, 'keys/.env', 'keys/deep/server.pem').sort());
  expect(await away("grep -r --include='*.ts' --exclude-dir='.*' x .")).toEqual([]);
});

test('ripgrep passes over hidden names, and over no key', async () => {
  put('keys/deep/server.pem', 'keys/.env');
  expect(await away('rg x keys')).toEqual(guarded('keys/deep/server.pem'));
  expect(await away("rg -g '!*.pem' x keys")).toEqual([]);
  expect(await away("rg -g '.e*' x keys")).toEqual(guarded('keys/.env'));
});

test('where links are followed, what they lead to outside is found; options that are not understood may follow them', async () => {
  const outside = ['/etc', '/etc/passwd', place.elsewhere, join(place.elsewhere, 'not/yet')].map(
    (path) => `outside ${path}`,
  );
  for (const command of ['grep -R x', 'rg --foo x', 'rg -L --hidden x', 'grep --rec x .']) {
    expect([command, await away(command)]).toEqual([command, [...outside, ...guarded(...kept)].sort()]);
  }
});

test('a circle of links has an end', async () => {
  symlinkSync('..', join(place.folder, 'src/up'));
  expect(await away('diff src README.md')).toEqual([]);
  expect(await away('grep -R x src')).toContain('outside /etc');
});

test('what is installed is nobody’s secret', async () => {
  put('app/node_modules/x/.npmrc');
  expect(await away('grep -r x app')).toEqual([]);
});

test('folders that are too large to be looked through count as protected', async () => {
  put(...Array.from({ length: 5_001 }, (_, at) => `many/${at}`));
  expect(await away('grep -r x many')).toEqual(guarded('many'));
  expect(await away('rg x src many')).toEqual(guarded('many', 'src'));
});

test('names that would not arrive as they are make it unknown', async () => {
  const unknown = async (command: string) =>
    (await takeFacts({ tool: 'bash', params: { command } }, place)).unknown !== null;
  const rows: [name: string, ofSearch: boolean, ofFind: boolean][] = [
    ['--pre=x', true, false],
    ['@list', true, false],
    ['host:a', true, false],
    ['a b', true, true],
    ["a'b", true, true],
    ['a\\b', true, true],
    ['deep/--pre=x', false, false],
  ];
  for (const [name, ofSearch, ofFind] of rows) {
    put(`odd/${name}`);
    expect([name, await unknown('cd odd && rg --files | xargs cat')]).toEqual([name, ofSearch]);
    expect([name, await unknown('find odd -type f | xargs wc -l')]).toEqual([name, ofFind]);
    // Handed on by find itself, a name is one word behind the folder.
    expect([name, await unknown('find odd -type f -exec wc -l {} +')]).toEqual([name, false]);
    rmSync(join(place.folder, 'odd', name));
  }
  put('odd/a.ts');
  expect(await unknown('find odd -type f | xargs wc -l')).toBe(false);
});

test('what find hands on counts as read, with the links in it', async () => {
  put('keys/a.ts', 'keys/.env');
  symlinkSync('/etc/passwd', join(place.folder, 'keys/out.md'));
  expect(await away('find keys -name "*.ts" -exec cat {} +')).toEqual([]);
  expect(await away('find keys -name "*.ts" | xargs cat')).toEqual([]);
  expect(await away('find keys -type f -exec cat {} +')).toEqual(guarded('keys/.env'));
  expect(await away('find keys -name "*.md" | xargs cat')).toEqual(['outside /etc/passwd']);
  expect(await away('find keys ! -name "*.ts" | xargs cat')).toEqual(['outside /etc/passwd', ...guarded('keys/.env')]);
  expect(await away('find keys -name "*.ts" -o -type f | xargs cat')).toEqual([
    'outside /etc/passwd',
    ...guarded('keys/.env'),
  ]);
});

test('where only certain names are asked for, what is protected is looked through for them', async () => {
  put('.git/info/notes.ts', `.git/objects/bb/${'b'.repeat(38)}`, 'src/b.ts');
  expect(await away('grep -rn x --include="*.md" .')).toEqual([]);
  expect(await away('grep -rn x --include="*.ts" .')).toEqual(guarded('.git/info/notes.ts'));
  expect(await away('find . -name "*.md" | xargs cat')).toEqual([]);
  expect(await away('find . -name "*.ts" -exec cat {} +')).toEqual(guarded('.git/info/notes.ts'));
  expect(await away('find . -name ".git" | xargs ls')).toEqual(guarded('.git', 'nested/.git'));
  expect(await away('find . -name "b*" -exec cat {} +')).toContain(guarded('.git/objects/bb')[0]);
});
