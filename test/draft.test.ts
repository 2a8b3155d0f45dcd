/** The draft in a real terminal: a file by its name, a long paste, the person's editor, and the prompts of a session before. */
import { writeFileSync } from 'node:fs';
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

function press(...keys: string[]): void {
  tmux('send-keys', '-t', 'window', ...keys);
}

async function until(text: string): Promise<void> {
  await waitFor(() => screen().includes(text)).catch(() => {
    throw new Error(`${text} never came:\n${screen()}`);
  });
}

describe.skipIf(!has('tmux'))('the draft (skipped without tmux)', () => {
  test('names a file, takes 10,000 lines and an editor, and goes out in full; the next session finds it', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>Seen.</final>']));
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a plan.md'), '');
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index} of what was pasted\n`).join('');
    const pasted = join(temporaryFolder(), 'pasted');
    writeFileSync(pasted, lines);
    const args = [...connection(endpoint.url), '--no-sandbox', '--cwd', folder];

    const { history, outcome } = open(args, "export VISUAL='sed -i s/why/WHY/'");
    await until('? keys');
    press('why @pla');
    await until('› a plan.md');
    press('Tab');
    await until('why @"a plan.md"');
    tmux('load-buffer', pasted);
    tmux('paste-buffer', '-p', '-t', 'window');
    await until('why @"a plan.md" [pasted 1: 10,000 lines, 289 kB]');
    press('C-g');
    await until('› WHY @"a plan.md" [pasted 1: 10,000 lines, 289 kB]');
    press('Enter');
    await until('Seen.');
    const [request] = endpoint.requests;
    const { messages } = Object(request?.request.body) as { messages: readonly { readonly content: string }[] };
    expect(messages.at(-1)?.content).toContain(`WHY @"a plan.md" ${lines.trimEnd()}`);
    press('!echo short', 'Enter');
    await until('ok · by you');
    press('C-d');
    expect((await outcome()).code).toBe(0);
    tmux('kill-session', '-t', 'window');

    const again = open([...args, '--history', history]);
    await until('? keys');
    press('Up');
    await until('$ !echo short');
    press('Up');
    await until('line 9999 of what was pasted');
    press('Down', 'Down');
    await until('a prompt, or / command');
    press('C-d');
    expect((await again.outcome()).code).toBe(0);
    await endpoint.close();
  });
});
