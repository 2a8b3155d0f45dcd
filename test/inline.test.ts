/** `tagma --inline` in a real terminal, tmux: what stays in its scrollback, also when the window changes its size. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, run, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { type Opened, open, screen, tmux } from './window.ts';

/** A person reads a question first: one that has just appeared takes no answer. */
const READING_MS = 500;
const SIZES = [60, 110, 52, 90, 48, 100] as const;

afterEach(() => {
  tmux('kill-session', '-t', 'window');
});

afterAll(() => {
  tmux('kill-server');
});

/** The window stays when the command has ended. */
function opened(args: readonly string[], first = ''): Opened {
  const window = open(args, first);
  tmux('set-option', '-t', 'window', 'remain-on-exit', 'on');
  return window;
}

/** All that the window holds, its rows joined again where it has broken them; without blank rows. */
function held(): string[] {
  return tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'window')
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
}

/** Of what the run of the command itself has written, the part before its last words. */
function said(): string[] {
  const rows = held();
  return rows.slice(
    rows.findIndex((row) => row.startsWith('› ')),
    rows.findIndex((row) => row.startsWith('session: ')),
  );
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1} 中文字`);

describe.skipIf(!has('tmux'))('on the main screen (skipped without tmux)', () => {
  test('a call that asks, a tool and an answer; sizes change meanwhile; the scrollback holds each once', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf([
        '<thought>I look.</thought><action tool="bash"><command>touch made; for i in 1 2 3 4 5; do echo "out $i"; sleep 0.2; done</command></action>',
        `<final>${lines(40).join('\n\n')}</final>`,
      ]),
    );
    const { outcome } = opened([...connection(endpoint.url), '--inline', '--cwd', temporaryFolder(), 'do it']);
    await waitFor(() => screen().includes('May bash run?'));
    await setTimeout(READING_MS);
    tmux('send-keys', '-t', 'window', 'y');
    await waitFor(() => screen().includes('out 1'));
    for (const columns of SIZES) {
      tmux('resize-window', '-t', 'window', '-x', String(columns), '-y', String(20 + (columns % 9)));
      await setTimeout(60);
    }
    await waitFor(() => screen().includes('finished'));
    tmux('send-keys', '-t', 'window', 'C-d');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();

    const rows = said();
    const expected = ['› do it', 'I look.', ...[1, 2, 3, 4, 5].map((each) => `out ${each}`), ...lines(40)];
    expect(rows.filter((row) => expected.includes(row))).toEqual(expected);
    // Nothing of the region is left: no rule, no status line, no question, no keys.
    expect(rows.filter((row) => /──|finished|thinking|acting|May bash run|› a prompt|running ·/.test(row))).toEqual([]);
    expect(tmux('display-message', '-p', '-t', 'window', '#{alternate_on}').trim()).toBe('0');
  });

  test('a list opens in the region and goes again', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>x</final>']));
    const { outcome } = opened([...connection(endpoint.url), '--inline']);
    await waitFor(() => screen().includes('? keys'));
    const before = held();
    tmux('send-keys', '-t', 'window', '?');
    await waitFor(() => screen().includes('keys and commands'));
    tmux('send-keys', '-t', 'window', 'Escape');
    await waitFor(() => !screen().includes('keys and commands'));
    expect(held()).toEqual(before);
    tmux('send-keys', '-t', 'window', 'C-d');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
  });

  test.each([
    { title: 'the configuration says so', renderer: 'inline', options: [], alternate: '0' },
    {
      title: 'the option goes before the configuration',
      renderer: 'accessible',
      options: ['--inline'],
      alternate: '0',
    },
    { title: 'nobody says so', renderer: 'full', options: [], alternate: '1' },
  ])('$title', async ({ renderer, options, alternate }) => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>x</final>']));
    const config = join(temporaryFolder(), 'config.jsonc');
    writeFileSync(config, JSON.stringify({ screen: { renderer } }), { mode: 0o600 });
    const { outcome } = opened([...connection(endpoint.url), '--config', config, ...options]);
    await waitFor(() => screen().includes('? keys'));
    expect(tmux('display-message', '-p', '-t', 'window', '#{alternate_on}').trim()).toBe(alternate);
    tmux('send-keys', '-t', 'window', 'C-d');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
  });

  test('killed, it gives the terminal back', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>x</final>']));
    const { outcome } = opened([...connection(endpoint.url), '--inline', '--history', temporaryFolder()]);
    await waitFor(() => screen().includes('? keys'));
    const pid = tmux('list-panes', '-t', 'window', '-F', '#{pane_pid}').trim();
    const child = spawnSync('pgrep', ['-P', pid], { encoding: 'utf8' }).stdout.trim();
    process.kill(Number(child), 'SIGTERM');
    expect(await outcome()).toEqual({ code: 143, errors: '' });
    expect(held().filter((row) => /──|\? keys/.test(row))).toEqual([]);
    await endpoint.close();
  });
});

test.each([
  { args: ['--inline', '-p', 'x'], says: "option '--inline' cannot be used with option '-p, --print'" },
  { args: ['--accessible', '-p', 'x'], says: "option '--accessible' cannot be used with option '-p, --print'" },
  { args: ['--inline', '--accessible'], says: "option '--inline' cannot be used with option '--accessible'" },
  {
    args: ['resume', 'x', '--inline', '-p'],
    says: "option '--inline' cannot be used with option '-p, --print [prompt]'",
  },
  { args: ['fork', 'x', '--inline', '-p'], says: "option '--inline' cannot be used with option '-p, --prompt [text]'" },
])('$args: exit 2, and says why', async ({ args, says }) => {
  const { code, err } = await run(args);
  expect({ code, said: err.split('\n')[0] }).toEqual({ code: 2, said: `error: ${says}` });
});
