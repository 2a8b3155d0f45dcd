/** A unified diff in colours: what went and what came in elements that say so, and the marks of the lines stay. */
import { counted } from '../counted.ts';
import { type Html, html, joined, NOTHING, shown } from './html.ts';
import { upTo } from './text.ts';

/** More of one diff is not put on the page. */
const CHARACTERS_MAX = 256 * 1024;
/** A longer diff is folded behind its first lines. */
const LINES_SHOWN = 40;
const LINES_WHOLE = 56;

type Kind = 'del' | 'ins' | 'hunk' | 'file' | 'same';
type Line = { readonly kind: Kind; readonly text: string };
type Run = { readonly kind: Kind; readonly lines: string[] };

/** @param record where all of it is */
export function diffOf(diff: string, record: number): Html {
  const kept = upTo(diff, CHARACTERS_MAX);
  const kindOf = kinds();
  const lines = kept
    .replace(/\n$/, '')
    .split('\n')
    .map((text) => ({ kind: kindOf(text), text }));
  const first = lines.length <= LINES_WHOLE ? lines : lines.slice(0, LINES_SHOWN);
  const rest = lines.slice(first.length);
  const more =
    rest.length === 0
      ? NOTHING
      : html`<details class="fold"><summary>${counted(rest.length, 'more line')}</summary>${block(rest)}</details>`;
  const missing =
    kept.length < diff.length ? html`<p class="quiet">The rest stands in record ${record} of the history.</p>` : null;
  return html`<div class="diff">${block(first)}${more}${missing}</div>`;
}

function block(lines: readonly Line[]): Html {
  return html`<pre>${joined(runsOf(lines).map(runHtml))}</pre>`;
}

/** Neighbours of one kind together: a page of many changes has elements enough. */
function runsOf(lines: readonly Line[]): readonly Run[] {
  const runs: Run[] = [];
  for (const { kind, text } of lines) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(text);
    else runs.push({ kind, lines: [text] });
  }
  return runs;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** What each line is, one after the other. A hunk says how many lines it has: a line in it that looks like a name is none. */
function kinds(): (line: string) => Kind {
  let [old, young] = [0, 0];
  return (line) => {
    const hunk = HUNK.exec(line);
    if (old <= 0 && young <= 0 && hunk) {
      [old, young] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      return 'hunk';
    }
    if (old <= 0 && young <= 0) return /^(---|\+\+\+) /.test(line) ? 'file' : 'same';
    if (line.startsWith('\\')) return 'same';
    if (!line.startsWith('+')) old -= 1;
    if (!line.startsWith('-')) young -= 1;
    return line.startsWith('-') ? 'del' : line.startsWith('+') ? 'ins' : 'same';
  };
}

/** Each is a block of its own, so no newline stands between two. */
function runHtml({ kind, lines }: Run): Html {
  const text = shown(lines.join('\n'));
  if (kind === 'del') return html`<del>${text}</del>`;
  if (kind === 'ins') return html`<ins>${text}</ins>`;
  return html`<span class="${kind}">${text}</span>`;
}
