/** `tagma replay FILE`: the machine, driven again from the file alone. */
import type { Divergence, Replayed, ReplayedStep } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { say } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { historyNamed, type NamedIn } from '../sessions/named.ts';
import { aboutTorn } from '../torn.ts';
import type { Pace } from './show.ts';

export type ReplayOptions = NamedIn & {
  /** The first and the last record that are shown. What comes after the last is not looked at. */
  readonly from?: number;
  readonly to?: number;
  readonly show?: true;
  /** Left out where nothing is waited for. */
  readonly speed?: Pace;
};

/** Of what an older program did otherwise, so many places are printed. */
const DIFFERENCES_SHOWN_MAX = 20;

export async function replay(idOrFile: string, options: ReplayOptions): Promise<number> {
  const { from = 1, to = Number.POSITIVE_INFINITY, speed } = options;
  if (from > to) return report(problem(EXIT.usage, `--from ${from} --to ${to}: there is nothing between them.`));
  const file = await historyNamed(idOrFile, options);
  if (typeof file !== 'string') return report(file);
  const { replaySteps } = await import('@tagma/history');
  const isShown = options.show || speed !== undefined;
  const show = isShown ? (await import('./show.ts')).showing(speed ?? 'max', { from, to }) : null;
  const replaying = replaySteps(file);
  let differences = 0;
  let last = 0;
  for (;;) {
    const next = await replaying.next();
    if (next.done) {
      show?.end();
      return 'error' in next.value ? report(problem(EXIT.usage, next.value.error.message)) : told(next.value, from);
    }
    const step = next.value;
    if (step.record > to) break;
    last = step.record;
    await show?.take(step);
    if (differences < DIFFERENCES_SHOWN_MAX) await tell(step);
    differences += step.differences.length;
  }
  await replaying.return(undefined as never);
  show?.end();
  await say(`As recorded up to the event of record ${last}; what follows has not been looked at.\n`);
  return EXIT.done;
}

async function tell({ differences }: ReplayedStep): Promise<void> {
  for (const { record, what, expected, got } of differences) {
    await say(`record ${record}: ${what}\n  then:  ${got}\n  today: ${expected}\n`);
  }
}

async function told(replayed: Replayed, from: number): Promise<number> {
  if (!replayed.ok) {
    // Where not even the first record is whole there is nothing that could be replayed.
    const isNothing = replayed.what === 'chain' && replayed.record === 1;
    return report(problem(isNothing ? EXIT.usage : EXIT.failed, aboutDivergence(replayed)));
  }
  const { events, states, effects, notes, bytes, torn, behaviours, differences } = replayed;
  const all = events + states + effects + notes;
  if (from > 1 && from > all) {
    return report(problem(EXIT.usage, `--from ${from}: the last record is ${all}.`));
  }
  const led = `${counted(states, 'state')}, ${counted(effects, 'effect')} and ${counted(notes, 'note')}`;
  const summary =
    differences === 0
      ? `${counted(events, 'event')} led to the same ${led}; ${bytes} bytes the same.\n`
      : `${counted(events, 'event')} were told again, and led then to ${led}. ${counted(differences, 'difference')} from then: this program behaves otherwise than the one that ran the session (behaviour ${behaviours.join(', ')}).\n`;
  await say(summary);
  if (torn) await say(`${aboutTorn(torn)}\n`);
  return EXIT.done;
}

function aboutDivergence({ record, event, what, expected, got }: Divergence): string {
  if (what === 'behaviour')
    return `record ${record}: ${got} instead of ${expected}: a newer Tagma ran this session, or it was altered.`;
  const leads = event === null || event === record ? '' : ` It follows from the event of record ${event}.`;
  return `record ${record}: ${what} differs.${leads}\n  expected: ${expected}\n  got:      ${got}`;
}
