/** What is to be said when the model of the screen has changed: every change once, as lines. Pure. */
import { oneLine, revealed, visible } from '@tagma/protocol';
import { dialogRows } from '../dialogs/dialogs.ts';
import { type ChoiceList, foundIn } from '../dialogs/list.ts';
import { isList } from '../dialogs/listing.ts';
import { optionsOf } from '../dialogs/options.ts';
import { questionRows } from '../dialogs/question.ts';
import { isBusy, type Model } from '../screen/model.ts';
import type { Question } from '../transcript/answers.ts';
import { withoutDrawing } from './drawing.ts';
import { itemWords, labelled } from './item-words.ts';
import { heldSaid, machineSaid } from './machine-words.ts';

/** Choices of a list that are read out. */
const CHOICES_MAX = 30;
/** Wider than any line: nothing is broken. */
const COLUMNS = 100_000;
/** Columns of figures stand beside each other. */
const PANEL_COLUMNS = 100;
const QUIT_NEAR = 'note: Ctrl+C again quits';

export function said(before: Model, after: Model): readonly string[] {
  return [
    ...itemsSaid(before, after),
    ...modeSaid(before, after),
    ...queueSaid(before, after),
    ...(after.transcript.summary !== null && before.transcript.summary === null
      ? ['summing up: the older part of the conversation']
      : []),
    ...questionSaid(questionIn(before), questionIn(after)),
    ...heldSaid(before.machine.held, after.machine.held),
    ...machineSaid(before, after),
    ...listSaid(before, after),
    ...panelSaid(before, after),
    ...reportSaid(before, after),
    ...draftSaid(before.composer.text, after.composer.text),
    ...(after.notice !== null && after.notice !== before.notice ? labelled('note', after.notice) : []),
    ...(after.quitNear && !before.quitNear ? [QUIT_NEAR] : []),
    ...stateSaid(before, after),
  ];
}

function itemsSaid(before: Model, after: Model): readonly string[] {
  const lines: string[] = [];
  for (let index = before.transcript.items.length; index < after.transcript.items.length; index++) {
    const item = after.transcript.items.at(index);
    if (item) lines.push(...itemWords(item));
  }
  return lines;
}

/** Where the machine has changed it, an item says so. */
function modeSaid(before: Model, after: Model): readonly string[] {
  const { mode } = after.status;
  if (mode === before.status.mode || after.transcript.items.at(-1)?.kind === 'mode') return [];
  return [`mode: ${mode}`];
}

function queueSaid(before: Model, { queue }: Model): readonly string[] {
  const known = new Set(before.queue.map(({ message }) => message));
  return queue
    .filter(({ message }) => !known.has(message))
    .flatMap(({ text, steers }) => labelled(steers ? 'waits, to steer the turn' : 'waits, for the next turn', text));
}

/** While a list is open the next line chooses from that: a question is read out after it. */
function questionIn({ transcript, dialog }: Model): Question | null {
  return isList(dialog) ? null : transcript.question;
}

function questionSaid(before: Question | null, after: Question | null): readonly string[] {
  if (after === null || after === before) return [];
  // Nobody can agree to a plan that has not been read.
  if (after.type === 'plan.review' && after.text === null) return [];
  const [first = '', ...rest] = questionRows(after, COLUMNS).map((spans) => spans.map(({ text }) => text).join(''));
  const [words = '', ...details] = first.split(' · ');
  const heading = [`asks: ${words}`, ...details.map((each) => `  ${each}`)];
  if (after.type === 'question.ask') {
    const lines = after.question.split('\n').map((each) => `  ${revealed(each)}`);
    return [...heading, ...lines, ...choicesSaid(after), 'choose: write a number, or an answer of your own'];
  }
  return [...heading, ...rest, ...choicesSaid(after), 'choose: write a number'];
}

function choicesSaid(question: Question): readonly string[] {
  return optionsOf(question).map(({ says, does }, index) => {
    const reason = does === 'reason' ? `no, because: write ${index + 1} and the reason behind it` : null;
    return `  ${index + 1}: ${reason ?? oneLine(revealed(says))}`;
  });
}

function listSaid(before: Model, { dialog }: Model): readonly string[] {
  if (!isList(dialog) || dialog.list.choices === null) return [];
  const known = isList(before.dialog) && before.dialog.kind === dialog.kind ? before.dialog.list : null;
  const lines = choiceListSaid(dialog.list);
  // They may have been found anew, and be the same.
  return known?.choices && choiceListSaid(known).join() === lines.join() ? [] : lines;
}

/** A dialog that nothing is chosen in, without what is drawn in it. */
function panelSaid(before: Model, after: Model): readonly string[] {
  const { dialog } = after;
  if (dialog === null || isList(dialog) || dialog.kind === 'report' || before.dialog?.kind === dialog.kind) return [];
  const lines = dialogRows(dialog, after, PANEL_COLUMNS).map((spans) =>
    withoutDrawing(spans.map(({ text }) => text).join('')),
  );
  return [`${dialog.kind}:`, ...lines.filter((text) => text !== '').map((text) => `  ${text}`)];
}

/** Line by line, as it comes. */
function reportSaid(before: Model, { dialog }: Model): readonly string[] {
  if (dialog?.kind !== 'report') return [];
  const known = before.dialog?.kind === 'report' && before.dialog.run === dialog.run ? before.dialog : null;
  const lines = dialog.lines.slice(known?.lines.length ?? 0).filter((text) => text.trim() !== '');
  return [
    ...(known === null ? [`${dialog.of}: found out now`] : []),
    ...lines.map((text) => `  ${oneLine(visible(text))}`),
    ...(dialog.isDone && known?.isDone === false ? [`${dialog.of}: that is all`] : []),
  ];
}

function choiceListSaid(list: ChoiceList): readonly string[] {
  const found = foundIn(list);
  const lines = found.slice(0, CHOICES_MAX).map(({ label, detail, note }, index) => {
    const text = [label, detail, note].filter(Boolean).join(', ');
    return `  ${index + 1}: ${oneLine(visible(text)).trim()}`;
  });
  const others = found.length - lines.length;
  return [
    ...labelled('list', [list.title, list.hint].filter(Boolean).join('. ')),
    ...lines,
    ...(others > 0 ? [`  ${others} more: write a word of the one that you mean`] : []),
    'choose: write a number, a word to find, or nothing to close the list',
  ];
}

/** What was taken back, or is proposed: it is sent where it is written again. */
function draftSaid(before: string, after: string): readonly string[] {
  return after === '' || after === before ? [] : labelled('draft, not sent', after);
}

function stateSaid(before: Model, after: Model): readonly string[] {
  const state = standing(after);
  return state === standing(before) ? [] : [`state: ${state}`];
}

/** What a person has to know of the machine's state: who has to do something now. */
function standing(model: Model): 'working' | 'paused' | 'ready' {
  if (model.state === 'paused') return 'paused';
  return isBusy(model) ? 'working' : 'ready';
}
