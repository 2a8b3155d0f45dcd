/** `/context`: what fills the model's window. */
import { type Context, modelOf, type WindowPart } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import type { Model } from '../screen/model.ts';
import { shownNumber } from '../text/amounts.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { windowParts } from './window-parts.ts';

const GAUGE_COLUMNS_MAX = 40;

const WORDS: { readonly [what in WindowPart['what']]: string } = {
  prompt: 'system prompt',
  tools: 'descriptions of the tools',
  project: 'what is told of the project',
  said: 'your messages, and what is told beside them',
  attached: 'files and what was piped in',
  summary: 'summary of what came before',
  replies: 'replies of the model',
  observations: 'results of tools and commands',
  pictures: 'pictures',
  frame: 'what stands around each message',
};

type Row = { readonly words: string; readonly tokens: number; readonly isLeft: boolean };

export function contextRows({ snapshot }: Model, columns: number): readonly Line[] {
  if (snapshot === null) return [line(['Nothing has been sent yet.', 'text'])];
  return windowLines(snapshot.context, columns).flatMap((each) => wrap(each, columns));
}

function windowLines(context: Context, columns: number): readonly Line[] {
  const { parts, tokens, windowTokens, refused, reserve, free } = windowParts(context);
  const share = windowTokens === 0 ? '' : ` of ${shownNumber(windowTokens)}, ${percent(tokens, windowTokens)}`;
  const unknown = windowTokens === 0 ? ' · the window is not known: --window N says it' : '';
  const left = windowTokens === 0 ? [] : [row('free', free, true), row('kept free for the reply', reserve, true)];
  if (refused > 0) left.push(row('not used: a request that should have fitted was refused', refused, true));
  const rows = [...parts.map((part) => row(WORDS[part.what], part.tokens)), ...left];
  const widest = Math.max(0, ...rows.map((part) => shownNumber(part.tokens).length));
  return [
    line(['context', 'label'], [` · about ${shownNumber(tokens)} tokens${share}${unknown}`, 'text']),
    ...(windowTokens === 0 ? [] : [gauge(tokens, windowTokens, columns)]),
    ...rows.map((part) =>
      line(
        [`  ${shownNumber(part.tokens).padStart(widest)}  `, 'number'],
        [part.words, part.isLeft ? 'muted' : 'text'],
        [` · ${percent(part.tokens, windowTokens || tokens)}`, 'muted'],
      ),
    ),
    line([
      `  Estimated, and corrected by what ${oneLine(visible(modelOf(context).model))} counts. /compact makes it smaller.`,
      'muted',
    ]),
  ];
}

function row(words: string, tokens: number, isLeft = false): Row {
  return { words, tokens, isLeft };
}

function gauge(tokens: number, windowTokens: number, columns: number): Line {
  const room = Math.min(GAUGE_COLUMNS_MAX, columns - 4);
  const filled = Math.min(room, Math.round((tokens / windowTokens) * room));
  return line(['  ', 'text'], ['█'.repeat(filled), 'gauge'], ['░'.repeat(room - filled), 'muted']);
}

function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return share > 0 && share < 1 ? 'under 1%' : `${Math.round(share)}%`;
}
