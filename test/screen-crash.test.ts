/** A mistake in Tagma itself while a session is on the screen: played in a real terminal. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { open, screen, tmux } from './window.ts';

afterEach(() => {
  tmux('kill-session', '-t', 'window');
});

afterAll(() => {
  tmux('kill-server');
});

/** A module that fails in this way as soon as the file is there. */
function failing(how: string, file: string): string {
  const module = join(temporaryFolder(), 'fail.cjs');
  writeFileSync(
    module,
    `const timer = setInterval(() => {
      if (!require('node:fs').existsSync(${JSON.stringify(file)})) return;
      clearInterval(timer);
      const error = new Error('on purpose \\x1b]0;obeyed\\x07');
      ${how};
    }, 20);
    timer.unref();`,
  );
  return module;
}

describe.skipIf(!has('tmux'))('a crash on the screen (skipped without tmux)', () => {
  test.each([
    ['an exception that nobody catches', 'throw error'],
    ['a rejection that nobody handles', 'Promise.reject(error)'],
  ])('%s gives the terminal back, ends the session, and says where log and history are', async (_title, how) => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>All is well.</final>']));
    const file = join(temporaryFolder(), 'now');
    const { history, outcome } = open(
      [...connection(endpoint.url), '--no-sandbox', '--cwd', temporaryFolder(), 'go'],
      `export NODE_OPTIONS=--require=${failing(how, file)}`,
    );
    tmux('set-option', '-t', 'window', 'remain-on-exit', 'on');
    await waitFor(() => screen().includes('All is well.'));
    writeFileSync(file, '');
    const { code, errors } = await outcome();
    expect(code).toBe(1);
    expect(errors).toContain('this is a mistake in Tagma itself; please report it.\nError: on purpose ␛]0;obeyed␇\n');
    const [, log = ''] = /\nlog: {5}(.+)\n$/.exec(errors) ?? [];
    expect(readFileSync(log, 'utf8')).toContain('"msg":"the screen crashed"');
    const [, kept = ''] = /^history: ([^\n]+(?:\n\S[^\n]*)?)/m.exec(screen()) ?? [];
    const path = kept.replace('\n', '').trim();
    expect([path.startsWith(history), existsSync(path)]).toEqual([true, true]);
    expect(readFileSync(path, 'utf8')).toContain('session.ended');
    expect(screen()).toMatch(/^go on: {3}tagma resume /m);
    expect(tmux('display-message', '-p', '-t', 'window', '#{alternate_on} #{mouse_any_flag}').trim()).toMatch(/^0 0$/);
  });
});
