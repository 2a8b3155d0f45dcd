/** Sessions in the middle of something, for the test and the bench of how they stop: real HTTP, real processes, a real timer. */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent } from '../packages/core/src/index.ts';
import type { Gate, Session } from '../packages/runtime/src/index.ts';
import { temporaryFolder } from './command.ts';
import { realSession } from './real-session.ts';

export type Situation = {
  readonly session: Session;
  readonly events: readonly AgentEvent[];
  /** What a command of the session has started and is not gone. */
  readonly left: () => readonly string[];
  /** Takes down what the situation stands on. */
  readonly close: () => Promise<void>;
};

const SLOW = { characters: 120, ms: 20 };
/** The shell, a child and a grandchild in a group of its own, none of which listens to SIGTERM. */
const STUBBORN = `trap '' TERM; sleep SECONDS & (set -m; sleep SECONDS & wait) & echo begun; wait; sleep SECONDS\n`;

export const SITUATIONS = {
  'a model streams': () => situation([`<thought>${'so '.repeat(20_000)}</thought>`], 'thinking'),
  'a command that ignores SIGTERM runs': () => situation(['<action tool="bash">bash ./stubborn.sh</action>'], 'acting'),
  'a timer waits': () => situation(['<turn><failure status="503">busy</failure></turn>'], 'retrying'),
  'a gate holds an event': () => situation(['<final>done</final>'], 'idle', () => new Promise(() => {})),
  'a gate holds what a command would follow': () =>
    situation(['<action tool="bash">sleep SECONDS</action>'], 'deciding', (event) =>
      event.type === 'facts.taken' ? new Promise(() => {}) : { kind: 'pass' },
    ),
} as const;

async function situation(turns: readonly string[], state: string, gate?: Gate): Promise<Situation> {
  const seconds = `${randomInt(1_000, 9_000)}.${randomInt(1e9)}`;
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'stubborn.sh'), STUBBORN.replaceAll('SECONDS', seconds));
  let isHeld = false;
  const watchedGate: Gate = (event, ...rest) => {
    // The first fact is what makes a session of it.
    const answer = !gate || event.type === 'session.started' ? { kind: 'pass' as const } : gate(event, ...rest);
    isHeld = answer instanceof Promise;
    return answer;
  };
  const real = await realSession(
    turns.map((turn) => turn.replaceAll('SECONDS', seconds)),
    {
      folder,
      pace: SLOW,
      settings: { retriesMax: 9, outageMsMax: 600_000 },
      deps: { gate: gate ? watchedGate : null },
    },
  );
  const { session, events } = real;
  session.send({ type: 'prompt.given', text: 'do it' });
  await real.until(
    () =>
      real.state() === state &&
      (state !== 'thinking' || real.shown() > 0) &&
      (state !== 'acting' || real.output() !== '') &&
      (!gate || isHeld),
  );
  return { session, events, left: () => processesWith(seconds), close: async () => void (await real.close()) };
}

function processesWith(argument: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(argument) ? [line] : [];
      } catch {
        return [];
      }
    });
}
