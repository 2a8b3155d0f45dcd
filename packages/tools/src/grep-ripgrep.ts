/**
 * The search by ripgrep: its JSON events read as they come, and the process ended as soon as there are matches enough.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { PROTECTED_FOLDERS } from '@tagma/protocol';
import { fromWindows1252 } from './file-encoding.ts';
import { ALWAYS_IGNORED, ignoredPathsBelow } from './gitignore.ts';
import { filterOf, type GrepLine, type GrepQuery, type GrepResult, shownLine } from './grep-search.ts';

/** An event with a longer line than this is passed over; a note says so. */
const EVENT_BYTES_MAX = 4 * 1024 * 1024;
const MESSAGE_BYTES_MAX = 8 * 1024;
const NEWLINE = 0x0a;

const SEARCH_MS_MAX = 60_000;

/** Rejects with the signal's reason. `not-started` where the program cannot be run. */
export async function searchWithRipgrep(
  ripgrep: string,
  query: GrepQuery,
  searchMsMax = SEARCH_MS_MAX,
): Promise<GrepResult | { readonly kind: 'not-started' }> {
  query.signal.throwIfAborted();
  const isShown = await isShownBy(query);
  const child = spawn(ripgrep, argumentsOf(query), { cwd: query.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill('SIGKILL');
  query.signal.addEventListener('abort', end, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, searchMsMax);
  try {
    const found = await collect(child, query, isShown);
    if (!isLate || found.kind === 'failed') return found;
    const seconds = `${searchMsMax / 1_000} seconds`;
    const note = `the search was ended after ${seconds}: not all files were searched; use a narrower path or glob`;
    return { ...found, isLate, notes: [...found.notes, note] };
  } catch (error) {
    query.signal.throwIfAborted();
    if (child.pid === undefined) return { kind: 'not-started' };
    throw error;
  } finally {
    clearTimeout(timer);
    query.signal.removeEventListener('abort', end);
    end();
  }
}

function argumentsOf(query: GrepQuery): string[] {
  const options = ['--json', '--no-config', '--hidden', '--no-require-git'];
  // Only the .gitignore files of the tree count, as they do for glob.
  options.push('--no-ignore-global', '--no-ignore-exclude', '--no-ignore-dot');
  if (query.glob !== null) {
    const { pattern, isNegated } = filterOf(query.glob);
    options.push('--glob', isNegated ? `!${pattern}` : pattern);
  }
  for (const name of ALWAYS_IGNORED) options.push('--glob', `!${name}`);
  // They may be large, and nothing of them would be shown.
  if (!query.reach.isNamedProtected) for (const name of PROTECTED_FOLDERS) options.push('--iglob', `!**/${name}`);
  if (query.encoding) options.push('--encoding', query.encoding.toLowerCase());
  if (query.ignoreCase) options.push('--ignore-case');
  if (query.literal) options.push('--fixed-strings');
  // Look-around and back-references only where the pattern has them: its other engine is much faster.
  else options.push('--engine', 'auto');
  // `$` matches before CRLF too.
  options.push('--crlf');
  // One more than is shown, to know whether there are more.
  options.push('--max-count', `${query.matchesMax + 1}`, '--context', `${query.contextLines}`);
  return [...options, '--regexp', query.pattern, '--', query.target];
}

type IsShown = (path: string) => boolean;

/** A glob makes ripgrep search files that are ignored: those are taken out here, as they are for glob. */
async function isShownBy({ target, targetIsFolder, glob, reach }: GrepQuery): Promise<IsShown> {
  const ignored = targetIsFolder && glob !== null ? await ignoredPathsBelow(target) : null;
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const isShown = !reach.isProtected(path) && !ignored?.isIgnored(dirname(path), basename(path), false);
    known.set(path, isShown);
    return isShown;
  };
}

async function collect(child: ChildProcess, query: GrepQuery, isShown: IsShown): Promise<GrepResult> {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // It is awaited below, after the output; a failure until then must not count as unhandled.
  ended.catch(() => {});
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < MESSAGE_BYTES_MAX) complaint += text;
  });

  const lines: GrepLine[] = [];
  let matchCount = 0;
  let isCut = false;
  let lastMatch: GrepLine | null = null;
  let isWhole = false;
  const pieces = splitLines(child.stdout ?? []);
  for await (const event of pieces.lines) {
    const line = readEvent(event);
    if (line === 'summary') isWhole = true;
    if (line === null || line === 'summary' || !isShown(line.path)) continue;
    isCut ||= line.isMatch && matchCount === query.matchesMax;
    if (!isCut) {
      if (line.isMatch) lastMatch = line;
      if (line.isMatch) matchCount++;
      lines.push(line);
    } else if (lastMatch && line.path === lastMatch.path && line.number <= lastMatch.number + query.contextLines) {
      // One match more than is asked for is no more than a line around the last one.
      lines.push({ ...line, isMatch: false });
    } else break;
  }
  if (isCut) child.kill('SIGKILL');
  const exitCode = await ended;
  query.signal.throwIfAborted();

  const message = complaint.trim();
  if (exitCode === 2 && !isWhole && matchCount === 0) return { kind: 'failed', message: message.replace(/^rg: /, '') };
  const notes: string[] = [];
  if (pieces.skipped() > 0) notes.push(`${pieces.skipped()} lines longer than ${EVENT_BYTES_MAX} bytes are left out`);
  if (exitCode === 2) {
    const [first = '', ...others] = message.split('\n');
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    notes.push(`some files could not be searched: ${first.replace(/^rg: /, '')}${more}`);
  }
  return { kind: 'found', lines, matchCount, isCut, isLate: false, notes };
}

/** Lines of bytes from pieces; one that is too long is counted and left out, without ever being held. */
function splitLines(pieces: AsyncIterable<Buffer> | Iterable<Buffer>) {
  let skipped = 0;
  async function* lines(): AsyncGenerator<string> {
    let held: Buffer[] = [];
    let heldBytes = 0;
    for await (const piece of pieces) {
      let start = 0;
      for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
        const rest = piece.subarray(start, end);
        if (heldBytes + rest.length > EVENT_BYTES_MAX) skipped++;
        else yield Buffer.concat([...held, rest]).toString('utf8');
        held = [];
        heldBytes = 0;
        start = end + 1;
      }
      heldBytes += piece.length - start;
      if (heldBytes > EVENT_BYTES_MAX) held = [];
      else held.push(piece.subarray(start));
    }
  }
  return { lines: lines(), skipped: () => skipped };
}

/** The events of `rg --json`: a text that is no UTF-8 comes as base64 in `bytes`. */
type RipgrepText = { readonly text: string } | { readonly bytes: string };
type RipgrepEvent = {
  readonly type: string;
  readonly data: { readonly path?: RipgrepText; readonly lines?: RipgrepText; readonly line_number?: number | null };
};

function readEvent(json: string): GrepLine | 'summary' | null {
  const { type, data } = JSON.parse(json) as RipgrepEvent;
  if (type === 'summary') return 'summary';
  if ((type !== 'match' && type !== 'context') || !data.path || !data.lines) return null;
  const number = data.line_number ?? 0;
  return { path: textOf(data.path), number, ...shownLine(textOf(data.lines), number), isMatch: type === 'match' };
}

function textOf(value: RipgrepText): string {
  return 'text' in value ? value.text : fromWindows1252(Buffer.from(value.bytes, 'base64')).text;
}
