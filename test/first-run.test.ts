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

/** Each line when its question is there. */
async function answer(question: string, line: string): Promise<void> {
  await waitFor(() => screen().trimEnd().endsWith(question), 20_000);
  tmux('send-keys', '-t', 'window', '-l', line);
  tmux('send-keys', '-t', 'window', 'Enter');
}

describe.skipIf(!has('tmux'))('on a terminal (skipped without tmux)', () => {
  test('Ctrl+C leaves nothing; then it is set up, the key unseen, and the session begins', async () => {
    const { url } = await capableServer({ key: KEY });
    const home = temporaryFolder();
    const file = join(home, '.config', 'tagma', 'config.jsonc');
    const command = `HOME='${home}' '${process.execPath}' '${BUNDLE}'`;
    openWindow(['sh', '-c', `${command}; echo "left with $?"; ${command}; sleep 60`], 100, 50);
    await answer('Number, name or address:', url);
    await waitFor(() => screen().trimEnd().endsWith('Key (not shown):'));
    tmux('send-keys', '-t', 'window', 'C-c');
    await waitFor(() => screen().includes('left with 130'));
    expect(screen()).toContain('Nothing was written.');
    expect(existsSync(file)).toBe(false);

    await answer('Number, name or address:', url);
    await answer('Key (not shown):', KEY);
    await answer('Number or name [small]:', '');
    await answer('Number or name [default]:', 'plan');
    await waitFor(() => screen().trimEnd().endsWith('Write it? [y/n]:'));
    expect(existsSync(file)).toBe(false);
    expect(screen()).not.toContain(KEY);
    await answer('Write it? [y/n]:', 'y');
    await waitFor(() => /\? keys/.test(screen()), 20_000);
    expect(screen().trimEnd().split('\n').at(-1)).toMatch(/plan · small/);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ model: 'local:small', mode: 'plan' });
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
