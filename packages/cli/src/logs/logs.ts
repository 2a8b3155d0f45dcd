/** `tagma logs`: the last lines of the log, of one session or down to one level, and what comes to them. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { watchEndings } from '../endings.ts';
import { EXIT } from '../exit.ts';
import { logFile } from '../folders.ts';
import { print, say } from '../lines.ts';
import { messageOf, problem, remark, report } from '../problem.ts';
import { logFileAt } from './file.ts';
import { entryOf, isWanted, shownEntry, type Wanted } from './line.ts';
import { LOG_FILES_MAX } from './settings.ts';

const LOOKS_EVERY_MS = 200;

export type LogsOptions = Wanted & {
  readonly lines: number;
  readonly json?: true;
  readonly follow?: true;
  readonly path?: true;
};

export async function logs(options: LogsOptions): Promise<number> {
  const file = logFile(process.env);
  if (options.path) {
    await print(`${file}\n`);
    return EXIT.done;
  }
  const endings = options.follow ? watchEndings() : null;
  try {
    const { lines, bytes, inode } = lastLines(file, options);
    await show(lines, options);
    if (lines.length === 0 && !options.follow) remark(`tagma: ${nothingIn(file, options)}\n`);
    if (endings === null) return EXIT.done;
    const ending = new AbortController();
    endings.onEnd(() => ending.abort());
    for await (const more of linesAfter(file, bytes, inode, ending.signal)) await show(wanted(more, options), options);
    return endings.exitCode() ?? EXIT.done;
  } catch (error) {
    return report(problem(EXIT.usage, `the log cannot be read: ${messageOf(error)}.`));
  }
}

function nothingIn(file: string, { session, level }: Wanted): string {
  if (!statSync(file, { throwIfNoEntry: false })) return `nothing has been logged yet in ${file}`;
  const of = [session && `of ${session}`, level && `of the level ${level} or worse`].filter(Boolean).join(' ');
  return `there is nothing ${of || 'in it'}: ${file}`;
}

async function show(lines: readonly string[], { json }: LogsOptions): Promise<void> {
  for (const line of lines) {
    const entry = entryOf(line);
    if (json) await print(`${line}\n`);
    else await say(`${entry === null ? line : shownEntry(entry)}\n`);
  }
}

/** What is none of ours is shown to a person who asks for everything. */
function wanted(lines: readonly string[], options: LogsOptions): readonly string[] {
  const isOpen = !options.json && options.session === undefined && options.level === undefined;
  return lines.filter((line) => {
    const entry = line === '' ? null : entryOf(line);
    return entry === null ? isOpen && line !== '' : isWanted(entry, options);
  });
}

type Last = { readonly lines: readonly string[]; readonly bytes: number; readonly inode: number };

/** The newest file first, and older ones while there are too few; how far the newest was read. */
function lastLines(file: string, options: LogsOptions): Last {
  let [bytes, inode] = [0, 0];
  let lines: readonly string[] = [];
  for (let index = 0; index <= LOG_FILES_MAX && lines.length < options.lines; index++) {
    const name = logFileAt(file, index);
    const there = statSync(name, { throwIfNoEntry: false });
    if (!there) {
      if (index > 0) break;
      continue;
    }
    const content = readFileSync(name);
    if (index === 0) {
      bytes = content.lastIndexOf('\n') + 1;
      inode = there.ino;
    }
    lines = [...wanted(content.toString('utf8').split('\n'), options), ...lines];
  }
  return { lines: lines.slice(-options.lines), bytes, inode };
}

/** Whole lines as they are written, also into another file when this one is put aside. Ends with the signal. */
async function* linesAfter(
  file: string,
  bytes: number,
  inode: number,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  let at = { bytes, inode };
  for (;;) {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there && at.inode !== 0 && there.ino !== at.inode) {
      // What was written last to the one that was put aside.
      yield linesFrom(logFileAt(file, 1), at.inode, at.bytes).lines;
      at = { bytes: 0, inode: there.ino };
    }
    if (there) {
      const read = linesFrom(file, there.ino, at.bytes);
      at = { bytes: read.bytes, inode: there.ino };
      yield read.lines;
    }
    if (signal.aborted) return;
    await wait(LOOKS_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** From there to the last whole line; nothing where it is another file. */
function linesFrom(file: string, inode: number, from: number): Pick<Last, 'lines' | 'bytes'> {
  if (!statSync(file, { throwIfNoEntry: false })) return { lines: [], bytes: from };
  const fd = openSync(file, 'r');
  try {
    const { ino, size } = fstatSync(fd);
    if (ino !== inode || size <= from) return { lines: [], bytes: from };
    const content = Buffer.alloc(size - from);
    const read = content.subarray(0, readSync(fd, content, 0, content.length, from));
    const end = read.lastIndexOf('\n') + 1;
    return { lines: read.toString('utf8', 0, end).split('\n'), bytes: from + end };
  } finally {
    closeSync(fd);
  }
}
