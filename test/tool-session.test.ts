/** `tagma tool` is a session: its secrets, the person's patterns, hooks and rules hold; on a terminal it asks. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BUNDLE, has, run, temporaryFolder, waitFor } from './command.ts';
import { openWindow, screen, tmux } from './window.ts';

const KEY = 'zq-0123456789-of-a-provider';
const KEPT = 'zq-9876543210-that-is-kept';

const homeWith = (config: object) => {
  const home = temporaryFolder();
  const own = join(home, '.config', 'tagma');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'secrets.jsonc'), JSON.stringify({ deepseek: KEPT }), { mode: 0o600 });
  writeFileSync(join(own, 'config.jsonc'), JSON.stringify(config), { mode: 0o600 });
  return home;
};
async function call(tool: string, params: object, config: object = {}, args: readonly string[] = ['--trust']) {
  const home = homeWith(config);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'notes.txt'), `one ${KEY}\ntwo ${KEPT}\nthree quokka-77\n`);
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), OPENAI_API_KEY: KEY };
  const given = ['tool', tool, '--params', JSON.stringify(params), '--cwd', folder, ...args];
  const { out, err } = await run(given, { env });
  return { said: JSON.parse(out) as { status: string; content: string }, err, all: out + err };
}

describe('tagma tool', () => {
  test('shows no secret of any connection, and none of the person’s own patterns', async () => {
    const { said, all } = await call('read', { path: 'notes.txt' }, { redact: { animal: 'quokka-\\d+' } });
    expect(said.content).toMatch(/^one \[redacted:.*\]\ntwo \[redacted:.*\]\nthree \[redacted:animal.*\]\n$/);
    for (const secret of [KEY, KEPT, 'quokka-77']) expect(all).not.toContain(secret);
  });

  for (const args of [['--trust'], ['--trust', '--no-sandbox']]) {
    test(`gives commands no key: ${args.join(' ')}`, async () => {
      const { said } = await call(
        'bash',
        { command: 'printenv OPENAI_API_KEY; env | rev | grep -c 9876543210' },
        {},
        args,
      );
      expect(said.content).toMatch(/^0\n/);
    });

    test(`opens no file of its own, in any mode: ${args.join(' ')}`, async () => {
      const { said } = await call('read', { path: '~/.config/tagma/secrets.jsonc' }, {}, args);
      expect(said).toMatchObject({ status: 'denied', content: expect.stringContaining("is Tagma's own") });
    });
  }

  test.skipIf(process.platform !== 'linux')('shows none in what it was started with', async () => {
    const parent = (pid: string) => `open('/proc/%s/stat' % ${pid}).read().split(')')[-1].split()[1]`;
    const code = `import os; a = str(os.getppid()); b = ${parent('a')}; print([open('/proc/%s/env' % p + 'iron').read()[::-1] for p in (a, b)])`;
    const { said } = await call('bash', { command: `python3 -c "${code}"` }, {}, ['--trust', '--no-sandbox']);
    expect(said.content).toContain('=YEK_IPA_IANEPO');
    expect(said.content).not.toContain([...KEY].reverse().join(''));
  });

  test('gives commands the variables that the person keeps, and shows none of them', async () => {
    const config = { keepVariables: ['OPENAI_API_KEY'] };
    const { said } = await call(
      'bash',
      { command: 'printenv OPENAI_API_KEY | wc -c; printenv OPENAI_API_KEY' },
      config,
    );
    expect(said.content).toMatch(new RegExp(`^${KEY.length + 1}\n\\[redacted:`));
  });

  test('asks the hooks', async () => {
    const config = { hooks: [{ on: 'before_tool_call', command: ['echo', '{"block": "not today"}'] }] };
    const { said } = await call('read', { path: 'notes.txt' }, config);
    expect(said).toMatchObject({ status: 'denied', content: expect.stringContaining('not today') });
  });
});

describe.skipIf(!has('tmux'))('on a terminal (skipped without tmux)', () => {
  afterAll(() => {
    tmux('kill-server');
  });

  test.each([
    ['y', true, '"status":"ok"'],
    ['', false, 'denied'],
  ])('it asks, and %j is an answer', async (answer, isMade, said) => {
    const folder = temporaryFolder();
    const params = JSON.stringify({ command: 'touch made' });
    openWindow([
      ...['sh', '-c', '"$@"; sleep 30', 'sh', process.execPath, BUNDLE, 'tool', 'bash'],
      ...['--params', params, '--cwd', folder],
    ]);
    await waitFor(() => screen().includes('Shall it run? [y/N]'), 20_000);
    expect(screen()).toContain('May bash run?');
    tmux('send-keys', '-t', 'window', ...(answer === '' ? [] : [answer]), 'Enter');
    await waitFor(() => screen().includes(said), 20_000);
    expect(existsSync(join(folder, 'made'))).toBe(isMade);
    tmux('kill-session', '-t', 'window');
  });
});
