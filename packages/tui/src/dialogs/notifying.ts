/** When a person who looks elsewhere is told, and what: a question is open, or a turn has ended. Pure. */
import type { TurnResult, Update } from '@tagma/core';
import type { Act, Model } from '../screen/model.ts';
import { named } from '../text/line.ts';
import type { Question } from '../transcript/answers.ts';

/** Whoever has pressed no key for so long may look elsewhere, also where the terminal's window has the keyboard. */
export const AWAY_MS = 30_000;

/** @param before the question that was open before */
export function notifications(
  model: Model,
  before: Question | null,
  { emitted }: Extract<Update, { kind: 'step' }>,
): readonly Act[] {
  const end = emitted.find((each) => each.type === 'turn.end');
  const text = end ? endWords(end.result) : questionWords(model.transcript.question, before);
  return text !== null && isAway(model) ? [{ type: 'notify', text }] : [];
}

function isAway({ settings, focused, touched, now }: Model): boolean {
  if (settings.notify !== 'auto') return settings.notify === 'always';
  return focused === false || now - touched >= AWAY_MS;
}

/** Null where nothing new is asked. A plan is asked about once it can be read. */
function questionWords(question: Question | null, before: Question | null): string | null {
  if (question === null || question === before) return null;
  switch (question.type) {
    case 'person.ask':
      return `May ${named(question.tool)} run?`;
    case 'question.ask':
      return `The model asks: ${named(question.question)}`;
    case 'plan.review':
      return question.text === null ? null : 'Shall the plan be carried out?';
    case 'limit.ask':
      return 'A limit is reached: shall it go on?';
  }
}

function endWords(result: TurnResult): string | null {
  switch (result.kind) {
    case 'done':
      return `Done: ${named(result.text.trim())}`;
    case 'failed':
      return `Failed: ${named(result.fault.message)}`;
    case 'limit':
      return 'Stopped: a limit is reached.';
    case 'uncorrected':
      return 'Failed: no usable reply came.';
    case 'aborted':
      return null;
  }
}
