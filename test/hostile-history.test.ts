/**
 * Histories from somebody who means harm: their texts hold what a terminal would obey, and what turns the order of letters.
 * Whatever reads histories hands none of it on.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { rewritten } from '../packages/history/test/rewritten.ts';
import { encodeAttribute, type Json } from '../packages/protocol/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { COLOURED } from '../packages/tui/src/index.ts';
import { BUNDLE, environment, has, run, temporaryFolder } from './command.ts';
import { writeAttackedSession } from './page-session.ts';
import { connection, scriptOf } from './scripted.ts';

/** A colour, the window's title, the clipboard by a C1 sign, the line begun anew, letters turned round. */
const ATTACK = '\x1b[5;31m\x1b]0;owned\x07\u009d52;c;aGk=\u009c\r\u009b2K\u202eoops\u2066\x08\x7f';

/** All but newline and tab that a terminal may take for an order. */
const OBEYED = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const folder = temporaryFolder();
const history = join(folder, 'histories');
/** Its machine goes its whole way. */
const replays = join(history, 'replays.xml');
/** Every text of every record, and the name of the session. */
const differs = join(history, 'differs.xml');
/** The same, run by an older program: all differences are listed. */
const older = join(history, 'older.xml');
const golden = fileURLToPath(new URL('../history/golden/permission-asked.xml', import.meta.url));

function attacked(value: Json): Json {
  if (typeof value === 'string') return `${value}${ATTACK}`;
  if (Array.isArray(value)) return value.map(attacked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, attacked(member)]));
}

let endpoint: Awaited<ReturnType<typeof startScriptedEndpoint>>;

beforeAll(async () => {
  mkdirSync(history);
  writeAttackedSession(replays, [ATTACK, `first line\n${ATTACK}`]);
  const name = encodeAttribute(`x${ATTACK}`);
  const fields = (record: { readonly fields: Json }) => attacked(record.fields) as { readonly [name: string]: Json };
  copyFileSync(await rewritten(golden, (record) => ({ ...record, fields: fields(record) }), name), differs);
  const then = (record: { readonly fields: Json }) => {
    const all = fields(record);
    return 'behaviour' in all ? { ...all, behaviour: 4 } : all;
  };
  copyFileSync(await rewritten(golden, (record) => ({ ...record, fields: then(record) }), name), older);
  endpoint = await startScriptedEndpoint(scriptOf(['<final>1</final>']));
  return () => endpoint.close();
});

const STEPS = ['next', 'next', 'next', 'event', 'state', 'effects', 'context', 'why', 'end', 'nope\x1b[31m', ''].join(
  '\n',
);

/** With one of the files in the place of FILE. */
const COMMANDS: readonly (readonly string[])[] = [
  ['replay', 'FILE'],
  ['replay', 'FILE', '--show'],
  ['step', 'FILE'],
  ['testify', 'FILE', '--force'],
  ['audit', 'FILE'],
  ['audit', '--reparse', 'FILE'],
  ['audit', '--seal', 'FILE'],
  ['sessions', 'list', '--all', '--history', history],
  ['sessions', 'show', 'FILE'],
  ['sessions', 'search', 'oops', '--all', '--history', history],
  ['diff', 'FILE', golden],
  ['rerun', 'FILE', '--tools', 'recorded', '--cwd', folder],
  ['rerun', 'FILE', '--worktree', '--cwd', folder],
  ['fork', 'FILE', '--list'],
  ['fork', 'FILE', '-p', 'go on'],
  ['resume', 'FILE', '-p', 'go on'],
  ['permit', '--replay', 'FILE'],
  ['export', 'FILE', '--format', 'md'],
];

/** What goes further where the machine does. */
const FURTHER = new Set(['replay', 'step', 'testify', 'diff', 'rerun', 'fork', 'permit']);
const rows: readonly (readonly [file: string, command: readonly string[]])[] = [
  ...COMMANDS.map((command) => [differs, command] as const),
  ...COMMANDS.filter(([name = '']) => FURTHER.has(name)).map((command) => [replays, command] as const),
  [older, ['replay', 'FILE']],
];

test.concurrent.each(rows.map(([file, command]) => [command.join(' '), basename(file), file, command] as const))(
  'tagma %s: %s',
  async (_title, _name, file, command) => {
    const { out, err } = await run(
      command.map((word) => (word === 'FILE' ? file : word)),
      { cwd: folder, input: STEPS },
    );
    expect(obeyedIn(out + err)).toBe(null);
    expect(out + err).not.toBe('');
  },
);

test('the texts are there, each sign by its name', async () => {
  const { out } = await run(['audit', differs]);
  expect(out).toContain('␛[5;31m␛]0;owned␇<U+009D>52;c;aGk=<U+009C>␍<U+009B>2K<U+202E>oops<U+2066>␈␡');
});

test('tagma fork -p: what is said of the session before it goes on, and while it does', async () => {
  const args = ['fork', replays, '-p', 'go on', '--cwd', folder, ...connection(endpoint.url)];
  const { out, err } = await run(args, { cwd: folder });
  expect([obeyedIn(out + err), out]).toEqual([null, '1\n']);
});

test('a session whose name is none is no part of a command to copy', async () => {
  const { out } = await run(['sessions', 'show', differs]);
  expect(out).toContain(`\n  tagma resume ${differs}\n`);
});

/** Our own colours stay; none of them blinks. */
const COLOURS = new RegExp(`\\x1b\\[(?:${['0', '1', '22', ...Object.values(COLOURED)].join('|')})m`, 'g');

const ON_A_TERMINAL: readonly (readonly string[])[] = [
  ['audit', differs],
  ['diff', differs, golden],
  ['query', differs, '//by'],
  ['query', differs, '//by', '--json'],
  ['sessions', 'search', 'oops', '--all', '--history', history],
];
test
  .skipIf(!has('script') || process.platform !== 'linux')
  .concurrent.each(ON_A_TERMINAL.map((args) => [args.slice(0, 1).join(), args] as const))(
  'on a terminal: tagma %s',
  async (_title, args) => {
    const line = [process.execPath, BUNDLE, ...args].map((word) => `'${word}'`).join(' ');
    const env = { ...environment(), TERM: 'xterm', COLUMNS: '100' };
    const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], { env }).catch(
      (ended) => ended,
    );
    expect(obeyedIn(stdout.replaceAll('\r\n', '\n').replaceAll(COLOURS, ''))).toBe(null);
    expect(stdout).toMatch(/oops|␛\[5/);
  },
);

/** The first line in which a terminal would obey something; null where there is none. */
function obeyedIn(text: string): string | null {
  return text.split('\n').find((line) => OBEYED.test(line)) ?? null;
}
