/** The first start on a terminal, as a new user has it: nothing is set, so it asks; and without a terminal it only says so. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { capableServer } from '../packages/cli/test/doctor/capable-server.ts';
import { BUNDLE, has, run, temporaryFolder, waitFor } from './command.ts';
import { openWindow, screen, tmux } from './window.ts';

const KEY = 'sk-0123456789-secret';

afterAll(() => {
  tmux('kill-server');
});

/** When its question is there. */
async function answer(question: string, line: string): Promise<void> {
  await waitFor(() => screen().includes(question), 20_000);
  if (line !== '') tmux('send-keys', '-t', 'window', '-l', line);
  tmux('send-keys', '-t', 'window', 'Enter');
}

/** Whether a screen is on the terminal, and all that has ever been on the main one and this. */
function terminal(): { readonly isOnScreen: boolean; readonly all: string } {
  const isOnScreen = tmux('display-message', '-p', '-t', 'window', '#{alternate_on}').trim() === '1';
  const all = ['', '-a'].map((which) =>
    tmux('capture-pane', '-p', '-q', '-S', '-', '-t', 'window', ...(which ? [which] : [])),
  );
  return { isOnScreen, all: all.join('\n') };
}

describe.skipIf(!has('tmux'))('on a terminal (skipped without tmux)', () => {
  test('Ctrl+C leaves nothing; then it is set up, the key unseen, and the session begins', async () => {
    const { url } = await capableServer({ key: KEY });
    const home = temporaryFolder();
    const file = join(home, '.config', 'tagma', 'config.jsonc');
    const command = `HOME='${home}' '${process.execPath}' '${BUNDLE}'`;
    openWindow(['sh', '-c', `${command}; echo "left with $?"; ${command}; sleep 60`], 100, 50);
    await answer('Which model shall Tagma ask?', url);
    await waitFor(() => screen().includes('The key for'));
    tmux('send-keys', '-t', 'window', 'C-c');
    await waitFor(() => screen().includes('left with 130'));
    expect(screen()).toContain('Nothing was written.');
    expect(existsSync(file)).toBe(false);

    await answer('Which model shall Tagma ask?', url);
    await answer('The key for', 'sk-wrong-0123456');
    await answer('answered 401', KEY);
    await answer('Which model of', '');
    await answer('What may run without asking you?', 'plan');
    await waitFor(() => screen().includes('Shall it be written?'));
    expect([existsSync(file), terminal().isOnScreen]).toEqual([false, true]);
    tmux('send-keys', '-t', 'window', 'y');
    // From the wizard to the session the terminal is never given back.
    await waitFor(() => !terminal().isOnScreen || /\? keys/.test(screen()), 20_000);
    expect(screen().trimEnd().split('\n').at(-1)).toMatch(/plan · small.*\? keys/);
    expect(screen()).toContain(`Written: ${file}`);
    expect(terminal()).toMatchObject({ isOnScreen: true, all: expect.not.stringMatching(/sk-/) });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ model: 'local:small', mode: 'plan' });
    tmux('kill-session', '-t', 'window');
  }, 90_000);

  test('line by line where nothing can be drawn, the key unseen', async () => {
    const home = temporaryFolder();
    const command = `HOME='${home}' TERM=dumb '${process.execPath}' '${BUNDLE}' setup --config '${home}/new/c.jsonc'`;
    openWindow(['sh', '-c', `${command}; echo "left with $?"; sleep 60`], 100, 50);
    await answer('Number, name or address:', 'http://127.0.0.1:9/v1');
    await answer('Key (not shown):', KEY);
    await waitFor(() => screen().includes('does not tell its models'));
    expect(terminal()).toMatchObject({ isOnScreen: false, all: expect.not.stringContaining(KEY) });
    tmux('send-keys', '-t', 'window', 'C-c');
    await waitFor(() => screen().includes('left with 130'));
    expect([existsSync(join(home, '.config')), existsSync(join(home, 'new'))]).toEqual([false, false]);
  }, 90_000);
});

test('without a terminal nothing is asked, and nothing is written', async () => {
  const home = temporaryFolder();
  const [prompted, asked] = await Promise.all([
    run(['-p', 'hello'], { env: { HOME: home } }),
    run(['setup'], { env: { HOME: home } }),
  ]);
  expect([prompted.code, prompted.err.split('\n')[0]]).toEqual([
    2,
    'tagma: no endpoint is set. Give one with --endpoint URL, or set TAGMA_ENDPOINT (or OPENAI_BASE_URL).',
  ]);
  expect([asked.code, asked.err]).toEqual([
    2,
    'tagma: setting up asks questions: that needs a terminal for input and output. Without one: tagma config set model PROVIDER:MODEL, and tagma config set providers.PROVIDER.key\n',
  ]);
  expect(existsSync(join(home, '.config'))).toBe(false);
});
