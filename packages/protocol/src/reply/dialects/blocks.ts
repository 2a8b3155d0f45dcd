/** The only fenced block of a reply without elements: a command for the shell, or calls in JSON. Read once the text has ended. */

import { answerIn, bareCallsOf, countsWhileOpen } from '../json/calls.ts';
import { readJsonValues } from '../json/read.ts';
import type { Mark } from '../lexer/marks.ts';
import { type ActionElement, calledElement, repair } from '../parser/elements.ts';
import { toolNamed } from '../parser/form-tags.ts';
import { WHOLE_JSON } from '../parser/forms.ts';
import type { Scan } from '../parser/state.ts';

const SHELL_TOOL = 'bash';
/** A last line that is the beginning of the closing fence. */
const CUT_FENCE = /^\s*[`~]{1,2}$/;

/** @param closed whether a fence closes the block. */
export function foundCommand(scan: Scan, fence: Mark, text: string, closed: boolean): void {
  const tool = toolNamed(scan, SHELL_TOOL);
  const command = text.replace(/\r?\n[ \t]*$/, '');
  if (!tool || command.trim() === '') return;
  const place = { dialect: 'fence', line: fence.line };
  found(scan, fence, 'fence', closed, [calledElement(place, tool.name, tool, command)]);
}

/** The end of the text closes the block and its JSON, as it closes JSON that stands alone. */
export function foundCalls(scan: Scan, fence: Mark, block: string, closed: boolean): void {
  const lastLine = block.lastIndexOf('\n') + 1;
  const text = !closed && CUT_FENCE.test(block.slice(lastLine)) ? block.slice(0, lastLine) : block;
  const { values, state } = readJsonValues(text, WHOLE_JSON.strays, countsWhileOpen);
  if (state === 'broken' || (closed && state === 'open')) return;
  const whole = state === 'whole' || closed;
  const calls = bareCallsOf(values);
  const answer = answerIn(values);
  if (answer !== null) {
    const truncated = !whole && scan.finish === 'length';
    repair(scan.found, `dialect:${WHOLE_JSON.dialect}`, fence.line);
    if (!whole && scan.finish === 'stop') repair(scan.found, 'unclosed', fence.line);
    scan.found.final = { raw: answer, exact: true, line: fence.line, truncated };
  } else if (calls?.some(({ tool }) => toolNamed(scan, tool))) {
    const place = { dialect: WHOLE_JSON.dialect, line: fence.line };
    const elements = calls.map(({ tool, given, others }) =>
      calledElement(place, tool, toolNamed(scan, tool), given ?? others),
    );
    found(scan, fence, 'json', whole, elements);
  }
}

function found(scan: Scan, { line }: Mark, dialect: string, closed: boolean, elements: readonly ActionElement[]): void {
  repair(scan.found, `dialect:${dialect}`, line);
  if (!closed && scan.finish === 'stop') repair(scan.found, 'unclosed', line);
  const cut = !closed && scan.finish === 'length';
  const last = elements.length - 1;
  for (const [i, element] of elements.entries()) {
    scan.found.actions.push(cut && i === last ? { ...element, cut: { name: 'action', line: element.line } } : element);
  }
}
