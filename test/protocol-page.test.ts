/** Every example of docs/protocol.md is what it says: a reply and what is understood of it, an output and what the model gets. */
import { describe, expect, test } from 'vitest';
import { readSettings } from '../packages/cli/src/settings.ts';
import { MACHINE_TOOLS } from '../packages/core/src/index.ts';
import {
  parseReply,
  REPAIRS,
  type Reply,
  type ReplyFields,
  readObservation,
  writeObservation,
  writeReply,
} from '../packages/protocol/src/index.ts';
import { settledSpecs } from '../packages/tools/src/index.ts';
import { type Block, blocksOf, pageText } from './documents/blocks.ts';

const PAGE = pageText('docs/protocol.md');
const TOOLS = [...settledSpecs(), ...MACHINE_TOOLS];

type Example = { readonly title: string; readonly given: Block; readonly result: string };

/** A block of that kind, and the next one, which says what comes of it. */
function examplesOf(kind: string, resultKind: string): readonly Example[] {
  const blocks = blocksOf(PAGE);
  return blocks.flatMap((given, index) => {
    if (given.words[0] !== kind) return [];
    const result = blocks[index + 1];
    expect([given.line, result?.words[0]]).toEqual([given.line, resultKind]);
    return [{ title: `line ${given.line}`, given, result: result?.text ?? '' }];
  });
}

/** Words behind `reply`: `length`, settings as `KEY=VALUE`, and `message` where the text is the endpoint's message in JSON. */
function read({ words, text }: Block): Reply {
  const { content, fields } = words.includes('message') ? messageOf(text) : { content: text, fields: undefined };
  const settings = readSettings(words.filter((word) => word.includes('=')));
  if (!settings.ok) throw new Error(settings.message);
  const finish = words.includes('length') ? 'length' : 'stop';
  return parseReply(content, finish, { tools: TOOLS, ...settings.settings }, fields);
}

function messageOf(text: string): { readonly content: string; readonly fields: ReplyFields } {
  const message = JSON.parse(text);
  const { content = '', reasoning_content: reasoning = '', tool_calls: calls = [] } = message;
  const toolCalls = calls.map((call: { function: unknown }) => call.function);
  return { content: content ?? '', fields: { reasoning, toolCalls } };
}

/** As the page tells a result: what is empty is left out, loose text that is nothing but white space too, an error by its code. */
function told({ thoughts, actions, final, loose, repairs, error }: Reply): object {
  return {
    ...(thoughts.length > 0 ? { thoughts: thoughts.map(({ text }) => text) } : {}),
    ...(actions.length > 0 ? { actions: actions.map(({ tool, params }) => ({ tool, params })) } : {}),
    ...(final !== null ? { final } : {}),
    ...(loose.trim() !== '' ? { loose: loose.trim() } : {}),
    ...(repairs.length > 0 ? { repairs } : {}),
    ...(error ? { error: error.code } : {}),
  };
}

const REPLIES = examplesOf('reply', 'json');

describe('replies', () => {
  test.each(REPLIES)('$title', ({ given, result }) => {
    expect(told(read(given))).toEqual(JSON.parse(result));
  });

  test('show every repair and every error', () => {
    const seen = REPLIES.flatMap(({ given }) => {
      const { repairs, error } = read(given);
      return [...repairs, ...(error ? [error.code] : [])];
    });
    const errors = ['no-element', 'truncated', 'unknown-tool', 'bad-params'];
    expect(new Set(seen)).toEqual(new Set([...Object.keys(REPAIRS), ...errors]));
  });

  test('are told in words for each repair', () => {
    for (const [name, words] of Object.entries(REPAIRS)) expect(PAGE).toContain(`| \`${name}\` | ${words} |`);
  });
});

describe('canonical forms', () => {
  test.each(examplesOf('canonical', 'xml'))('$title', ({ given, result }) => {
    expect(writeReply(read(given), TOOLS)).toBe(result);
  });
});

describe('observations', () => {
  test.each(examplesOf('output', 'observation'))('$title', ({ given, result }) => {
    const element = writeObservation({ tool: 'bash', status: 'ok', call: 7, ms: 412 }, `${given.text}\n`);
    expect(element).toBe(result);
    expect(readObservation(element)).toBe(`${given.text}\n`);
  });
});
