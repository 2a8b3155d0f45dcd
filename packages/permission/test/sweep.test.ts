import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
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
