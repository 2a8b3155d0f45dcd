/** Whatever a command has started is ended with it, wherever it has gone. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bash } from '../src/bash.ts';
import { endProcessGroups, runTool } from '../src/index.ts';
import { countProcesses, uniqueSeconds, untilProcesses } from './processes.ts';
import { workspace } from './workspace.ts';

/** Forks, begins a session of its own, forks again, and lets go of everything, as daemons do. */
const DAEMON = `perl -e 'use POSIX; fork and exit; POSIX::setsid(); fork and exit; chdir "/"; open STDIN, "</dev/null"; open STDOUT, ">/dev/null"; open STDERR, ">/dev/null"; exec "sleep", "SECONDS"'`;

const ESCAPES: [string, string][] = [
  ['in a session of its own', 'setsid sleep SECONDS & sleep SECONDS'],
  ['that does not hear of the end of its terminal', 'nohup sleep SECONDS > /dev/null 2>&1 & sleep SECONDS'],
  ['as a daemon', `${DAEMON}; sleep SECONDS`],
  [
    'in a session of its own, deaf to SIGTERM',
    `setsid bash -c "trap '' TERM; sleep SECONDS; sleep SECONDS" & sleep SECONDS`,
  ],
  ['disowned', 'sleep SECONDS & disown; sleep SECONDS'],
  ['behind two shells', `bash -c "setsid bash -c 'sleep SECONDS & wait' & wait" & sleep SECONDS`],
];

describe.runIf(process.platform === 'linux')('a child', () => {
  test.each(ESCAPES)('%s is ended with the time', async (_, command) => {
    const seconds = uniqueSeconds();
    const { context } = workspace();
    const outcome = await runTool(bash, { command: command.replaceAll('SECONDS', seconds), timeout: 1 }, context);
    expect(outcome.status).toBe('timeout');
    expect(countProcesses(seconds)).toBe(0);
  });

  test.each(ESCAPES)('%s is ended by an abort', async (_, command) => {
    const seconds = uniqueSeconds();
    const controller = new AbortController();
    const { context } = workspace({}, { signal: controller.signal });
    const running = runTool(bash, { command: command.replaceAll('SECONDS', seconds) }, context);
    await expect.poll(() => countProcesses(seconds), { timeout: 10_000 }).toBeGreaterThan(1);
    controller.abort();
    expect((await running).status).toBe('aborted');
    expect(countProcesses(seconds)).toBe(0);
  });

  test('in a session of its own is told when it is left, and ended at the end', async () => {
    const seconds = uniqueSeconds();
    const { details } = await runTool(
      bash,
      { command: `setsid sleep ${seconds} > /dev/null 2>&1 &` },
      workspace().context,
    );
    await untilProcesses(seconds, 1);
    expect(details).toMatchObject({ leftRunning: true });
    await endProcessGroups();
    expect(countProcesses(seconds)).toBe(0);
  });

  test('of a spawn without a group of its own is ended alone: this program lives on', async () => {
    const seconds = uniqueSeconds();
    const space = workspace(
      {},
      {
        operations: {
          spawn: ({ file, args, folder, environment }) =>
            spawn(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] }),
        },
      },
    );
    const outcome = await runTool(
      bash,
      { command: `sleep ${seconds} & sleep ${seconds}`, timeout: 0.5 },
      space.context,
    );
    expect(outcome.status).toBe('timeout');
    expect(countProcesses(seconds)).toBe(0);
  });

  test('carries the id of its call, and that of the call around this program', async () => {
    const space = workspace({}, { operations: { environment: () => ({ ...process.env, TAGMA_CALL: 'outer' }) } });
    const { content } = await runTool(bash, { command: 'echo $TAGMA_CALL' }, space.context);
    expect(content).toMatch(/^outer:[-0-9a-f]{36}\n$/);
  });

  test('of another call is left alone', async () => {
    const seconds = uniqueSeconds();
    const space = workspace();
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const other = runTool(bash, { command: `sleep ${seconds}` }, { ...space.context, signal: controller.signal });
    await untilProcesses(seconds, 1);
    await runTool(bash, { command: 'sleep 1000', timeout: 0.2 }, space.context);
    expect(countProcesses(seconds)).toBe(1);
    controller.abort();
    await other;
  });
});

describe('no command waits on a terminal:', () => {
  const rows: [string, string, RegExp][] = [
    [
      'a shell that opens it',
      'read -r x < /dev/tty; echo "code $?"',
      /\/dev\/tty: No such device or address\ncode 1\n$/,
    ],
    [
      'a program that asks there',
      `node -e "require('fs').openSync('/dev/tty', 'r+')" 2>&1 | grep -o ENXIO`,
      /^(ENXIO\n)+$/,
    ],
    ['git for a password', 'git ls-remote http://127.0.0.1:1/x.git; echo "code $?"', /code 128\n$/],
    [
      'git for a message',
      'git init -q . && git -c user.name=a -c user.email=a@b commit --allow-empty; echo "code $?"',
      /empty commit message.*\ncode 1\n$/s,
    ],
    ['a pager', 'git --paginate log --oneline; echo "code $?"', /code 128\n$/],
    ['a program that reads its input', 'cat; echo "code $?"', /^code 0\n$/],
  ];
  test.runIf(process.platform === 'linux').each(rows)('%s', async (_, command, content) => {
    const outcome = await runTool(bash, { command, timeout: 30 }, workspace().context);
    expect(outcome.status).toBe('ok');
    expect(outcome.content).toMatch(content);
  });
});

test('a spawn that wraps the command runs it elsewhere: output, folder, exit code and end', async () => {
  const seconds = uniqueSeconds();
  const space = workspace(
    { 'sub/a': '' },
    {
      operations: {
        // As a container or a remote shell would be called: a program of its own, with the command behind it.
        spawn: ({ file, args, folder, environment }) =>
          spawn('sh', ['-c', 'echo wrapped > wrapped; "$@"', 'wrapper', file, ...args], {
            ...{ cwd: folder, env: environment, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
          }),
      },
    },
  );
  const run = (command: string, timeout = 30) => runTool(bash, { command, timeout }, space.context);
  expect(await run('echo out; echo err >&2; exit 3')).toMatchObject({
    content: 'out\nerr\n',
    details: { exitCode: 3 },
  });
  expect(readFileSync(space.path('wrapped'), 'utf8')).toBe('wrapped\n');
  await run('cd sub');
  expect((await run('pwd')).content).toBe(`${space.folder}/sub\n`);
  expect(existsSync(space.path('sub/wrapped'))).toBe(true);
  expect((await run(`sleep ${seconds}`, 0.5)).status).toBe('timeout');
  expect(countProcesses(seconds)).toBe(0);
});
