/** Secrets in the files of a project: taken out on their way to the model, put back where it names them, stored nowhere. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSource } from '../packages/cli/src/resume/source.ts';
import { readHistory } from '../packages/history/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { startMarkedEndpoint } from './marked-endpoint.ts';
import { connection } from './scripted.ts';

const TOKEN = ['ghp', 'q7R8a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'].join('_');
const PIN = 'PIN-471147';
const READ = '<action tool="read"><path>config.txt</path></action>';
const NAME = '[redacted:github-token~MARK]';
const EDIT = `<action tool="edit"><path>config.txt</path><old>token=${NAME}</old><new>token="${NAME}"</new></action>`;
const LONG = '<action tool="bash"><command>seq 1 60000; cat config.txt</command></action>';
const FINAL = '<final>done</final>';

async function printMarked(replies: readonly string[], args: readonly string[], folder: string, env = {}) {
  const endpoint = await startMarkedEndpoint([...replies, FINAL]);
  const history = temporaryFolder();
  const ended = await run(
    ['-p', 'do it', ...connection(endpoint.url), '--cwd', folder, '--history', history, ...args],
    { env, cwd: folder },
  );
  endpoint.close();
  return { ...ended, history: historyIn(history), requests: endpoint.requests.join('\n') };
}

async function outcomes(file: string): Promise<readonly string[]> {
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  return read.records.flatMap(({ type, fields }) =>
    type === 'tool.ended' ? [(fields.outcome as { readonly content: string }).content] : [],
  );
}

test('an edit that names a secret hits the file, before the session ends and, after a new look, when it goes on', async () => {
  const folder = temporaryFolder();
  const state = temporaryFolder();
  const config = join(temporaryFolder(), 'config.jsonc');
  writeFileSync(config, '{"redact": {"staff-pin": "PIN-\\\\d+"}}');
  writeFileSync(join(folder, 'config.txt'), `token=${TOKEN}\n${PIN}\n`);
  const env = { XDG_STATE_HOME: state };
  const args = ['-t', '--window', '100000', '--config', config];
  const first = await printMarked([READ, EDIT, LONG], args, folder, env);
  expect(first).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'config.txt'), 'utf8')).toBe(`token="${TOKEN}"\n${PIN}\n`);
  const [read = ''] = await outcomes(first.history);
  const [, mark] = read.match(/token=\[redacted:github-token~(\w{4})\]\n\[redacted:staff-pin~\1\]/) ?? [];
  expect(readFileSync(first.history, 'utf8')).toContain(`<redactionMark>${mark}</redactionMark>`);

  // The mark that the conversation holds is that of before: its name means nothing any more.
  const endpoint = await startMarkedEndpoint([EDIT, READ, EDIT, FINAL]);
  writeFileSync(join(folder, 'config.txt'), `token=${TOKEN}\n`);
  const again = await run(
    ['resume', first.history, '-p', 'and again', ...connection(endpoint.url), '--cwd', folder, ...args],
    { env, cwd: folder },
  );
  endpoint.close();
  expect(again).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'config.txt'), 'utf8')).toBe(`token="${TOKEN}"\n`);
  expect(endpoint.requests[1]).toContain('it names a secret whose value is not given out');
  const [seen = ''] = (await outcomes(first.history)).slice(3);
  expect(seen).toMatch(/token=\[redacted:github-token~\w{4}\]/);
  expect(seen).not.toContain(`~${mark}`);
  for (const request of [first.requests, ...endpoint.requests]) expect(request).not.toContain(TOKEN);

  const kept = readdirSync(state, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile() && !/checkpoint/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(kept.some((file) => /bash-/.test(file))).toBe(true);
  for (const file of [first.history, ...kept])
    expect([file, readFileSync(file, 'utf8').includes(TOKEN)]).toEqual([file, false]);
});

test('a rule that holds a secret means the command that holds it, and does not show it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'config.txt'), `token=${TOKEN}\n`);
  const echo = `<action tool="bash"><command>echo ${NAME}</command></action>`;
  const printed = await printMarked(
    [READ, echo],
    ['--deny', `Bash(echo ${TOKEN})`, '--deny', `Bash(echo ${TOKEN.replace('q7', 'w8')})`, '-t', '--window', '100000'],
    folder,
  );
  expect(printed).toMatchObject({ code: 3 });
  const text = readFileSync(printed.history, 'utf8');
  expect(text).not.toContain(TOKEN);
  expect(text).toMatch(/<by>rule Bash[^<]*echo \[redacted:github-token~\w{4}\]/);
  const source = await openSource(printed.history, true);
  if (!source.ok) throw new Error(source.message);
  source.history.close();
  const kinds = [...source.redacted].map((name) => name.replace(/~\w{4}$/, ''));
  expect(kinds.sort()).toEqual(['github-token', 'github-token-2']);
});

describe('a key of a connection that a file holds', () => {
  const KEY = 'sk-very-secret-key-1234567890';
  const keyFile = (folder: string) => {
    writeFileSync(join(folder, 'app.txt'), `name=a\nkey=${KEY}\nport=1\n`);
    return folder;
  };
  const readApp = '<action tool="read"><path>app.txt</path></action>';
  const edit = (before: string, after: string) =>
    `<action tool="edit"><path>app.txt</path><old>${before}</old><new>${after}</new></action>`;

  test('does not keep its neighbours from being edited, and is written by nothing', async () => {
    const folder = keyFile(temporaryFolder());
    const secret = '[redacted:API_KEY~MARK]';
    const calls = [
      edit('port=1', 'port=2'),
      edit(`key=${secret}\nport=2`, `key=${secret}\nport=3`),
      `<action tool="write"><path>copy.txt</path><content>${secret}</content></action>`,
      `<action tool="bash"><command>printf %s '${secret}' | rev</command></action>`,
      `<action tool="bash"><command>printf %s '[redacted:API_KEY-base64-0~MARK]'</command></action>`,
    ];
    const printed = await printMarked([readApp, ...calls], ['-t'], folder, { TAGMA_API_KEY: KEY });
    expect(readFileSync(join(folder, 'app.txt'), 'utf8')).toBe(`name=a\nkey=${KEY}\nport=2\n`);
    expect(readdirSync(folder)).toEqual(['app.txt']);
    expect(printed.requests.match(/leave its line out of old and new/g)?.length).toBe(4 + 3 + 2 + 1);
  });

  const FORMS: readonly (readonly [title: string, command: string, form: string])[] = [
    ['plain', 'cat app.txt', KEY],
    ['from its end', 'rev app.txt', [...KEY].reverse().join('')],
    ['in base64', 'base64 -w0 app.txt', Buffer.from(`key=${KEY}`).toString('base64').slice(8, 32)],
    ['in hex', 'od -An -v -tx1 app.txt | tr -d " \\n"', Buffer.from(KEY).toString('hex')],
    ['in capitals', 'tr a-z A-Z < app.txt', KEY.toUpperCase()],
  ];
  test.each(FORMS)('is shown %s by no command', async (_title, command, form) => {
    const folder = keyFile(temporaryFolder());
    const call = `<action tool="bash"><command>${command.replace('<', '&lt;')}</command></action>`;
    const printed = await printMarked([call], ['-t'], folder, { TAGMA_API_KEY: KEY });
    const exported = await run(['export', printed.history, '--format', 'html'], {});
    const told = [printed.requests, printed.out, printed.err, readFileSync(printed.history, 'utf8'), exported.out];
    expect(told[0]).toMatch(/\[redacted:API_KEY[\w-]*~\w{4}\]/);
    expect(told.map((text) => text.includes(form))).toEqual(told.map(() => false));
  });
});
