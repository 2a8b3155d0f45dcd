/**
 * A text that grows, written as it grows and never twice. What it may still turn out to be (the layout's newline before
 * a closing tag, half a surrogate pair) is held back until more has come.
 */
import { visible } from '@tagma/protocol';

export type TextStream = {
  /** The whole text so far; writes what is new. */
  feed(whole: string): void;
  /**
   * The text as it was read in the end: writes the rest and ends the line. False if the text is another than what has
   * been written: then nothing but the line's end is written, and the caller says so.
   */
  finish(exact: string): boolean;
  /** Ends the line without the rest. */
  close(): void;
};

/** `indent` is written before every line. */
export function startStream(write: (text: string) => void, indent: string): TextStream {
  let written = '';
  let closed = false;

  function advance(settled: string): void {
    if (settled.length <= written.length) return;
    const added = visible(settled.slice(written.length).replaceAll('\r\n', '\n'));
    write((written === '' ? indent : '') + added.replaceAll('\n', `\n${indent}`));
    written = settled;
    closed = false;
  }

  function close(): void {
    if (written !== '' && !closed) write('\n');
    closed = true;
  }

  return {
    feed: (whole) => advance(settledPart(whole)),
    finish(exact) {
      const settled = exact.trim();
      const same = settled.startsWith(written) && !(closed && settled.length > written.length);
      if (same) advance(settled);
      close();
      return same;
    },
    close,
  };
}

function settledPart(whole: string): string {
  return whole.trim().replace(/[\ud800-\udbff]$/, '');
}
