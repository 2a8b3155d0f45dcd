/**
 * A Jupyter notebook as text: its cells with their outputs, shortened. The form is JSON (nbformat 3 and 4), and nothing of
 * it is trusted to be there.
 */
import { truncateLine } from './truncate.ts';

const OUTPUT_LINES_MAX = 20;
const OUTPUT_CHARACTERS_MAX = 2_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a traceback begin with one.
const COLOURS = /\x1b\[[0-9;]*m/g;

export type Notebook = { readonly text: string; readonly cells: number };

/** Null where the text is no notebook. */
export function readNotebook(json: string): Notebook | null {
  let notebook: unknown;
  try {
    notebook = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const cells = listOf(notebook, 'cells') ?? listOf(listOf(notebook, 'worksheets')?.[0], 'cells');
  if (!cells) return null;
  return { text: cells.map((cell, at) => textOfCell(cell, at + 1)).join('\n'), cells: cells.length };
}

function textOfCell(cell: unknown, number: number): string {
  const kind = member(cell, 'cell_type');
  const source = joined(member(cell, 'source') ?? member(cell, 'input'));
  const outputs = (listOf(cell, 'outputs') ?? []).map(textOfOutput).filter((text) => text !== '');
  const parts = [`[cell ${number}: ${typeof kind === 'string' ? kind : 'unknown'}]`, source];
  if (outputs.length > 0) parts.push(`[output of cell ${number}]`, ...outputs);
  return parts.map((part) => (part.endsWith('\n') ? part : `${part}\n`)).join('');
}

function textOfOutput(output: unknown): string {
  const traceback = listOf(output, 'traceback');
  if (traceback) return shortened(traceback.map(joined).join('\n').replace(COLOURS, ''));
  const data = member(output, 'data') ?? output;
  const text = joined(member(data, 'text/plain') ?? member(output, 'text'));
  const others = Object.keys(isObject(data) ? data : {}).filter((type) =>
    /^(image|application|video|audio)\//.test(type),
  );
  return [shortened(text), ...others.map((type) => `(${type}, not shown)`)].filter((part) => part !== '').join('\n');
}

function shortened(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const kept = truncateLine(lines.slice(0, OUTPUT_LINES_MAX).join('\n'), OUTPUT_CHARACTERS_MAX);
  if (!kept.truncated && lines.length <= OUTPUT_LINES_MAX) return kept.content;
  return `${kept.content}\n(${text.length - kept.content.length} characters more)`;
}

/** A text may be a list of its lines. */
function joined(value: unknown): string {
  if (Array.isArray(value)) return value.filter((part) => typeof part === 'string').join('');
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown, name: string): readonly unknown[] | null {
  const list = member(value, name);
  return Array.isArray(list) ? list : null;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
