/** A fork of the session that is on the screen, whole or up to right before a prompt, set as it is set now. */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Context, chosenModelOf, type Fact } from '@tagma/core';
import type { ForkPoint } from '@tagma/history';
import { sessionName } from '../folders.ts';
import type { Prepared } from '../prepare.ts';
import type { Problem } from '../problem.ts';
import { foreignFacts, nameOf } from '../resume/recorded.ts';
import type { Source } from '../resume/source.ts';

import { beginFork, dropFork } from './begin.ts';

/** Prepares what goes on from there as the session on the screen was prepared. */
export type PrepareFrom = (source: Source) => Promise<Prepared | Problem>;

/**
 * The fork, ready to begin; the session that it comes from may run on meanwhile. Where it
 * cannot be had nothing is left of it.
 * @param point the prompt that it ends before; null: it is a copy of all of it
 * @param now where that session stands: the model, the mode and the rules were perhaps changed since the prompt
 */
export async function rewound(
  point: ForkPoint | null,
  from: Pick<Prepared, 'file' | 'isOwn'> & { readonly outputFolder: string },
  now: Context,
  prepareFrom: PrepareFrom,
): Promise<Prepared | Problem> {
  const session = sessionName(new Date(), randomBytes(3).toString('hex'));
  const file = join(dirname(from.file), `${session}.xml`);
  const target = { session, file, outputs: dirname(from.outputFolder), isElsewhere: false };
  const source = await beginFork({ file: from.file, record: point && point.record - 1, isOwn: from.isOwn }, target);
  if (!source.ok) return source;
  const prepared = await prepareFrom(source);
  if (!prepared.ok || prepared.from === null) {
    source.history.close();
    dropFork(target);
    return prepared;
  }
  const { started, from: begins } = prepared;
  const settings = { ...started.settings, mode: now.mode, rules: now.rules.filter(({ from }) => from !== 'answer') };
  return {
    ...prepared,
    started: { ...started, model: chosenModelOf(now), settings },
    from: { ...begins, first: [...foreignFacts(source, now.mode), ...takenBack(source, now)] },
  };
}

/** Answers "always" that the person has taken back since: a fork that begins before that does not bring them back. */
function takenBack({ snapshot, isOwn }: Source, now: Context): readonly Fact[] {
  const held = new Set(now.rules.map(nameOf));
  const answers = isOwn ? snapshot.context.rules.filter(({ from }) => from === 'answer') : [];
  return answers.filter((rule) => !held.has(nameOf(rule))).map((rule) => ({ type: 'rule.removed', rule }));
}

/** For the person, on the fork's screen. */
export function aboutRewind(old: string, prompt: number): string {
  return (
    `Back to before prompt ${prompt}, in a fork. The session until now is kept: tagma resume ${old}\n` +
    'Files are as they are now: /undo turn takes back what the last turn changed.'
  );
}

/** The same for a copy of all of it. */
export function aboutFork(old: string): string {
  return `A copy of the session goes on. The one until now is kept as it is: tagma resume ${old}`;
}
