/** The full screen in a real terminal, tmux, whose window is closed: as orderly an end as any other. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, environment, has, historyIn, isLocked, run, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

/** A server of our own: nobody's sessions are touched. */
const SOCKET = `tagma-test-${process.pid}`;

afterAll(() => {
  tmux('kill-server');
});

describe.skipIf(!has('tmux'))('the terminal is closed (skipped without tmux)', () => {
  test.each([
    { title: 'while nothing runs', prompt: [], reply: '<final>x</final>', shows: '? keys' },
    {
      title: 'while a tool runs',
      prompt: ['do it'],
      reply: `<action tool="bash"><command>sleep ${1600 + (process.pid % 300)}</command></action>`,
      shows: 'running',
    },
    {
      title: 'while it asks',
      prompt: ['do it'],
      reply: '<action tool="bash"><command>touch made</command></action>',
      shows: 'May bash',
    },
  ])('$title', async ({ prompt, reply, shows }) => {
    const endpoint = await startScriptedEndpoint(scriptOf([reply]));
    const history = temporaryFolder();
    const outcome = temporaryFolder();
    const [code, errors] = [join(outcome, 'code'), join(outcome, 'errors')];
    // The shell outlives the terminal, so that it can say how the command ended.
    const script = join(outcome, 'run.sh');
    writeFileSync(script, `trap '' HUP\n"$@" 2>'${errors}'\necho $? >'${code}.new'\nmv '${code}.new' '${code}'\n`);
    const args = [BUNDLE, ...connection(endpoint.url), '--history', history];
    const command = ['sh', script, process.execPath, ...args, ...prompt];
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'window', '-x', '100', '-y', '30', ...command);

    await waitFor(() => tmux('capture-pane', '-p', '-t', 'window').includes(shows));
    tmux('kill-session', '-t', 'window');
    await waitFor(() => existsSync(code));
    await endpoint.close();

    expect({ code: readFileSync(code, 'utf8'), errors: readFileSync(errors, 'utf8') }).toEqual({
      code: '129\n',
      errors: '',
    });
    const file = historyIn(history);
    expect(isLocked(file)).toBe(false);
    const read = await readHistory(file);
    const events = read.ok ? read.records.filter(({ kind }) => kind === 'event') : [];
    expect(events.find(({ type }) => type === 'abort.requested')?.fields).toEqual({ by: 'signal' });
    expect(events.at(-1)).toMatchObject({ type: 'session.ended', fields: { reason: 'signal' } });
    expect(events.some(({ type }) => type === 'tool.ended')).toBe(shows === 'running');
    expect((await run(['replay', file])).code).toBe(0);
  });
});

/** What tmux says; '' where it fails. */
function tmux(...args: string[]): string {
  return spawnSync('tmux', ['-L', SOCKET, ...args], { env: environment(), encoding: 'utf8' }).stdout ?? '';
}
