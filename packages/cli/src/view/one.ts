/** One history on the full screen, and the fork that is asked for there. */
import { openTape } from '@tagma/history';
import { openTravel, SEEN, type TravelOptions } from '@tagma/tui';
import { toClipboard } from '../clipboard.ts';
import { inEditor } from '../editor.ts';
import { EXIT } from '../exit.ts';
import { holdMemorySmall } from '../memory.ts';
import { problem, report } from '../problem.ts';
import { aboutFault } from '../torn.ts';
import { exitOf } from './exit.ts';
import type { ForkWanted, ViewOptions } from './options.ts';
import { streamsOf } from './streams.ts';

/** Bytes that are read at a time before anything is shown: up to the first step, without which there is nothing to look at. */
const BEGINNING_BYTES = 32 * 1024;

/** The exit code; or the record that the person wants to go on from, in another session. */
export async function viewOne(file: string, { at, config }: ViewOptions): Promise<number | ForkWanted> {
  const goal = goalOf(at);
  if (goal === null) return report(problem(EXIT.usage, `--at ${at}: a record's number, or turn:N, is wanted.`));
  const letGo = holdMemorySmall();
  try {
    return await viewed(file, goal, config);
  } finally {
    letGo();
  }
}

async function viewed(file: string, goal: Goal, config: string | undefined): Promise<number | ForkWanted> {
  const opened = await openTape(file, SEEN);
  if (!opened.ok) return report(problem(opened.error.kind === 'io' ? EXIT.failed : EXIT.usage, opened.error.message));
  const { tape } = opened;
  while (tape.known.read === 0 && tape.readOn(BEGINNING_BYTES));
  const { read, isWhole, problem: wrong, faults } = tape.known;
  if (isWhole && read === 0) {
    tape.close();
    const [fault] = faults;
    const why = fault ? `${file}: ${aboutFault(fault)}` : `${file}: nothing was recorded in it.`;
    return report(problem(EXIT.usage, wrong ?? why));
  }
  const left = await openTravel({ ...(await streamsOf(config)), tape, goal, ...DOORS });
  tape.close();
  return left.kind === 'fork' ? { fork: file, record: left.record } : exitOf(left);
}

type Goal = NonNullable<TravelOptions['goal']>;

const DOORS: Pick<TravelOptions, 'edit' | 'copy'> = {
  // What is changed there changes nothing here.
  edit: (text, name) => inEditor(text, name, process.env),
  copy: (text) => toClipboard(text, process.env),
};

/** Null where it is no place. */
function goalOf(at: string | undefined): Goal | null {
  if (at === undefined) return { kind: 'record', record: 1 };
  const [, turn, record] = /^(?:turn:(\d{1,9})|(\d{1,12}))$/.exec(at) ?? [];
  if (turn !== undefined) return { kind: 'turn', turn: Number(turn) };
  return record === undefined ? null : { kind: 'record', record: Number(record) };
}
