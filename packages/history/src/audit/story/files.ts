/** Which files were changed, and how, by calls and by undo. */
import type { JsonObject } from '@tagma/protocol';
import type { ActionItem, TimelineItem } from '../../export/timeline-item.ts';
import { objectIn, textIn, textsIn } from '../../export/told.ts';
import type { FileChange, FileReport } from '../report.ts';
import type { Shortener } from './shortener.ts';

const FILES_MAX = 10_000;
/** Of one call, or of one undo. */
const PATHS_MAX = 100;

type FileSum = { readonly path: string; readonly changes: FileChange[]; added: number; removed: number };
type Where = Pick<FileChange, 'record' | 'at' | 'call'>;

export class Files {
  leftOut = 0;
  readonly #files = new Map<string, FileSum>();
  readonly #short: Shortener;

  constructor(short: Shortener) {
    this.#short = short;
  }

  get count(): number {
    return this.#files.size + this.leftOut;
  }

  /** What a call that went well has changed; the tool names one of the files, and has the diff of that one. */
  takeCall({ tool, params, details, facts, status, runs, record, at, call }: ActionItem & TimelineItem): void {
    if (status !== 'ok' || runs.length === 0 || facts === null) return;
    const where = { record, at, call };
    const [first, ...others] = facts.writes.slice(0, PATHS_MAX);
    if (first !== undefined) {
      const path = textIn(details, 'path') || first;
      this.#change(path, where, details.created === true ? 'created' : 'changed', diffOf(tool, params, details));
    }
    for (const path of others) this.#change(path, where, 'changed', null);
    for (const path of facts.deletes.slice(0, PATHS_MAX)) this.#change(path, where, 'deleted', null);
  }

  /** A diff of several files belongs to none of them. */
  takeUndo({ records, record, at }: TimelineItem): void {
    const ended = records.find(({ type }) => type === 'undo.ended');
    const details = objectIn(objectIn(ended?.fields ?? {}, 'outcome'), 'details');
    const paths = textsIn(details, 'paths').slice(0, PATHS_MAX);
    const diff = paths.length === 1 ? textIn(details, 'diff') : '';
    for (const path of paths) this.#change(path, { record, at, call: null }, 'taken back', diff || null);
  }

  listed(): readonly FileReport[] {
    return [...this.#files.values()];
  }

  #change(path: string, where: Where, how: FileChange['how'], diff: string | null): void {
    const file = this.#files.get(path) ?? this.#add(path);
    if (file === null) return;
    file.changes.push({ ...where, how, diff: diff === null ? null : this.#short.diff(diff) });
    file.added += linesOf(diff, /^\+(?!\+\+ )/gm);
    file.removed += linesOf(diff, /^-(?!-- )/gm);
  }

  #add(name: string): FileSum | null {
    if (this.#files.size >= FILES_MAX) {
      this.leftOut += 1;
      return null;
    }
    const path = this.#short.line(name);
    const file: FileSum = { path, changes: [], added: 0, removed: 0 };
    this.#files.set(path, file);
    return file;
  }
}

/**
 * The diff of a change: what the tool says of it; where it says nothing, for the file was too large to compare, what an edit
 * was asked to put in the place of what. Null where the history has neither.
 */
function diffOf(tool: string, params: JsonObject, details: JsonObject): string | null {
  const said = textIn(details, 'diff');
  if (said !== '') return said;
  const { old, new: now } = params;
  if (tool !== 'edit' || typeof old !== 'string' || typeof now !== 'string') return null;
  const path = textIn(params, 'path');
  return `--- a/${path}\n+++ b/${path}\n@@ as it was asked for @@\n${marked('-', old)}${marked('+', now)}`;
}

function marked(mark: string, text: string): string {
  const lines = text.endsWith('\n') ? text.slice(0, -1) : text;
  return text === '' ? '' : `${lines.replace(/^/gm, mark)}\n`;
}

function linesOf(diff: string | null, mark: RegExp): number {
  return diff?.match(mark)?.length ?? 0;
}
