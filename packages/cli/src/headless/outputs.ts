/** What `tagma -p` writes to standard output in other formats than text. */
import { createTeller } from './events/teller.ts';
import type { OutputFormat } from './formats.ts';
import { jsonLine } from './json-line.ts';
import { type Out, outTo } from './out.ts';
import type { Output } from './output.ts';
import { xmlOutput } from './xml-output.ts';

export type OutputOptions = {
  readonly deltas: boolean;
  /** The file of the history. */
  readonly history: string;
  /** What the process will end with where somebody wants it to end, or null. */
  readonly endCode: () => number | null;
};

export function outputIn(format: Exclude<OutputFormat, 'text'>, options: OutputOptions): Output {
  const out = outTo(process.stdout);
  switch (format) {
    case 'json':
      return jsonOutput(out, options);
    case 'stream-json':
      return streamOutput(out, options);
    case 'xml':
      return xmlOutput(out, options.history);
  }
}

/** One object, at the end. */
function jsonOutput(out: Out, options: OutputOptions): Output {
  const teller = createTeller({ ...options, deltas: false });
  let line = '';
  return {
    hasProgress: true,
    take(update) {
      const result = teller.take(update).find(({ type }) => type === 'result');
      if (result) line = jsonLine(result);
    },
    async end(answer) {
      out.write(answer.ok ? line : jsonLine(teller.broken(answer.message)));
    },
  };
}

/** An event a line. */
function streamOutput(out: Out, options: OutputOptions): Output {
  const teller = createTeller(options);
  return {
    // Who steers by what is on standard output may leave standard error unread, and that would hold us up.
    hasProgress: false,
    gate: out.gate,
    take(update) {
      if (update.kind !== 'step' && out.isFull()) return;
      for (const event of teller.take(update)) out.write(jsonLine(event));
    },
    async end(answer) {
      if (answer.ok) return;
      out.write(jsonLine({ type: 'error', message: answer.message }));
      out.write(jsonLine(teller.broken(answer.message)));
    },
  };
}
