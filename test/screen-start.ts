/** The command on a full screen in a terminal of its own (by `script`): how long until it can be used, and its memory then. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Shown in the status line as soon as something can be typed. */
const USABLE = /\? keys|record \d/;
const WAIT_MS = 60_000;
/** So long it is left alone before its memory is looked at. */
const RESTING_MS = 1_500;
const SETTING = 'stty cols 120 rows 40;';

export type Started = { readonly ms: number; readonly megabytes: number };

type Given = {
  readonly typed: string;
  readonly restingMs: number;
  readonly variables: Readonly<Record<string, string>>;
};

/** A Node that does nothing, in milliseconds. */
export async function bareStart(): Promise<number> {
  const at = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - at;
}

/** `typed` is typed as soon as it can be, and then it is left alone for so long. `variables` are added to its environment. */
export async function screenStart(
  args: readonly string[],
  folder: string,
  { typed = '', restingMs = RESTING_MS, variables = {} }: Partial<Given> = {},
): Promise<Started> {
  const command = `${SETTING} exec ${[process.execPath, ...args].map((each) => `'${each}'`).join(' ')}`;
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TERM: 'xterm-256color',
    ...variables,
  };
  const at = performance.now();
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let said = '';
  try {
    const usable = new Promise<number | null>((resolve) => {
      child.on('close', () => resolve(null));
      child.stdout.on('data', (piece) => {
        said = (said + piece).slice(-20_000);
        if (USABLE.test(said)) resolve(performance.now() - at);
      });
    });
    const ms = await Promise.race([usable, setTimeout(WAIT_MS, null, { ref: false })]);
    if (ms === null) throw new Error(`No screen came: ${said.slice(-500)}`);
    child.stdin.write(typed);
    await setTimeout(restingMs);
    return { ms, megabytes: residentOf(child.pid ?? 0) };
  } finally {
    child.kill('SIGTERM');
  }
}

/** Of the process that `script` has started, from /proc: NaN where there is none. */
function residentOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${children[0]}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
