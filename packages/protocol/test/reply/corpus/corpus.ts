/**
 * Long replies, one group to a file, written to be read:
 *
 *     ════ what the model does
 *     from where such replies are known, and other remarks
 *     ──── reply, length, starts in thought
 *     the reply, as it came
 *     ──── expected
 *     said: "a written thought"
 *     thought: "another one"
 *     action: write, bad-params
 *       path: "src/a.ts"
 *       content: «the first words … the last words»
 *       content as written: "where entities were decoded"
 *     final: "…"
 *     loose: «Then … on.» + "\n"
 *     repairs: fence, unclosed
 *     error: truncated
 *
 * A value is JSON, or a stretch of the reply between « and », for which its first and last words stand (⏎ is a newline),
 * or several of both. The first words must be in the reply only once, and the last words only once behind them: so a
 * stretch is never another one than it seems.
 */
import type { Finish, Json, ReplyError, Thought } from '../../../src/index.ts';
import { action, type Expected, type Row, said, thought } from '../rows.ts';

type Code = ReplyError['code'];

/** Everything before the first row says what the group is about. */
export function readCorpus(text: string): readonly Row[] {
  return text
    .split(/^════ /m)
    .slice(1)
    .map(readRow);
}

function readRow(text: string): Row {
  const [head = '', reply = '', expected = '', ...rest] = text.split(/^──── /m);
  const title = firstLine(head);
  if (!reply.startsWith('reply') || firstLine(expected) !== 'expected' || rest.length > 0) {
    throw new Error(`${title}: a row is a title, a reply and what is expected`);
  }
  const [, ...settings] = firstLine(reply).split(', ');
  // The last newline belongs to the marker's line.
  const raw = behindFirstLine(reply).slice(0, -1);
  return [title, raw, finishOf(settings), readExpected(behindFirstLine(expected), raw, title), settingsOf(settings)];
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}

function behindFirstLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

function finishOf(settings: readonly string[]): Finish {
  return settings.includes('length') ? 'length' : 'stop';
}

function settingsOf(settings: readonly string[]): NonNullable<Row[4]> {
  return {
    ...(settings.includes('taken back') && { streams: 'taken back' as const }),
    ...(settings.includes('starts in thought') && { startsInThought: true }),
    ...(settings.includes('stop sent') && { stopSent: true }),
    ...(settings.includes('bash fence') && { bashFence: true }),
  };
}

type Draft = {
  tool: string;
  code: string | undefined;
  params: Record<string, Json>;
  asWritten: Record<string, string>;
};

function readExpected(text: string, raw: string, title: string): Expected {
  const thoughts: Thought[] = [];
  const drafts: Draft[] = [];
  let rest: Omit<Expected, 'thoughts' | 'actions'> = {};
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const colon = line.indexOf(': ');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 2)];
    const draft = drafts.at(-1);
    if (name.startsWith('  ')) {
      if (draft === undefined) throw new Error(`${title}: ${line}`);
      readParameter(name.trim(), readValue(value, raw, title), draft);
    } else if (name === 'action') {
      const [tool = '', code] = value.split(', ');
      drafts.push({ tool: tool === '?' ? '' : tool, code, params: {}, asWritten: {} });
    } else if (name === 'said') thoughts.push(said(textOf(value, raw, title)));
    else if (name === 'thought') thoughts.push(thought(textOf(value, raw, title)));
    else if (name === 'final') rest = { ...rest, final: textOf(value, raw, title) };
    else if (name === 'loose') rest = { ...rest, loose: textOf(value, raw, title) };
    else if (name === 'repairs') rest = { ...rest, repairs: value.split(', ') };
    else if (name === 'error') rest = { ...rest, error: value as Code };
    else throw new Error(`${title}: ${line}`);
  }
  const actions = drafts.map(({ tool, code, params, asWritten }) =>
    action(tool, params, { asWritten, ...(code !== undefined && { error: code as Code }) }),
  );
  return { thoughts, actions, ...rest };
}

function readParameter(name: string, value: Json, draft: Draft): void {
  const asWritten = / as written$/.exec(name);
  if (asWritten === null) draft.params[name] = value;
  else draft.asWritten[name.slice(0, asWritten.index)] = String(value);
}

function textOf(source: string, raw: string, title: string): string {
  return String(readValue(source, raw, title));
}

/** JSON alone, or texts and stretches with ` + ` between. */
function readValue(source: string, raw: string, title: string): Json {
  if (!source.includes('«')) return JSON.parse(source) as Json;
  const parts = source.match(/"(?:[^"\\]|\\.)*"|«[^»]*»/g) ?? [];
  if (parts.join(' + ') !== source) throw new Error(`${title}: ${source}`);
  return parts.map((part) => (part.startsWith('«') ? stretch(part, raw, title) : JSON.parse(part))).join('');
}

function stretch(part: string, raw: string, title: string): string {
  const [first = '', last = first] = part.slice(1, -1).replaceAll('⏎', '\n').split(' … ');
  const start = raw.indexOf(first);
  const end = last === first ? start : raw.indexOf(last, start + first.length);
  const once = raw.indexOf(first, start + 1) === -1 && raw.indexOf(last, end + 1) === -1;
  if (start === -1 || end === -1 || !once) throw new Error(`${title}: ${part} is not there, or not only once`);
  return raw.slice(start, end + last.length);
}
