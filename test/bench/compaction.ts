/**
 * What it takes to plan a compaction: whether one is needed, what is shown again later or is old, where it is cut, what the request
 * for a summary holds, and what stays without one. Each round has messages of its own: what is known of a message is known once.
 */

import { BLANK } from '../../packages/core/src/blank.ts';
import {
  beginCompaction,
  mustCompact,
  mustCut,
  summaryMessagesOf,
  wantsSummary,
} from '../../packages/core/src/compaction/compaction.ts';
import { cut } from '../../packages/core/src/compaction/cutting.ts';
import type { Context } from '../../packages/core/src/context.ts';
import { messagesOf } from '../../packages/core/src/index.ts';
import type { Entry } from '../../packages/core/src/message.ts';
import { NO_SIZE, sizeTo } from '../../packages/core/src/tokens.ts';
import { sessionStarted } from '../../packages/testing/src/session-started.ts';
import { median, sayFigure } from '../figures.ts';

const SIZES = [1_000, 10_000, 100_000] as const;
const MEASURED = 10_000;
const PLANNED_MS_MAX = 50;
const ROUNDS = 31;
const ROUNDS_OF_MANY = 7;
const WINDOW_TOKENS = 8_192;
const FILES = 50;

for (const messages of SIZES) {
  const rounds = Array.from({ length: messages > MEASURED ? ROUNDS_OF_MANY : ROUNDS }, () => planned(messages));
  const [planning, leavingOut] = [median(rounds.map(([ms]) => ms)), median(rounds.map(([, ms]) => ms))];
  const name = `${messages.toLocaleString('en')} messages`;
  if (messages === MEASURED) sayFigure(`${name}, ms`, planning, { max: PLANNED_MS_MAX });
  else console.log(`${`${name}, ms`.padEnd(20)}${planning.toFixed(2).padStart(10)}`);
  console.log(`${'  and without summary'.padEnd(20)}${leavingOut.toFixed(2).padStart(9)}`);
}

/** Milliseconds, with a summary and without. Before it, the size of all is known, as it is before each request. */
function planned(messages: number): readonly [number, number] {
  const blank = contextOf(messages);
  const context = { ...blank, size: sizeTo(NO_SIZE, messagesOf(blank), messages) };
  const startedAt = performance.now();
  const needed = mustCompact(context);
  const begun = beginCompaction(context, 'threshold', '');
  if (!needed || !wantsSummary(begun) || !mustCut(begun)) throw new Error('there is nothing to be planned');
  summaryMessagesOf(begun);
  const asked = performance.now();
  cut(begun);
  return [asked - startedAt, performance.now() - asked];
}

function contextOf(messages: number): Context {
  const session = sessionStarted({ model: { windowTokens: WINDOW_TOKENS } });
  const conversation = Array.from({ length: messages }, (_, at) => entryOf(at));
  return { ...BLANK, session, models: [session.model], conversation };
}

/** Replies, and results of about a thousand characters; each file is read many times; now and then the person says something. */
function entryOf(at: number): Entry {
  if (at % 2 === 1) {
    const content = `<thought>Look at part ${at}. Decided: keep its name.</thought>\n<action tool="read">\n<path>f${at % FILES}.ts</path>\n</action>`;
    return { message: { role: 'assistant', content }, parts: [], said: [] };
  }
  const text = `<observation tool="read" call="${at}">\n${'const value = read(options);\n'.repeat(35)}</observation>`;
  const shows = { call: `read f${at % FILES}.ts`, file: `/project/f${at % FILES}.ts`, whole: true };
  const short = `<observation tool="read" call="${at}">\n</observation>`;
  const said = at % 40 === 0 ? [`Go on with part ${at}.`] : [];
  const content = [...said, text].join('\n\n');
  const part = { from: content.length - text.length, to: content.length, short, shows };
  return { message: { role: 'user', content }, parts: [part], said };
}
