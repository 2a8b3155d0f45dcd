/**
 * What a session goes on from: its history, open for writing by this process alone, and where the machine stands after all of
 * it. Where the two do not agree, nobody goes on.
 */
import type { SessionResumed, Snapshot } from '@tagma/core';
import { type Divergence, type Failed, type History, openHistory, replaySteps } from '@tagma/history';
import { redactedNames } from '@tagma/runtime';
import { EMPTY_TRANSCRIPT, type Transcript, transcriptAfter } from '@tagma/tui';
import { EXIT } from '../exit.ts';
import { holdMemorySmall } from '../memory.ts';
import { type Problem, problem } from '../problem.ts';
import { isSafeName, quoted } from '../quoted.ts';
import { aboutEnd } from './notes.ts';

export type Source = {
  readonly ok: true;
  /** The session's name: that of a copy is its own, not the one that stands in the events before it. */
  readonly session: string;
  readonly history: History;
  readonly snapshot: Snapshot;
  /** The end of what was shown of it. */
  readonly transcript: Transcript;
  /** All names that it has had: those of the files that it was copied from, too. */
  readonly sessions: readonly string[];
  /** The names of the redactions in it: what they stand for is not known any more. */
  readonly redacted: ReadonlySet<string>;
  /** Null where it is the same file. */
  readonly parent: SessionResumed['parent'];
  /** To be told to the person before anything runs. */
  readonly notes: readonly string[];
  /** What stands in it was written by this person's Tagma: it may say which server is asked, and what is allowed. */
  readonly isOwn: boolean;
};

/** So much of what was shown can be scrolled back to. */
const ITEMS_MAX = 20_000;

/** Opens the history of a session that has ended or was cut off. The caller closes `history`. */
export async function openSource(file: string, isOwn: boolean): Promise<Source | Problem> {
  const opened = openHistory(file);
  if (!opened.ok) return refusal(file, opened);
  const { head, torn, history } = opened;
  const notes = torn === null ? [] : [aboutTorn(torn.bytes, torn.copy)];
  const source = await sourceOf(history, { session: head.session, parent: null, notes, isOwn });
  // What opening it has done is told, whatever comes of it.
  return source.ok ? source : { ...source, message: [source.message, ...notes].join('\n') };
}

/**
 * Replays a history that is open for writing; it is closed where that fails.
 * @param session as the head of the file names it: a copy may have been cut off before any event told its own name
 */
export async function sourceOf(
  history: History,
  about: Pick<Source, 'session' | 'parent' | 'notes' | 'isOwn'>,
): Promise<Source | Problem> {
  const letGo = holdMemorySmall();
  try {
    const source = await replayed(history, about);
    if (!source.ok) history.close();
    return source;
  } finally {
    letGo();
  }
}

async function replayed(
  history: History,
  { session, notes, ...about }: Parameters<typeof sourceOf>[1],
): Promise<Source | Problem> {
  const { file } = history;
  const sessions = new Set<string>();
  const redacted = new Set<string>();
  let transcript = EMPTY_TRANSCRIPT;
  const replaying = replaySteps(file);
  let next = await replaying.next();
  for (; !next.done; next = await replaying.next()) {
    const { event, emitted, snapshot } = next.value;
    if (event.type === 'session.started' || event.type === 'session.resumed') sessions.add(event.session);
    redactedNames(event, redacted);
    transcript = bounded(transcriptAfter(transcript, { kind: 'step', event, emitted, snapshot }));
  }
  const ended = next.value;
  if (!ended.ok) return 'error' in ended ? refusal(file, ended) : diverged(file, ended);
  const { snapshot, unfinished } = ended;
  const { behaviour } = snapshot.context.session;
  if (behaviour === 0)
    return problem(EXIT.usage, `${file}: nothing was recorded in it, so there is nothing to go on with.`);
  if (!isSafeName(session)) return problem(EXIT.usage, `${file}: ${JSON.stringify(session)} is no name of a session.`);
  if (unfinished.length > 0) {
    const appended = history.append(unfinished, { sync: true });
    if (!appended.ok) return problem(EXIT.failed, appended.error.message);
  }
  return {
    ok: true,
    session,
    sessions: [...sessions],
    redacted,
    history,
    snapshot,
    transcript,
    notes: [...notes, ...aboutEnd(snapshot)],
    ...about,
  };
}

function bounded(transcript: Transcript): Transcript {
  const { items } = transcript;
  return items.length < 2 * ITEMS_MAX ? transcript : { ...transcript, items: items.last(ITEMS_MAX) };
}

function aboutTorn(bytes: number, copy: string | null): string {
  if (copy === null) return 'The history lacked its closing tag, for a write was cut off: it stands there again.';
  return `The last ${bytes} bytes of the history were the piece of a write that was cut off. They are in ${copy} now.`;
}

function refusal(file: string, { error }: Failed): Problem {
  const { kind, record, message } = error;
  if (kind === 'damaged' && record !== null && record > 1) {
    return problem(EXIT.usage, `${message}\nGo on from before it: tagma fork ${quoted(file)} --at ${record - 1}`);
  }
  if (kind === 'locked')
    return problem(EXIT.usage, `${message}\nA copy can go its own way: tagma fork ${quoted(file)}`);
  return problem(kind === 'io' ? EXIT.failed : EXIT.usage, message);
}

function diverged(file: string, { record, what, expected, got }: Divergence): Problem {
  const before = record > 1 ? `\nGo on from before it: tagma fork ${quoted(file)} --at ${record - 1}` : '';
  return problem(
    EXIT.usage,
    `${file}: record ${record}: ${what} differs when it is replayed, so nobody can go on from its end.\n  expected: ${expected}\n  got:      ${got}\ntagma audit ${quoted(file)} says more.${before}`,
  );
}
