/** What an export leaves out, in words. */
import type { FoundText, TakeOut } from '@tagma/history';
import { counted } from '../counted.ts';

/** @param chained the export is a history, in which short texts have to stay */
export function aboutTakenOut({ taken, short }: TakeOut, chained: boolean): string {
  const gone = chained ? taken : [...taken, ...short].sort((a, b) => a.record - b.record);
  const lines = [`tagma: taken out: ${sumOf(gone)}${gone.length === 0 ? '.' : ':'}`, ...gone.map(lineOf)];
  if (chained && short.length > 0) {
    lines.push(
      `tagma: left, for a short text is part of its record's own hash: ${sumOf(short)}:`,
      ...short.map(lineOf),
    );
  }
  return `${lines.join('\n')}\n`;
}

function sumOf(texts: readonly FoundText[]): string {
  const records = new Set(texts.map(({ record }) => record)).size;
  const characters = texts.reduce((sum, text) => sum + text.characters, 0);
  if (texts.length === 0) return 'nothing';
  return `${counted(texts.length, 'text')} of ${counted(records, 'record')}, ${counted(characters, 'character')}`;
}

function lineOf({ record, type, path, characters, isCopy }: FoundText): string {
  const why = isCopy ? ', which holds a piece of another' : '';
  return `  record ${record}, ${type}: ${path}, ${counted(characters, 'character')}${why}`;
}
