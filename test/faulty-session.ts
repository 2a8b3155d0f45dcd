/** A real session (see real-session.ts) against an endpoint that has a fault first, with a history that can be replayed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { complete, type Limits, type Server } from '../packages/endpoint/src/index.ts';
import { createHistory, replayHistory } from '../packages/history/src/index.ts';
import { DISK } from '../packages/history/src/write/disk.ts';
import { type Pace, startFaultyEndpoint } from '../packages/testing/src/index.ts';
import { temporaryFolder } from './command.ts';
import { type RealSession, realSession } from './real-session.ts';
import { scriptOf } from './scripted.ts';

/** What a retry waits in these tests, whatever the machine asks for. */
const RETRY_MS_MAX = 2;

/** Without waiting for the disk: hundreds of sessions are held, and none of them is killed. */
const QUICK = { ...DISK, sync: () => {}, syncFolder: () => {} };

export const WHOLE_FILE = `${'all of it, '.repeat(12)}and its end`;
/** One reply with two calls that leave a trace, and a final. */
const TURNS = [
  `<thought>é 漢字</thought>
<action tool="bash"><command>echo once >> ran</command></action>
<action tool="write"><path>made</path><content>${WHOLE_FILE}</content></action>`,
  '<final>done</final>',
];

export type FaultyChoices = {
  readonly times?: number;
  readonly limits?: Partial<Limits>;
  readonly retriesMax?: number;
  readonly pace?: Pace;
  readonly apiKey?: string;
};

export type FaultySession = RealSession & {
  /** How often the command has run, and what the written file holds: null where there is none. */
  readonly traces: () => { readonly runs: number; readonly file: string | null };
  /** Requests that got the fault. */
  readonly faults: () => number;
  /** Ends the session and gives what the replay of its history finds. */
  readonly end: () => Promise<{ readonly replays: boolean; readonly history: string }>;
};

export async function faultySession(fault: string, choices: FaultyChoices = {}): Promise<FaultySession> {
  const { times = 1, limits, retriesMax = 8, pace, apiKey = '' } = choices;
  const endpoint = await startFaultyEndpoint(scriptOf(TURNS), { fault, times, ...(pace && { pace }) });
  const server: Server = { url: endpoint.url, apiKey };
  // Short limits are for the fault alone: a busy machine may take longer over what is in order.
  const hurried: Server = limits ? { ...server, limits } : server;
  const file = join(temporaryFolder(), 'history.xml');
  const opened = createHistory(file, { session: 'faulty' }, QUICK);
  if (!opened.ok) throw new Error(opened.error.message);
  const { history } = opened;
  const real = await realSession(TURNS, {
    settings: { retriesMax },
    amongOthers: true,
    deps: {
      model: {
        ask: (messages, hooks) =>
          complete({ model: 'm', messages }, endpoint.faults() < times ? hurried : server, hooks),
      },
      clock: {
        now: Date.now,
        wait: (ms, signal) => wait(Math.min(ms, RETRY_MS_MAX), undefined, { signal }).catch(() => {}),
      },
      history: {
        append(records, how) {
          const appended = history.append(records, how);
          return appended.ok ? appended : { ok: false, message: appended.error.message };
        },
      },
      ...(apiKey && { secrets: new Map([['API_KEY', apiKey]]) }),
    },
  });
  const read = (name: string) => {
    const path = join(real.folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  return {
    ...real,
    traces: () => ({ runs: read('ran')?.match(/once\n/g)?.length ?? 0, file: read('made') }),
    faults: endpoint.faults,
    async end() {
      await real.close();
      await endpoint.close();
      history.close();
      const replayed = await replayHistory(file);
      return { replays: !('error' in replayed) && replayed.ok, history: readFileSync(file, 'utf8') };
    },
  };
}
