/**
 * What streams in, as pieces: of a reply what has been added since the piece before, of a tool what it has put out. Who
 * cannot keep up loses nothing of a reply: while nothing can be written nothing is asked for, and the next piece is longer.
 */
import type { Update } from '@tagma/core';
import type { PartialReply } from '@tagma/protocol';
import type { StreamEvent } from '@tagma/stream';

type Partial = Extract<Update, { kind: 'partial' }>;
type Output = Extract<Update, { kind: 'output' }>;
type Part = Extract<StreamEvent, { type: 'reply_delta' }>['part'];

export type Deltas = {
  readonly partial: (update: Partial) => readonly StreamEvent[];
  /** @param call the call that runs under the request of the update */
  readonly output: (update: Output, call: number | undefined) => readonly StreamEvent[];
};

export function createDeltas(): Deltas {
  let request = 0;
  let told = new Map<string, string>();

  const added = (part: Part, index: number, whole: string): readonly StreamEvent[] => {
    const key = `${part} ${index}`;
    const before = told.get(key) ?? '';
    // Half of a character waits for the other half.
    const settled = whole.replace(/[\ud800-\udbff]$/, '');
    // What turns out to be something else is told by the event `reply`.
    if (settled.length <= before.length || !settled.startsWith(before)) return [];
    told.set(key, settled);
    return [{ type: 'reply_delta', request, part, index, text: settled.slice(before.length) }];
  };

  return {
    partial({ request: of, partial }) {
      if (of !== request) told = new Map();
      request = of;
      return [...textsOf(partial)].flatMap(([part, index, text]) => added(part, index, text));
    },
    output: ({ text }, call) => (call === undefined ? [] : [{ type: 'call_output', call, text }]),
  };
}

function* textsOf({ thoughts, loose, final }: PartialReply): Generator<[Part, number, string]> {
  for (const [index, text] of thoughts.entries()) yield ['thought', index, text];
  yield ['loose', 0, loose];
  if (final !== null) yield ['final', 0, final];
}
