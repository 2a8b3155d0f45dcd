/** A call as a person reads it: a command with its words told apart, a change of a file as a diff, else its parameters. */
import type { Params } from '@tagma/protocol';
import { changeLines, diffLines } from '../text/diff-lines.ts';
import { codeLines, languageOf } from '../text/highlight.ts';
import { type Line, line, named, type Span } from '../text/line.ts';
import { checklist, itemsIn } from './checklist.ts';
import { parameters } from './describe.ts';
import type { Action } from './items.ts';

/** Lines of a call that are shown while it is folded. */
const ACTION_LINES_MAX = 16;

const INDENT: Span = { text: '  ', role: 'text' };

/** `diff`: what the call has changed, where that is known by now. */
export function actionLines(action: Action, diff: string | null, isOpen: boolean): readonly Line[] {
  const { heading, body } = bodyOf(action, diff, isOpen);
  return [heading, ...(isOpen ? body : cut(body, ACTION_LINES_MAX))];
}

/** The first lines, and how many more there are. */
export function cut(lines: readonly Line[], max: number): readonly Line[] {
  const more = lines.length - max;
  if (more <= 1) return lines;
  return [...lines.slice(0, max), line([`  … ${more} more lines`, 'muted'])];
}

type Body = { readonly heading: Line; readonly body: readonly Line[] };

function bodyOf({ call, tool, params }: Action, diff: string | null, isOpen: boolean): Body {
  const heading = (subject = ''): Line =>
    line(
      [named(tool) || '(no tool)', 'action'],
      [subject && ` ${named(subject)}`, 'text'],
      [` · call ${call}`, 'muted'],
    );
  const items = tool === 'todo' ? itemsIn(params) : null;
  if (items) return { heading: heading(), body: checklist(items, '  ') };
  const { path } = params;
  if (typeof path !== 'string')
    return { heading: heading(), body: commandOf(tool, params) ?? parameters(params, isOpen) };
  const change = changeOf(tool, params, diff);
  if (change === null) return { heading: heading(), body: parameters(params, isOpen) };
  const { path: _path, old: _old, new: _new, content: _content, ...rest } = params;
  return { heading: heading(path), body: [...parameters(rest, isOpen), ...change.map(setIn)] };
}

/** The command of a shell, its first line behind a `$`; then what else the call says. */
function commandOf(tool: string, { command, ...rest }: Params): readonly Line[] | null {
  if (tool !== 'bash' || typeof command !== 'string') return null;
  return [...markedCommand(command), ...parameters(rest, true)];
}

export function markedCommand(command: string): readonly Line[] {
  return codeLines(command, 'bash').map((each, index) => [
    { text: index === 0 ? '  $ ' : '    ', role: 'muted' },
    ...each,
  ]);
}

/** Null where the call changes no file in a way that can be shown. */
function changeOf(tool: string, params: Params, diff: string | null): readonly Line[] | null {
  if (diff !== null) return diffLines(diff);
  if (tool === 'edit' && typeof params.old === 'string' && typeof params.new === 'string')
    return changeLines(params.old, params.new);
  if (tool !== 'write' || typeof params.content !== 'string') return null;
  return codeLines(params.content, languageOf(String(params.path)));
}

function setIn(spans: Line): Line {
  return [INDENT, ...spans];
}
