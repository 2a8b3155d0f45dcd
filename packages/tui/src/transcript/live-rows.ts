/**
 * What is still alive, as blocks of rows: the reply that streams, tools that run, what waits. Only the last part of a reply
 * grows; a thought that something follows is folded as those before it are.
 */
import type { QueuedMessage } from '@tagma/core';
import { type PartialReply, visible } from '@tagma/protocol';
import { type Line, line, named } from '../text/line.ts';
import { joinedRows, type Rows } from '../text/rows.ts';
import { type LayOut, markdownLayOut, plainLayOut, type Streamed, streamed } from '../text/streamed.ts';
import { wrap } from '../text/wrap.ts';
import { markedCommand } from './action-lines.ts';
import { foldedThought } from './block-rows.ts';
import { answerHeading, commandLines } from './describe.ts';
import { lastLines } from './items.ts';
import type { OwnCommand, Transcript, Waiting } from './transcript.ts';

/** Lines of a running tool's output that are shown. */
const OUTPUT_LINES_SHOWN = 8;
/** Code units of a message that waits that are shown. */
const QUEUED_SHOWN_MAX = 400;
/** A command that is longer is shown without its words told apart while it is written. In code units. */
const COMMAND_MARKED_MAX = 500;

export type Live = Pick<Transcript, 'live' | 'summary' | 'running' | 'command' | 'waiting'> & {
  readonly queue: readonly QueuedMessage[];
};

/** `isOpen`: whether the thought that is the block of that number, from 0, is open. */
export function liveRows(
  { live, summary, running, command, waiting, queue }: Live,
  width: number,
  isOpen: (block: number) => boolean,
): readonly Rows[] {
  const wrapped = (lines: readonly Line[]): readonly Line[] => lines.flatMap((each) => wrap(each, width));
  return [
    ...(live ? partialRows(live.partial, width, isOpen) : []),
    ...[
      ...(summary === null ? [] : [[[], SUMMING_UP]]),
      ...running.map(({ tool, call, output }) => [
        line(['running', 'warning'], [` · ${named(tool)} · call ${call}`, 'muted']),
        ...outputLines(output),
      ]),
      ...(command ? [commandBlock(command)] : []),
      ...(waiting.length > 0 ? [[[], waitingLine(waiting)]] : []),
      ...(queue.length > 0 ? [[[], ...queue.map(queuedLine)]] : []),
    ].map(wrapped),
  ];
}

const SUMMING_UP = line(['summing up …', 'warning'], [' · the older part of the conversation', 'muted']);

function commandBlock({ command, output }: OwnCommand): readonly Line[] {
  return [[], ...commandLines(command), line(['running', 'warning'], [' · by you', 'muted']), ...outputLines(output)];
}

/** The end of what has been written so far. */
function outputLines(output: string): readonly Line[] {
  return lastLines(output, OUTPUT_LINES_SHOWN).lines.map((each) => line([`  ${visible(each)}`, 'muted']));
}

function partialRows(partial: PartialReply, width: number, isOpen: (block: number) => boolean): readonly Rows[] {
  const { actions, final, loose } = partial;
  const thoughts = partial.thoughts.filter((text) => text.trim() !== '');
  const answers = final !== null && actions.length === 0;
  const isOver = actions.length > 0 || answers;
  const blocks: Rows[] = thoughts.map((text, index) => {
    if (!isOpen(index) && (isOver || index < thoughts.length - 1)) return [[], foldedThought(text.trim(), width)];
    return headed(line(['thought', 'label']), grown(`thought ${index}`, text.trim(), width, THOUGHT));
  });
  if (loose.trim() !== '') blocks.push(headed(line(['aside', 'label']), grown('aside', loose.trim(), width, ASIDE)));
  for (const [index, action] of actions.entries()) blocks.push(actionRows(action, index, width));
  if (answers) blocks.push(headed(answerHeading(false), grown('answer', final.trimStart(), width, markdownLayOut)));
  return blocks;
}

function headed(heading: Line, rows: Rows): Rows {
  return joinedRows([[], heading], rows);
}

const THOUGHT = plainLayOut('thought', '  ');
const ASIDE = plainLayOut('muted', '  ');
const REMOVED = plainLayOut('removed', '  - ');
const ADDED = plainLayOut('added', '  + ');
const VALUE = plainLayOut('text', '    ');

type LiveAction = PartialReply['actions'][number];

function actionRows({ tool, params }: LiveAction, index: number, width: number): Rows {
  const { path } = params;
  const isChange = path !== undefined && (tool === 'edit' || tool === 'write');
  const subject = isChange ? ` ${named(path)}` : '';
  const heading = line([named(tool) || '…', 'action'], [subject, 'text'], [' · is being written', 'muted']);
  const values = Object.entries(params).flatMap(([name, value]): readonly Rows[] => {
    const slot = `action ${index} ${name}`;
    if (isChange && name === 'path') return [];
    if (isChange && name === 'old') return value === '' ? [] : [grown(slot, value, width, REMOVED)];
    if (isChange && (name === 'new' || name === 'content'))
      return value === '' ? [] : [grown(slot, value, width, ADDED)];
    if (tool === 'bash' && name === 'command' && value.length <= COMMAND_MARKED_MAX)
      return [markedCommand(value.trim()).flatMap((each) => wrap(each, width))];
    const label = line([`  ${named(name)}:`, 'muted']);
    return [[label], grown(slot, value.trim(), width, VALUE)];
  });
  return joinedRows([[], ...wrap(heading, width)], ...values);
}

/** What was laid out last of each text that grows; of another text it is of no use, and gives way. */
const kept = new Map<string, Streamed>();
const KEPT_MAX = 32;

function grown(slot: string, text: string, width: number, layOut: LayOut): Rows {
  const now = streamed(kept.get(slot) ?? null, text, width, layOut);
  kept.delete(slot);
  kept.set(slot, now);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return now.rows;
}

function waitingLine(waiting: readonly Waiting[]): Line {
  return line(['to come', 'muted'], [` · ${waiting.map(({ action }) => named(action.tool)).join(', ')}`, 'muted']);
}

function queuedLine({ text, steers }: QueuedMessage): Line {
  const shown = text.length > QUEUED_SHOWN_MAX ? `${text.slice(0, QUEUED_SHOWN_MAX)}…` : text;
  return line([steers ? 'to steer' : 'queued', 'warning'], [` · ${named(shown)}`, 'person']);
}
