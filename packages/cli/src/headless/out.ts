/**
 * Standard output for a program that reads it as it comes. Nothing is kept without bound for one that reads slowly: while
 * what was written has not been taken, the session is told of nothing new, and what only streams past is left out.
 */
import type { Writable } from 'node:stream';
import type { Gate } from '@tagma/runtime';

export type Out = {
  readonly write: (text: string | Uint8Array) => void;
  /** What was written has not been taken yet. */
  readonly isFull: () => boolean;
  /** Resolves when there is room again, or nobody reads any more. */
  readonly room: () => Promise<void>;
  /** Holds every fact until there is room. */
  readonly gate: Gate;
};

export function outTo(stream: Writable): Out {
  const isFull = () => stream.writableNeedDrain;
  const room = () => (isFull() ? untilRoom(stream) : Promise.resolve());
  return {
    write: (text) => void stream.write(text),
    isFull,
    room,
    gate: () => (isFull() ? room().then(() => PASS) : PASS),
  };
}

const PASS = { kind: 'pass' } as const;

/** An output that was closed tells it by an error, and drains no more. */
const ENDS = ['drain', 'error', 'close'] as const;

function untilRoom(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ENDS) stream.off(event, done);
      resolve();
    };
    for (const event of ENDS) stream.on(event, done);
  });
}
