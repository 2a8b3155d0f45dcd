/** The full screen: a session, and those that go on from before its prompts, until the person leaves. */
import { basename } from 'node:path';
import { forkPoints } from '@tagma/history';
import { openScreen, type Rewinding } from '@tagma/tui';
import type { Endings } from './endings.ts';
import { EXIT } from './exit.ts';
import { aboutRewind, type PrepareFrom, rewound } from './fork/rewind.ts';
import { beginLive } from './live.ts';
import type { Prepared } from './prepare.ts';
import { problem, report } from './problem.ts';

/**
 * The exit code, but for a signal: that is among the endings.
 * @param notes what has been said before, and would not be seen below the screen
 */
export async function screen(
  prompt: string | undefined,
  prepared: Prepared,
  endings: Endings,
  notes: readonly string[],
  prepareFrom: PrepareFrom,
): Promise<number> {
  let live = beginLive(prepared);
  const files = [prepared.file];
  let underWay: Promise<unknown> = Promise.resolve();

  const rewind: Rewinding['to'] = async (point) => {
    const { prepared: old, session, end } = live;
    const from = { ...old, outputFolder: old.deps.outputFolder };
    const next = await rewound(point, from, session.snapshot().context, prepareFrom);
    if (!next.ok) return next;
    await end('person');
    live = beginLive(next);
    files.push(next.file);
    const said = aboutRewind(basename(old.file, '.xml'), point.prompt);
    return { ok: true, shown: { ...live.shown, rewinding, notes: [said], draft: point.text } };
  };
  const rewinding: Rewinding = {
    prompts: async () => {
      const found = await forkPoints(live.prepared.file);
      return found.ok ? found : { ok: false, message: found.error.message };
    },
    to: (point) => {
      const to = rewind(point);
      underWay = to;
      return to;
    },
  };

  const opened = () =>
    openScreen({
      ...live.shown,
      rewinding,
      notes,
      ...{ input: process.stdin, output: process.stdout, env: process.env },
      ...(prompt === undefined ? {} : { prompt }),
    });
  // The screen takes signals from here on; one that has come already is not for it to see.
  const left = endings.exitCode() === null ? await opened() : null;
  await underWay;
  await live.end(left?.kind === 'quit' || left?.kind === 'session-ended' ? 'person' : 'signal');
  for (const file of files) process.stdout.write(`history: ${file}\n`);
  const broken = await Promise.race([live.session.broken, null]);
  if (broken !== null) return report(problem(EXIT.failed, broken));
  if (left?.kind === 'terminal-closed') return EXIT.hungUp;
  return left?.kind === 'quit' && left.interrupted ? EXIT.interrupted : EXIT.done;
}
