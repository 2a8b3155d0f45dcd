/**
 * Replies as rows: what the model wrote, how it ended, and all that the scanner shall make of it. Each row is read at once and
 * in pieces of four sizes, and its partial results are looked at behind every character.
 */
import { describe, expect, test } from 'vitest';
import {
  endReply,
  type Finish,
  feedReply,
  type Json,
  overOf,
  type PartialReply,
  parseReply,
  partialReply,
  type Reply,
  type ReplyError,
  type ReplyOptions,
  startReply,
  type Thought,
} from '../../src/index.ts';
import { TOOLS } from './tools.ts';

const CHUNK_SIZES = [1, 3, 7, 64];

type Code = ReplyError['code'];

type ExpectedAction = {
  readonly tool: string;
  readonly params: { readonly [name: string]: Json };
  readonly asWritten: { readonly [name: string]: string };
  readonly error: Code | null;
};

/** What is left out is empty. An error is told by its code; the words are tested for themselves. */
export type Expected = {
  readonly thoughts?: readonly Thought[];
  readonly actions?: readonly ExpectedAction[];
  readonly final?: string | null;
  readonly loose?: string;
  readonly repairs?: readonly string[];
  readonly error?: Code | null;
};

/** `taken back`: the end of the text shows that what was shown before was something else (a thought, an example). */
type Settings = Partial<ReplyOptions> & { readonly streams?: 'taken back' };

export type Row = readonly [title: string, text: string, finish: Finish, expected: Expected, settings?: Settings];

export function action(
  tool: string,
  params: ExpectedAction['params'],
  more: { readonly error?: Code; readonly asWritten?: ExpectedAction['asWritten'] } = {},
): ExpectedAction {
  return { tool, params, asWritten: more.asWritten ?? {}, error: more.error ?? null };
}

/** Written as `<thought>`. */
export function said(text: string): Thought {
  return { text, written: true };
}

/** Under another name, or in the endpoint's field. */
export function thought(text: string): Thought {
  return { text, written: false };
}

export function describeRows(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [behaviour, text, finish, expected, { streams, ...settings } = {}] of rows) {
      test(behaviour, () => {
        const options = { tools: TOOLS, ...settings };
        const reply = parseReply(text, finish, options);
        expect(summary(reply)).toEqual(complete(expected));
        for (const size of CHUNK_SIZES) expect([size, inChunks(text, size, finish, options)]).toEqual([size, reply]);
        const partials = partialsOf(text, options);
        if (streams !== 'taken back') for (const partial of partials) expectBeginning(partial, reply);
      });
    }
  });
}

/** As a stream is read: behind each piece it is asked whether the rest would be dropped. */
export function inChunks(text: string, size: number, finish: Finish, options: ReplyOptions): Reply {
  const scan = startReply(options);
  for (let at = 0; at < text.length; at += size) {
    feedReply(scan, text.slice(at, at + size));
    overOf(scan);
  }
  return endReply(scan, finish);
}

/** Behind every character, each different one once. */
export function partialsOf(text: string, options: ReplyOptions): readonly PartialReply[] {
  const scan = startReply(options);
  const seen = new Map<string, PartialReply>();
  for (let at = 0; at < text.length; at++) {
    feedReply(scan, text.charAt(at));
    const partial = partialReply(scan);
    seen.set(JSON.stringify(partial), partial);
  }
  return [...seen.values()];
}

/** Every text that a screen has shown is a beginning of what was meant, as it was written. */
export function expectBeginning(partial: PartialReply, reply: Reply): void {
  expectBeginnings(
    partial.thoughts,
    reply.thoughts.map((one) => one.text),
  );
  expectBeginnings([partial.loose], [reply.loose]);
  if (partial.final !== null) expectBeginnings([partial.final], [reply.final ?? 'no final']);
  for (const [index, shown] of partial.actions.entries()) {
    const { tool, params = {}, asWritten = {} } = reply.actions[index] ?? {};
    // Where the tool is named in a body of JSON, it is not known before the end.
    if (shown.tool !== '') expect(tool?.toLowerCase()).toBe(shown.tool.toLowerCase());
    for (const [name, value] of Object.entries(shown.params)) {
      const meant = asWritten[name] ?? params[name] ?? 'null';
      // Where borders and spelling do not count, only what is shown at all is compared.
      if (typeof meant === 'string' && meant !== 'null') expectBeginnings([value.trim()], [meant.trim()]);
    }
  }
}

function expectBeginnings(shown: readonly string[], meant: readonly string[]): void {
  expect(shown).toEqual(shown.map((text, i) => (meant[i]?.startsWith(text) ? text : meant[i])));
}

/** Whether it started in thought has rows of its own. */
function summary({ startedInThought: _, ...reply }: Reply) {
  const actions = reply.actions.map(({ error, ...rest }) => ({ asWritten: {}, ...rest, error: error?.code ?? null }));
  return { ...reply, actions, error: reply.error?.code ?? null };
}

function complete({
  thoughts = [],
  actions = [],
  final = null,
  loose = '',
  repairs = [],
  error = actions.find((one) => one.error)?.error ?? null,
}: Expected) {
  return { thoughts, actions, final, loose, repairs, error };
}
