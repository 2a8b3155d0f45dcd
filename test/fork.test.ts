/** `tagma fork`, as a person runs it: another way from any record, and the session that it came from as it was. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pngOf } from '../packages/cli/src/doctor/png.ts';
import { checkParent, readHistory, replayHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { keepsHistoriesIn } from './resumed.ts';
import { connection, scriptOf } from './scripted.ts';

const WRITE = '<action tool="write"><path>made.txt</path><content>x</content></action>';

type Message = { readonly role: string; readonly content: string | readonly object[] };

/** A place where sessions are run one after the other, each against a script of its own. */
function place(folder = temporaryFolder()) {
  const [history, home] = [temporaryFolder(), temporaryFolder()];
  keepsHistoriesIn(history, home);
  return {
    ...{ folder, history, home },
    /** Runs the command; gives the messages of each request as well, and the history that it names. */
    async tagma(args: readonly string[], replies: readonly string[]) {
      const endpoint = await startScriptedEndpoint(scriptOf(replies));
      const mode = args.includes('--mode') ? [] : ['-t'];
      const options = [
        ...connection(endpoint.url),
        '--window',
        '200000',
        '--history',
        history,
        '--no-sandbox',
        ...mode,
      ];
      const ended = await run([...args, ...options], { env: { HOME: home }, cwd: folder });
      const asked = endpoint.requests.map(({ request }) => (request.body as { messages: Message[] }).messages);
      await endpoint.close();
      return { ...ended, asked, forked: historyNamed(ended.err) };
    },
    outputs: () => join(home, '.local', 'state', 'tagma', 'outputs'),
  };
}

function historyNamed(words: string): string {
  return /^history: (.*)$/m.exec(words)?.[1] ?? '';
}

function said(messages: readonly Message[] | undefined): readonly string[] {
  return (messages ?? [])
    .slice(1)
    .map(({ role, content }) => `${role}: ${typeof content === 'string' ? content : '…'}`);
}

async function recordOf(file: string, type: string): Promise<number> {
  const read = await readHistory(file);
  const record = read.ok ? read.records.find((each) => each.type === type) : undefined;
  if (record === undefined) throw new Error(`${file} holds no ${type}`);
  return record.n;
}

describe('tagma fork', () => {
  test('another way from right before a prompt, and from the end; the parent is named, and not changed', async () => {
    const { history, tagma } = place();
    await tagma(['-p', 'Do it'], [WRITE, '<final>Done.</final>']);
    const parent = historyIn(history);
    const before = readFileSync(parent);
    const id = basename(parent, '.xml').slice(-6);

    const listed = await run(['fork', id, '--list', '--history', history]);
    expect(listed.out).toMatch(/^--at turn:1 {2}record {6}3 {2}.* {2}Do it\n$/);

    const config = join(temporaryFolder(), 'config.jsonc');
    const command = [process.execPath, '-e', 'process.exit(2)'];
    writeFileSync(config, JSON.stringify({ hooks: [{ name: 'guard', on: 'before_session_op', command }] }));
    const refused = await tagma(['fork', id, '-p', 'Do it', '--config', config], ['<final>Never.</final>']);
    expect([refused.code, refused.err]).toEqual([3, 'tagma: a hook (guard) does not let you fork the session.\n']);

    const other = await tagma(['fork', id, '--at', 'turn:1', '-p', 'Do it otherwise'], ['<final>Otherwise.</final>']);
    expect([other.code, other.out]).toEqual([0, 'Otherwise.\n']);
    expect(other.asked.map(said)).toEqual([['user: Do it otherwise']]);
    expect(await checkParent(other.forked, parent)).toMatchObject({ parent: { record: 2 }, difference: null });

    const further = await tagma(['fork', parent, '--prompt', 'And now?'], ['<final>Nothing more.</final>']);
    expect(further.code).toBe(0);
    expect(said(further.asked[0]).at(0)).toBe('user: Do it');
    expect(said(further.asked[0]).at(-1)).toMatch(/^user: [\s\S]*And now\?$/);
    expect(await checkParent(further.forked, parent)).toMatchObject({ ok: true, difference: null });

    for (const file of [other.forked, further.forked]) {
      expect(await replayHistory(file)).toMatchObject({ ok: true, unfinished: [] });
    }
    expect(readFileSync(parent).equals(before)).toBe(true);
    expect(readdirSync(history).filter((name) => !name.endsWith('.xml'))).toEqual([]);
  });

  test('a turn that the fork cuts off counts as interrupted: what had begun is told, and not run again', async () => {
    const { folder, history, tagma } = place();
    await tagma(['-p', 'Do it'], [WRITE, '<final>Done.</final>']);
    const parent = historyIn(history);
    rmSync(join(folder, 'made.txt'));
    const at = await recordOf(parent, 'tool.run');
    const { code, asked, err } = await tagma(
      ['fork', parent, '--at', `${at}`, '-p', 'Go on'],
      ['<final>Seen.</final>'],
    );
    expect(code).toBe(0);
    expect(said(asked[0]).join('\n')).toMatch(/status="aborted"[\s\S]*its effect is unknown[\s\S]*Go on/);
    expect(err).toContain('call 1, write');
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
  });

  test('pictures and full outputs are there, also when the session that it came from is gone', async () => {
    const { folder, history, outputs, tagma } = place();
    const png = pngOf(8, [255, 0, 0]);
    writeFileSync(join(folder, 'a.png'), png);
    writeFileSync(join(folder, 'long.txt'), 'a line\n'.repeat(20_000));
    const look = [
      '<action tool="read"><path>a.png</path></action>',
      '<action tool="bash"><command>cat long.txt</command></action>',
    ];
    await tagma(['-p', 'Look', '--images', 'on'], [...look, '<final>Red.</final>']);
    const parent = historyIn(history);
    const full = readdirSync(join(outputs(), basename(parent, '.xml'))).find((name) => name.startsWith('bash-'));
    const path = join(outputs(), basename(parent, '.xml'), full ?? '');
    const first = await tagma(['fork', parent, '--images', 'on', '-p', 'Again'], ['<final>Yes.</final>']);
    rmSync(parent);
    rmSync(dirname(path), { recursive: true });
    const read = `<action tool="read"><path>${path}</path></action>`;
    const again = ['fork', first.forked, '--images', 'on', '--mode', 'default', '-p', 'And again'];
    const { code, asked } = await tagma(again, [read, '<final>Yes.</final>']);
    expect(code).toBe(0);
    expect(JSON.stringify(asked[0])).toContain(png.toString('base64'));
    expect(JSON.stringify(asked[1]?.at(-1))).toContain('a line');
  });

  test('in a worktree of its own it leaves the project as it is', async () => {
    const around = realpathSync(temporaryFolder());
    const folder = join(around, 'app');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'a\n');
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder });
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'First');
    const { history, tagma } = place(folder);
    await tagma(['-p', 'Do it'], ['<final>Done.</final>']);
    writeFileSync(join(folder, 'a.txt'), 'b\n');
    const worktree = join(around, 'other');
    const args = ['fork', historyIn(history), '--worktree', worktree, '-p', 'Do it here'];
    const { code, err } = await tagma(args, [WRITE, '<final>Done.</final>']);
    expect(code).toBe(0);
    expect(err).toContain(`it works in ${worktree}, a worktree of commit`);
    expect(err).toContain(`1 change in ${folder} is not committed, and not in it.`);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'a.txt']);
    expect(readFileSync(join(worktree, 'made.txt'), 'utf8')).toBe('x');
    expect(readFileSync(join(worktree, 'a.txt'), 'utf8')).toBe('a\n');

    // Where it does not come to a beginning, nothing is left.
    const before = readdirSync(history);
    const unsaid = ['fork', historyNamed(err), '--worktree', join(around, 'third'), '-p'];
    expect(await tagma(unsaid, ['<final>x</final>'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no prompt'),
    });
    expect([existsSync(join(around, 'third')), readdirSync(history)]).toEqual([false, before]);
  });

  test('what cannot be forked: a word, exit 2, and nothing left behind', async () => {
    const { history, tagma, folder } = place();
    await tagma(['-p', 'Do it'], ['<final>Done.</final>']);
    const parent = historyIn(history);
    const rows: readonly (readonly [readonly string[], string])[] = [
      [['none'], 'there is no session of this name'],
      [[parent, '--at', '99'], 'there is no record 99'],
      [[parent, '--at', 'turn:2'], '--at turn:2: the session has 1 prompt. --list shows them.'],
      [[parent, '--at', 'x'], '--at x: it should be the number of a record'],
      [[parent, '--worktree'], `--worktree: ${realpathSync(folder)} is in no git repository`],
    ];
    for (const [args, words] of rows) {
      const { code, err } = await tagma(['fork', ...args, '-p', 'Go on'], ['<final>x</final>']);
      expect([code, err]).toEqual([2, expect.stringContaining(words)]);
    }
    expect(readdirSync(history)).toEqual([basename(parent)]);
  });
});
