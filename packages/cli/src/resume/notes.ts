/** What the person is told before a session goes on: how it had ended, and by what it goes on. */
import {
  type Call,
  chosenModelOf,
  interruptedCalls,
  isTurnCutOff,
  type SessionResumed,
  type Snapshot,
} from '@tagma/core';
import { type Json, oneLine, visible } from '@tagma/protocol';

/** The session before it goes on. */
type Was = { readonly session: string; readonly snapshot: Snapshot; readonly isOwn: boolean };

const CALL_CHARACTERS_MAX = 100;

/** How it had ended, where something was left: what was interrupted, and what still waits. */
export function aboutEnd({ context }: Snapshot): readonly string[] {
  const { result, undoing, commanding, queue } = context;
  return [
    ...(isTurnCutOff(context) ? ['The session was cut off in the middle of a turn.'] : []),
    ...interruptedCalls(context).map(
      (call) => `Interrupted, its effect is unknown, and it is not run again: ${callText(call)}`,
    ),
    ...(undoing === null ? [] : ['Changes were being taken back: whether they were is unknown.']),
    ...(commanding === null
      ? []
      : [
          `Your command was running: what it has done is unknown, and it is not run again: ${short(commanding.command)}`,
        ]),
    ...(result?.kind === 'failed' ? [`Its last turn had failed: ${oneLine(visible(result.fault.message))}`] : []),
    ...(queue.length === 0 ? [] : [`What waited goes along with the next prompt: ${queue.length} of your messages.`]),
  ];
}

/** By what it goes on. */
export function aboutSettings({ session, snapshot, isOwn }: Was, { model, settings, folder }: SessionResumed): string {
  const { context } = snapshot;
  const was = chosenModelOf(context);
  const before =
    was.model !== model.model
      ? `, was ${was.model}`
      : was.endpoint !== model.endpoint
        ? `, was at ${was.endpoint}`
        : '';
  const trusted = context.mode === 'trust' && settings.mode !== 'trust' ? ' (trust has to be said again: --trust)' : '';
  const answers = context.rules.filter(({ from }) => from === 'answer').length;
  const rules = answers === 0 ? '' : aboutAnswers(answers, isOwn);
  return `going on with ${session} in ${folder}: ${model.model} at ${model.endpoint}${before}; mode ${settings.mode}${trusted}${rules}.`;
}

function aboutAnswers(answers: number, isOwn: boolean): string {
  const what =
    answers === 1 ? 'what you have once answered with "always"' : `the ${answers} answers "always" of before`;
  return isOwn ? `; ${what} still holds` : `; ${what} does not hold, for the file is from elsewhere`;
}

function callText({ ref }: Call): string {
  const said = Object.values(ref.params).filter((value): value is Exclude<Json, object> => typeof value !== 'object');
  return `call ${ref.call}, ${short(`${ref.tool} ${said.join(' ')}`.trim())}`;
}

function short(text: string): string {
  const shown = oneLine(visible(text));
  return shown.length > CALL_CHARACTERS_MAX ? `${shown.slice(0, CALL_CHARACTERS_MAX)} …` : shown;
}
