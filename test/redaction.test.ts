/** Secrets in the files of a project: taken out on their way to the model, put back where it names them, stored nowhere. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSource } from '../packages/cli/src/resume/source.ts';
import { readHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { run, temporaryFolder } from './command.ts';
import { connection, printWith, scriptOf } from './scripted.ts';

const TOKEN = ['ghp', 'q7R8a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'].join('_');
const PIN = 'PIN-471147';
const READ = '<action tool="read"><path>config.txt</path></action>';
const EDIT = (name: string) =>
  `<action tool="edit"><path>config.txt</path><old>token=[redacted:${name}]</old><new>token="[redacted:${name}]"</new></action>`;
const LONG = '<action tool="bash"><command>seq 1 60000; cat config.txt</command></action>';
const FINAL = '<final>done</final>';

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
  const first = await printWith(
    [READ, EDIT('github-token'), LONG, FINAL],
    ['-t', '--window', '100000', '--config', config],
    { folder, env },
  );
  expect(first).toMatchObject({ code: 0, mismatches: [] });
  expect(readFileSync(join(folder, 'config.txt'), 'utf8')).toBe(`token="${TOKEN}"\n${PIN}\n`);
  const [read = ''] = await outcomes(first.history);
  expect(read).toContain('token=[redacted:github-token]\n[redacted:staff-pin]');

  const endpoint = await startScriptedEndpoint(scriptOf([EDIT('github-token'), READ, EDIT('github-token-2'), FINAL]));
  writeFileSync(join(folder, 'config.txt'), `token=${TOKEN}\n`);
  const again = await run(
    [
      'resume',
      first.history,
      '-p',
      'and again',
      ...connection(endpoint.url),
      '--cwd',
      folder,
      '-t',
      '--config',
      config,
    ],
    { env, cwd: folder },
  );
  await endpoint.close();
  expect(again).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'config.txt'), 'utf8')).toBe(`token="${TOKEN}"\n`);
  expect((await outcomes(first.history)).slice(3, 5)).toEqual([
    expect.stringMatching(/^edit was not run: it names what was redacted as "github-token"/),
    expect.stringContaining('token=[redacted:github-token-2]'),
  ]);

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
  const echo = '<action tool="bash"><command>echo [redacted:github-token]</command></action>';
  const printed = await printWith(
    [echo, FINAL],
    ['--deny', `Bash(echo ${TOKEN})`, '--deny', `Bash(echo ${TOKEN.replace('q7', 'w8')})`, '-t', '--window', '100000'],
    {
      folder,
    },
  );
  expect(printed).toMatchObject({ code: 3, mismatches: [] });
  const text = readFileSync(printed.history, 'utf8');
  expect(text).not.toContain(TOKEN);
  expect(text).toMatch(/<by>[^<]*echo \[redacted:github-token\]/);
  const source = await openSource(printed.history, true);
  if (!source.ok) throw new Error(source.message);
  source.history.close();
  expect([...source.redacted].sort()).toEqual(['github-token', 'github-token-2']);
});
