/** A project that was handed over keeps nobody waiting: not a verdict, not a session, not its end, whatever it is made of. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { type Ended, type Running, start, temporaryFolder } from './command.ts';
import { HOSTILE_REPOSITORIES, HOSTILE_SESSIONS } from './hostile-repositories.ts';
import { connection, scriptOf } from './scripted.ts';

/** Far more than any of it takes on a busy machine, far less than for ever. */
const ENDS_MS_MAX = 30_000;
const MEMORY_MB_MAX = 600;
const TEST_MS_MAX = 120_000;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    execFileSync('chmod', ['-R', 'u+rwx', folder]);
    execFileSync('rm', ['-rf', folder]);
  }
});

const LOOKS = [
  ...[
    'git status',
    'git diff',
    'git log -3',
    'ls',
    'ls -la .git',
    'cat package.json',
    'grep -rn foo .',
    'rg foo',
    'find . -name x',
  ],
  ...['yarn --version', 'cargo --version', 'cat *', 'git -C sub status', 'rm -rf docs', 'echo x > .git/HEAD'],
].map((command) => ({ command }));
const CALLS = [
  ...['package.json', '.git/config', 'AGENTS.md', '.env', 'docs'].map((path) => ({ tool: 'read', params: { path } })),
  ...['AGENTS.md', 'a.txt'].map((path) => ({ tool: 'write', params: { path, content: 'x' } })),
  { tool: 'edit', params: { path: 'package.json', old_text: 'a', new_text: 'b' } },
  ...['.', 'docs', '.git'].map((path) => ({ tool: 'ls', params: { path } })),
  { tool: 'grep', params: { pattern: 'foo' } },
  { tool: 'glob', params: { pattern: '**/*.ts' } },
  ...['status', 'diff', 'log', 'commit'].map((action) => ({ tool: 'git', params: { action } })),
];

test.each(HOSTILE_REPOSITORIES)(
  '$title: every call is judged in time',
  async ({ make }) => {
    const folder = await made(make);
    const input = [...LOOKS, ...CALLS].map((call) => `${JSON.stringify(call)}\n`).join('');
    const ended = await watched(start(['permit', '--jsonl', '--cwd', folder], { input }));
    // A configuration that cannot be read is told, and nothing is judged.
    const lines = ended.out.split('\n').filter(Boolean);
    expect(ended.code === 2 && lines.length === 0 ? ended.err : lines.length).toSatisfy(
      (said) =>
        said === LOOKS.length + CALLS.length ||
        /cannot be read|no file|no regular file|bytes|symbolic links/.test(String(said)),
    );
  },
  TEST_MS_MAX,
);

const action = (tool: string, params: Record<string, string>) =>
  `<action tool="${tool}">${Object.entries(params).map(([name, value]) => `<${name}>${value}</${name}>`)}</action>`;

/** A reply each; most are refused where nobody is asked, and that has to be found out too. */
const REPLIES = [
  action('read', { path: 'package.json' }),
  action('read', { path: 'docs/none.md' }),
  action('ls', { path: '.' }),
  action('grep', { pattern: 'foo' }),
  action('glob', { pattern: '**/*' }),
  action('bash', { command: 'git status' }),
  action('bash', { command: 'ls *; cat package.json' }),
  action('git', { action: 'status' }),
  action('write', { path: 'AGENTS.md', content: 'x' }),
  action('write', { path: 'src/a.ts', content: 'x' }),
  '<final>done</final>',
];
const MAX_TIME_S = 5;
/** The prompt's files are attached, a map is drawn. */
const PROMPT = 'look at @package.json @AGENTS.md @x.xml @docs/';

test.each(HOSTILE_SESSIONS)(
  '$title: a session goes on, and --max-time ends it',
  async ({ make }) => {
    const folder = await made(make);
    const ended = await inSession(folder, REPLIES, ['--max-time', String(MAX_TIME_S)]);
    expect(ended.code === 0 ? ended.out.trim() : ended.err).toMatch(ENDED);
    expect(ended.ms).toBeLessThan((MAX_TIME_S + END_S_MAX) * 1_000);
  },
  TEST_MS_MAX,
);

test.each(HOSTILE_SESSIONS)(
  '$title: a signal ends the session at any time',
  async ({ make }) => {
    const folder = await made(make);
    for (const [signal, afterMs] of [
      ['SIGTERM', 400],
      ['SIGINT', 1_200],
    ] as const) {
      const begun = performance.now();
      let sent = 0;
      const ended = await inSession(folder, [...REPLIES.slice(0, -1), ...REPLIES], [], (running) => {
        setTimeout(() => {
          sent = performance.now() - begun;
          running.child.kill(signal);
        }, afterMs);
      });
      expect(ended.ms - sent).toBeLessThan(END_S_MAX * 1_000);
    }
  },
  TEST_MS_MAX,
);

/** What a session says that was ended, or could not begin. */
const ENDED = /^done$|--max-time|cannot be read|no file|no regular file|bytes|loop|ELOOP|EACCES|denied/i;
/** A busy machine's. Commands that run are given some time to end. */
const END_S_MAX = 12;

async function made(make: (typeof HOSTILE_REPOSITORIES)[number]['make']): Promise<string> {
  const folder = temporaryFolder();
  folders.push(folder);
  await make(folder);
  return folder;
}

async function inSession(
  folder: string,
  replies: readonly string[],
  args: readonly string[],
  meanwhile: (running: Running) => void = () => {},
) {
  const endpoint = await startScriptedEndpoint(scriptOf(replies));
  const history = temporaryFolder();
  folders.push(history);
  try {
    const running = start([
      ...['-p', PROMPT, ...connection(endpoint.url), '--cwd', folder, '--history', history],
      ...['--mode', 'accept-edits', '--map', 'on', ...args],
    ]);
    meanwhile(running);
    return await watched(running);
  } finally {
    await endpoint.close();
  }
}

/** Kills what does not end, or takes all of the memory: then the test fails by its code. */
async function watched({ child, ended }: Running): Promise<Ended & { readonly ms: number; readonly peakMb: number }> {
  const begun = performance.now();
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMbOf(child.pid ?? 0));
    if (performance.now() - begun > ENDS_MS_MAX || peakMb > MEMORY_MB_MAX) child.kill('SIGKILL');
  }, 50);
  try {
    const done = await ended;
    const ms = performance.now() - begun;
    expect(child.signalCode === 'SIGKILL' ? `killed after ${Math.round(ms)} ms, ${peakMb} MB` : 'ended').toBe('ended');
    return { ...done, ms, peakMb };
  } finally {
    clearInterval(timer);
  }
}

function memoryMbOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}
