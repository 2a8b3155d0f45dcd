/** `tagma permit`: what would be said to a call, without running it; and to a session that has been recorded. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MODES } from '../packages/core/src/index.ts';
import { findSandbox } from '../packages/sandbox/src/index.ts';
import { run, temporaryFolder } from './command.ts';
import { printWith } from './scripted.ts';

const permit = (args: readonly string[], input?: string, cwd = temporaryFolder()) =>
  run(['permit', ...args], { cwd, ...(input === undefined ? {} : { input }) });
/** The sandbox of this machine. */
const found = await findSandbox();
const KIND = found.kind === 'none' ? null : found.kind;
const DECIDED_IN = KIND === null ? '  Decided as without a sandbox.\n' : `  Decided as in the sandbox (${KIND}).\n`;
const verdicts = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(line) as {
          verdict?: string;
          rule?: string;
          sandbox?: string | null;
          facts?: object;
          error?: string;
        },
    );

describe('one call', () => {
  test('a command: verdict, what decided, what it would do; and nothing runs', async () => {
    const cwd = temporaryFolder();
    expect(await permit(['touch made && rm -r build'], undefined, cwd)).toMatchObject({
      code: 0,
      out: `ask · mode default: deleting in the project asks\n  It will run touch.\n  It will run rm.\n  It will delete ${cwd}/build.\n  It will write ${cwd}/made.\n${DECIDED_IN}`,
    });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  test('a call of another tool, under another mode', async () => {
    const args = ['--mode', 'plan', '--tool', 'write', '--params', '{"path": "a", "content": "b"}'];
    expect((await permit(args)).out).toMatch(/^deny · mode plan: writing in the project is denied\n/);
  });

  test('a name of a secret is denied in every mode, for no session was shown it', async () => {
    const rows = await Promise.all(MODES.map((mode) => permit(['--mode', mode, "echo '[redacted:OPENAI_API_KEY]'"])));
    expect(rows.map(({ out }) => out.split('.')[0])).toEqual(
      MODES.map(() => 'deny · deny list: it names a secret whose value is not given out'),
    );
  });

  test.each([
    {
      title: 'its own tool',
      args: ['--tool', 'write', '--params', '{"path": ".cache/tagma/code/a.code", "content": "b"}'],
    },
    {
      title: 'an edit',
      args: ['--tool', 'edit', '--params', '{"path": ".cache/tagma/code/a.code", "old": "b", "new": "c"}'],
    },
    { title: 'a command', args: ['echo b > .cache/tagma/code/a.code'] },
    { title: 'a command that takes it away', args: ['mv .cache/tagma/code .cache/other'] },
  ])('no mode lets compiled code be written that Tagma would run: $title', async ({ args }) => {
    const cwd = realpathSync(temporaryFolder());
    mkdirSync(join(cwd, '.cache', 'tagma', 'code'), { recursive: true });
    writeFileSync(join(cwd, '.cache', 'tagma', 'code', 'a.code'), 'b');
    const env = { XDG_CACHE_HOME: join(cwd, '.cache'), TAGMA_CODE_CACHE: 'off' };
    const modes = MODES.filter((mode) => mode !== 'trust');
    const said = await Promise.all(
      modes.map((mode) => run(['permit', '--json', '--mode', mode, ...args], { cwd, env })),
    );
    const found = said.map(({ out }) => verdicts(out)[0]);
    expect(found.map((one) => one?.verdict === 'allow')).toEqual(modes.map(() => false));
    expect(JSON.stringify(found[0]?.facts)).toContain('"protected"');
  });

  test('for a program', async () => {
    const [said] = verdicts((await permit(['--json', 'sudo ls'])).out);
    expect(said).toEqual({
      verdict: 'deny',
      rule: expect.stringMatching(/^deny list: /),
      sandbox: KIND,
      facts: expect.objectContaining({ runs: ['sudo'], secrets: [], runsByItself: [] }),
    });
  });

  test.each([
    ['auto-in-project', 'ask', 'mode auto-in-project without a sandbox: running a program asks (make)'],
    ['trust', 'allow', 'mode trust: running a program is allowed (make)'],
  ])('without a sandbox, under %s', async (mode, verdict, rule) => {
    const said = verdicts((await permit(['--json', '--sandbox', 'off', '--mode', mode, 'make'])).out)[0];
    expect(said).toMatchObject({ verdict, rule, sandbox: null });
    const { out } = await permit(['--sandbox', 'off', '--mode', mode, 'make']);
    expect(out).toBe(`${verdict} · ${rule}\n  It will run make.\n  Decided as without a sandbox.\n`);
  });

  test('as a session finds it: none where the configuration has none, or the project cannot be held in', async () => {
    const cwd = temporaryFolder();
    const config = join(cwd, 'config.jsonc');
    writeFileSync(config, '{"sandbox": {"off": true}}');
    const secret = join(temporaryFolder(), '.ssh');
    mkdirSync(secret);
    const lines = [{ command: 'make' }, { command: 'make', cwd: '/' }, { command: 'make', cwd: secret }];
    const input = lines.map((line) => JSON.stringify(line)).join('\n');
    const env = { HOME: join(secret, '..') };
    const kinds = async (args: readonly string[]) =>
      verdicts((await run(['permit', '--jsonl', ...args], { cwd, input, env })).out).map((one) => one.sandbox);
    expect(await kinds([])).toEqual([KIND, null, null]);
    expect(await kinds(['--sandbox', 'auto', '--config', config])).toEqual([null, null, null]);
  });

  test('what cannot be seen is shown', async () => {
    const { out } = await permit(['echo a\u202eb']);
    expect(out).toMatch(/^ask · /);
    expect(out).not.toContain('\u202e');
  });

  test.each([
    ['nothing', []],
    ['a command and a tool', ['ls', '--tool', 'read']],
    ['parameters that are no JSON', ['--tool', 'read', '--params', '{']],
    ['parameters that are no object', ['--tool', 'read', '--params', '3']],
    ['a folder that is not there', ['ls', '--cwd', '/nowhere/at/all']],
  ] as const)('%s is refused', async (_title, args) => {
    expect(await permit(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^tagma: /) });
  });
});

describe('many calls', () => {
  test('a line each, in order; one that cannot be judged stops nothing', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'sub', '.tagma'), { recursive: true });
    writeFileSync(join(cwd, 'sub', '.tagma', 'permissions.jsonc'), '{"deny": ["Bash(ls:*)"]}');
    const lines = [
      { command: 'ls' },
      'nonsense',
      { command: 'make', mode: 'auto-in-project' },
      { command: 'make', mode: 'yolo' },
      { command: 'ls', cwd: 'sub' },
      { tool: 'read', params: { path: '/etc/passwd' } },
      { tool: 'read', params: 3 },
      { command: '\u0000' },
    ];
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const { code, out } = await permit(['--jsonl'], input, cwd);
    expect(code).toBe(2);
    expect(verdicts(out).map(({ verdict, error }) => verdict ?? error)).toEqual([
      'allow',
      expect.stringMatching(/^this line is not JSON/),
      'allow',
      'there is no mode "yolo". There are: plan, default, accept-edits, auto-in-project, trust.',
      'deny',
      'ask',
      expect.stringMatching(/^a line should be/),
      'ask',
    ]);
  });
});

describe('a recorded session', () => {
  const MAKE = '<action tool="bash"><command>touch made</command></action>';

  test('every decision that would be another one today is told, and the exit code says that there is one', async () => {
    const { history } = await printWith([`${MAKE}\n<action tool="ls"></action>`, '<final>done</final>'], ['--trust']);
    const { code, out } = await permit(['--replay', history, '--deny', 'Bash(touch:*)']);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^2 decisions; 1 would be another one today\.\n\ncall 1 · bash · record \d+ · mode trust\n {2}command: touch made\n {2}recorded: allow · mode trust: running a program is allowed \(touch\)\n {2}today: {4}deny · rule Bash\(touch:\*\) \(command line\)\n$/,
    );
  });

  test('what would ask today is denied where nobody was there to ask, and it says so', async () => {
    const { history } = await printWith([MAKE, '<final>done</final>'], ['--allow', 'Bash(touch made)']);
    expect((await permit(['--replay', history])).out).toContain(
      'today:    deny · mode default: running a program asks (touch); nobody is there to ask\n',
    );
  });

  test('the rules of a file, and another mode; where nothing differs the exit code is 0', async () => {
    const { history } = await printWith([MAKE, '<final>done</final>']);
    const rules = join(temporaryFolder(), 'rules.jsonc');
    writeFileSync(rules, '{"allow": ["Bash(touch made)"]}');
    expect(await permit(['--replay', history])).toMatchObject({
      code: 0,
      out: '1 decision; all would be the same today.\n',
    });
    const args = ['--replay', history, '--rules', rules];
    expect((await permit(args)).out).toContain('today:    allow · rule Bash(touch made) (command line)');
    expect(await permit([...args, '--mode', 'plan'])).toMatchObject({ code: 0 });
  });

  test('a file that is no history is refused', async () => {
    const file = join(temporaryFolder(), 'x.xml');
    writeFileSync(file, 'no');
    expect(await permit(['--replay', file])).toMatchObject({ code: 2 });
  });
});
