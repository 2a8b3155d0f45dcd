/** The scenarios that the tool was planned with, by their numbers. 5.7 is a matter of permissions. */
import { readFileSync } from 'node:fs';
import type { Outcome, Params } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { type BashSettings, bashWith } from '../src/bash.ts';
import { runTool, type ToolContext } from '../src/index.ts';
import { WINDOW_BYTES_MAX } from '../src/rolling-window.ts';
import { countProcesses, uniqueSeconds } from './processes.ts';
import { workspace } from './workspace.ts';

type Row = {
  readonly params: Params;
  readonly settings?: BashSettings;
  readonly context?: Partial<ToolContext>;
  /** Fails where the outcome is not as it should be. */
  readonly check: (outcome: Outcome) => void;
};

const seconds = uniqueSeconds();
const fullOutput = ({ details }: Outcome) => readFileSync(String(details.fullOutputPath), 'utf8');
const noneIsLeft = () => expect(countProcesses(seconds)).toBe(0);

const SCENARIOS: { readonly [numberAndTitle: string]: Row } = {
  '1.1 a simple command': {
    params: { command: 'echo hello' },
    check: (outcome) => {
      expect(outcome).toMatchObject({ status: 'ok', content: 'hello\n', details: { exitCode: 0, truncated: false } });
      expect(outcome.notes).toBeUndefined();
    },
  },
  '1.2 an exit code that is not 0': {
    params: { command: 'exit 1' },
    check: ({ status, notes }) => expect([status, notes?.at(-1)]).toEqual(['error', 'Command exited with code 1']),
  },
  '1.3 a prefix': {
    settings: { prefix: 'export TEST_VAR=hello' },
    params: { command: 'echo $TEST_VAR' },
    check: ({ content }) => expect(content).toBe('hello\n'),
  },
  '1.4 the output of the prefix and of the command': {
    settings: { prefix: 'echo prefix_output' },
    params: { command: 'echo command_output' },
    check: ({ content }) => expect(content).toBe('prefix_output\ncommand_output\n'),
  },
  '2.1 a timeout': {
    params: { command: 'echo begun; sleep 1000', timeout: 1 },
    check: ({ status, content, notes }) => {
      expect([status, content]).toEqual(['timeout', 'begun\n']);
      expect(notes?.at(-1)).toMatch(/^Command timed out after 1 seconds/);
    },
  },
  '2.2 a folder that does not exist': {
    context: { folder: '/this/directory/does/not/exist' },
    params: { command: 'echo test' },
    check: ({ status, content }) => {
      expect(status).toBe('error');
      expect(content).toMatch(/\/this\/directory\/does\/not\/exist does not exist/);
    },
  },
  '2.3 a shell that does not exist': {
    settings: { shell: '/no/such/shell' },
    params: { command: 'echo test' },
    check: ({ status, content }) => {
      expect(status).toBe('error');
      expect(content).toMatch(/^The shell could not be started: .*ENOENT/);
    },
  },
  '3.1 much output: the end of it': {
    params: { command: 'seq 1 100000' },
    check: (outcome) => {
      expect(outcome.details.bytes).toBeGreaterThan(WINDOW_BYTES_MAX);
      expect(outcome.content.split('\n').slice(-2)).toEqual(['99999', '100000']);
      expect(outcome.content.length).toBeLessThanOrEqual(50 * 1024);
    },
  },
  '3.2 more than 50 KB: a file with all of it': {
    params: { command: 'seq 1 20000' },
    check: (outcome) => {
      expect(fullOutput(outcome)).toBe(Array.from({ length: 20_000 }, (_, at) => `${at + 1}\n`).join(''));
      expect(outcome.notes?.at(-1)).toContain(`is in ${outcome.details.fullOutputPath}`);
    },
  },
  '3.3 standard output and errors': {
    params: { command: 'echo out && echo err >&2' },
    check: ({ content }) => expect(content).toBe('out\nerr\n'),
  },
  '3.4 a cut falls between characters': {
    params: { command: `printf 'a'; printf '你好%.0s' $(seq 1 20000)` },
    check: ({ content }) => expect(content).toMatch(/^好?(你好)+$/),
  },
  '4.1 a tree of processes is ended': {
    params: { command: `bash -c "sleep ${seconds} & sleep ${seconds}"`, timeout: 1 },
    check: ({ status }) => {
      expect(status).toBe('timeout');
      noneIsLeft();
    },
  },
  '4.2 a pipe that is closed early': {
    params: { command: 'yes | head -5' },
    check: (outcome) => expect(outcome).toMatchObject({ status: 'ok', content: 'y\n'.repeat(5) }),
  },
  '4.3 the environment is handed on': {
    params: { command: 'echo "$HOME|$PATH"' },
    check: ({ content }) => expect(content).toBe(`${process.env.HOME}|${process.env.PATH}\n`),
  },
  '5.1 characters in several pieces': {
    params: { command: `node -e "console.log('你好'.repeat(5000))"` },
    check: ({ content }) => expect(content).toBe(`${'你好'.repeat(5_000)}\n`),
  },
  '5.2 a command that wants a person does not hang': {
    params: { command: 'git init -q . && touch a && git add a && git commit', timeout: 30 },
    check: ({ status, details }) => {
      expect(status).toBe('error');
      expect(details.exitCode).toBeGreaterThan(0);
    },
  },
  '5.3 a group of processes is ended': {
    params: { command: `sleep ${seconds} & sleep ${seconds} & wait`, timeout: 1 },
    check: ({ status }) => {
      expect(status).toBe('timeout');
      noneIsLeft();
    },
  },
  '5.4 the syntax of bash': {
    params: { command: 'if [[ -f /etc/hosts ]]; then a=(1 2); echo "yes $((a[1]))"; fi; cat <(echo sub)' },
    check: ({ content }) => expect(content).toBe('yes 2\nsub\n'),
  },
  '5.5 the count of lines that are left out is exact': {
    params: { command: 'seq 1 2150' },
    check: ({ content, notes }) => {
      expect(content.split('\n')).toHaveLength(2_000);
      expect(content.split('\n')[0]).toBe('151');
      expect(notes?.at(-1)).toMatch(/^showing lines 151-2150 of 2150; /);
    },
  },
  '5.6 parameters of a wrong type: null': {
    params: { command: null },
    check: ({ status, content }) => {
      expect(status).toBe('error');
      expect(content).toContain('- command: expected a string, got null');
    },
  },
  '5.6 parameters of a wrong type: a number': {
    params: { command: 5 },
    check: ({ status, content }) => {
      expect(status).toBe('error');
      expect(content).toContain('- command: expected a string, got 5');
    },
  },
};

test.each(Object.entries(SCENARIOS))('%s', async (_, { params, settings = {}, context = {}, check }) => {
  check(await runTool(bashWith(settings), params, { ...workspace().context, ...context }));
});
