/** `tagma rerun`: a recorded session said again, to the recorded model with real tools, and to another model over real HTTP. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readHistory } from '../packages/history/src/index.ts';
import { rewritten } from '../packages/history/test/rewritten.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { type Around, type Ended, historyIn, run, temporaryFolder } from './command.ts';
import { keepsHistoriesIn } from './resumed.ts';
import { connection, printWith, scriptOf } from './scripted.ts';

const READ = '<action tool="read"><path>a.txt</path></action>';
const LIST = '<action tool="ls"><path>.</path></action>';
const FINAL = '<final>It says one.</final>';

type Again = Ended & { readonly history: string };

async function recorded(replies: readonly string[], args: readonly string[] = []) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  return printWith(replies, args, { folder });
}

async function rerun(file: string, args: readonly string[], around: Around = {}): Promise<Again> {
  const [history, home] = [temporaryFolder(), temporaryFolder()];
  keepsHistoriesIn(dirname(file), home);
  const ended = await run(['rerun', file, '--history', history, ...args], { env: { HOME: home }, ...around });
  return { ...ended, history };
}

/** With another model, that says this. */
async function rerunWith(file: string, replies: readonly string[], args: readonly string[] = []): Promise<Again> {
  const endpoint = await startScriptedEndpoint(scriptOf(replies));
  const ended = await rerun(file, [...connection(endpoint.url), ...args]);
  await endpoint.close();
  return ended;
}

const row = (name: string, out: string) =>
  out
    .split('\n')
    .findLast((line) => line.startsWith(name))
    ?.split(/ {2,}/);

/** A repository with all that lies in the folder. */
function commitIn(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '--allow-empty', '-m', 'one');
}

test('the recorded replies with real tools, where nothing has changed', async () => {
  const { history: file } = await recorded([READ, FINAL]);
  const { code, out, err, history } = await rerun(file, []);
  expect({ code, outcome: row('outcome', out), replies: row('replies', out) }).toEqual({
    code: 0,
    outcome: ['outcome', 'done', 'done'],
    replies: ['replies', '2', '2'],
  });
  expect(out).toContain('\nThe same course.\n');
  expect(out).toContain('\n0 of 1 call came to something else here.\n');
  expect(err).toContain('--worktree runs them in a copy');
  expect(historyIn(history)).not.toBe(file);
});

test('the recorded replies with real tools, where a file has changed', async () => {
  const { history: file, folder } = await recorded([READ, FINAL]);
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  const { code, out } = await rerun(file, []);
  expect({ code, first: /The first difference, in (.*):/.exec(out)?.[1] }).toEqual({
    code: 0,
    first: 'outcome.content',
  });
  expect(out).toContain('\n1 of 1 call came to something else here.\n');
});

test('another model, that does it in another way', async () => {
  const { history: file } = await recorded([READ, FINAL]);
  const { code, out } = await rerunWith(file, [LIST, READ, 'Well.', FINAL]);
  expect([code, ...['turns', 'replies', 'corrections', 'calls', 'outcome'].map((name) => row(name, out))]).toEqual([
    0,
    ['turns', '1', '1'],
    ['replies', '2', '4'],
    ['corrections', '0', '1'],
    ['calls', '1', '2'],
    ['outcome', 'done', 'done'],
  ]);
});

test('another model, that does not get there', async () => {
  const { history: file } = await recorded([READ, FINAL]);
  const { code, out } = await rerunWith(file, [READ], ['--max-turns', '1']);
  expect([code, row('outcome', out)]).toEqual([1, ['outcome', 'done', 'limit']]);
});

test('recorded tools: a call comes to what it came to, whatever the file says now', async () => {
  const { history: file, folder } = await recorded([READ, FINAL]);
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  const { code, history } = await rerunWith(file, [READ, FINAL], ['--tools', 'recorded']);
  expect([code, readFileSync(historyIn(history), 'utf8')]).toEqual([0, expect.stringContaining('one')]);
});

test('recorded tools: a call that the recording does not know ends it', async () => {
  const { history: file } = await recorded([READ, FINAL]);
  const { code, err } = await rerunWith(file, [LIST, FINAL], ['--tools', 'recorded']);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(
      'tagma: the recording does not know what this call comes to: ls {"path":"."}\n--tools live runs it.',
    ),
  ]);
});

test('what was trusted then is denied now, unless it is trusted again', async () => {
  const write = '<action tool="write"><path>b.txt</path><content>b</content></action>';
  const { history: file } = await recorded([write, FINAL], ['--trust']);
  const [denied, trusted] = [await rerun(file, []), await rerun(file, ['--trust'])];
  expect([denied, trusted].map(({ code, out }) => [code, row('denials', out)])).toEqual([
    [0, ['denials', '0', '1']],
    [0, ['denials', '0', '0']],
  ]);
  expect(denied.err).toContain('it ran in mode trust; this runs in mode default');
});

test('the rules and the limits are those of the recording', async () => {
  const run = '<action tool="bash"><command>printf hello</command></action>';
  const args = ['--allow', 'Bash(printf hello)', '--max-turns', '7', '--tools', 'minimal'];
  const { history: file } = await recorded([run, FINAL], args);
  const again = await rerun(file, []);
  const [then, now] = [await startedIn(file), await startedIn(historyIn(again.history))];
  expect([row('denials', again.out), now.rules, now.turnsMax, now.tools]).toEqual([
    ['denials', '0', '0'],
    then.rules,
    7,
    then.tools,
  ]);
});

test('a recording that is from elsewhere allows nothing, and names no folder', async () => {
  const run = '<action tool="bash"><command>touch made</command></action>';
  const { history: file, folder } = await recorded(
    [run, FINAL],
    ['--allow', 'Bash(touch made)', '--mode', 'accept-edits'],
  );
  const of = { env: { HOME: temporaryFolder() } };
  const own = await rerun(file, []);
  const elsewhere = await rerun(file, [], of);
  const named = await rerun(file, ['--cwd', folder], of);
  expect([elsewhere.code, own.err, named.err, row('denials', own.out), row('denials', named.out)]).toEqual([
    2,
    expect.stringContaining('allowed by the recording, as if on the command line: Bash(touch made).'),
    expect.stringContaining('what it allows does not hold: Bash(touch made).'),
    ['denials', '0', '0'],
    ['denials', '0', '1'],
  ]);
  expect(elsewhere.err).toContain('--cwd FOLDER says where it is to work.');
  expect((await startedIn(historyIn(named.history))).mode).toBe('default');
});

test('a worktree of its own', async () => {
  const { history: file, folder } = await recorded([READ, FINAL]);
  commitIn(folder);
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  const place = join(temporaryFolder(), 'copy');
  const { code, out } = await rerun(file, ['--worktree', place]);
  expect([code, readFileSync(join(place, 'a.txt'), 'utf8')]).toEqual([0, 'one\n']);
  expect(out).toContain('\n0 of 1 call came to something else here.\n');
});

test('the name of the session, in a file of somebody else, does not say where the worktree is', async () => {
  const folder = join(temporaryFolder(), 'project');
  mkdirSync(folder);
  const { history } = await printWith([FINAL], [], { folder });
  commitIn(folder);
  const file = await rewritten(history, (record) =>
    record.type === 'session.started' ? { ...record, fields: { ...record.fields, session: 'x/../../evil' } } : record,
  );
  const { code } = await rerun(file, ['--worktree']);
  const beside = readdirSync(join(folder, '..'));
  expect([code, beside]).toEqual([0, ['project', expect.stringMatching(/^project-rerun-[\w-]+$/)]]);
});

/** Golden sessions with all at their doors recorded: what was said where it came, questions answered as they were. */
test.each([
  ['asked-and-planned', 0, ['done', 'done']],
  ['interrupted', 0, ['aborted, aborted', 'aborted, aborted']],
  ['cut-off', 1, ['aborted, done', 'aborted']],
])('the golden session %s, all of it recorded', async (name, code, outcomes) => {
  const file = fileURLToPath(new URL(`../history/golden/${name}.xml`, import.meta.url));
  const again = await rerun(file, ['--tools', 'recorded', '--cwd', temporaryFolder()]);
  expect([again.code, row('outcome', again.out)?.slice(1)]).toEqual([code, outcomes]);
});

test.each([
  ['no history', 'nowhere.xml', [], /there is no such file/],
  ['a folder that is gone', 'golden', [], /but \/project\n--cwd FOLDER says where it is to work/],
  ['which tools there are', 'golden', ['--tools', 'minimal'], /Allowed choices are live, recorded/],
  [
    'a worktree for tools that do not run',
    'golden',
    ['--tools', 'recorded', '--worktree'],
    /--worktree goes with --tools live/,
  ],
  ['a file that is damaged', 'damaged', [], /record 3 is damaged/],
])('refused: %s', async (_title, which, args, message) => {
  const golden = fileURLToPath(new URL('../history/golden/a-task-done.xml', import.meta.url));
  const folder = temporaryFolder();
  const damaged = join(folder, 'damaged.xml');
  mkdirSync(folder, { recursive: true });
  writeFileSync(damaged, readFileSync(golden, 'utf8').replace('fix a.ts', 'fix b.ts'));
  const file = { golden, damaged }[which] ?? which;
  const { code, err } = await rerun(file, args);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});

async function startedIn(file: string) {
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  const { settings, tools } = (read.records[0]?.fields ?? {}) as unknown as {
    settings: { rules: object; turnsMax: number; mode: string };
    tools: readonly { name: string }[];
  };
  return { ...settings, tools: tools.map(({ name }) => name) };
}
