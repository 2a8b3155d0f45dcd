/**
 * What is sent of a conversation is how the next request begins, byte for byte and over the wire, whatever happens between the
 * two: so that what a server has in its cache is of use. But for a compaction, and for what the rows at the end name.
 */
import { describe, expect, test } from 'vitest';
import { complete, type Server } from '../packages/endpoint/src/index.ts';
import type { ImageRef } from '../packages/protocol/src/index.ts';
import { type Course, courseOf } from './small-window/course.ts';

type Quirks = NonNullable<Server['quirks']>;

const ROWS: readonly { readonly title: string; readonly quirks: Quirks; readonly fields?: object }[] = [
  { title: 'as most servers take it', quirks: {} },
  {
    title: 'fields of the caller, under their other names',
    quirks: { maxTokensField: 'max_completion_tokens' },
    fields: { max_tokens: 900, temperature: 0 },
  },
  {
    title: 'fields that are not taken',
    quirks: { untaken: ['stream_options', 'temperature'] },
    fields: { temperature: 0 },
  },
  { title: 'stop sequences that are not taken', quirks: { takesStop: false }, fields: { stop: ['<observation'] } },
  { title: 'the system prompt as the developer', quirks: { systemRole: 'developer' } },
  { title: 'the system prompt in front of the first message', quirks: { systemRole: 'user' } },
  { title: 'reasoning back in its field', quirks: { reasoningBack: 'reasoning_content' } },
  { title: 'reasoning back by its other name', quirks: { reasoningBack: 'reasoning' } },
  { title: 'reasoning back in parts', quirks: { reasoningBack: 'reasoning_details' } },
  { title: 'reasoning back in the content', quirks: { reasoningBack: 'content' } },
  { title: 'pictures', quirks: { takesImages: true } },
  { title: 'no pictures', quirks: { takesImages: false } },
];

describe('what was sent is how the next request begins', () => {
  test.each(ROWS)('$title', async ({ quirks, fields = {} }) => {
    const { bodies, states } = await course(quirks, fields);
    expect(states).toEqual(STATES);
    expect(bodies.length).toBeGreaterThan(18);
    expect(bodies.every((body) => body.endsWith('}]}'))).toBe(true);
    expect(changedAt(bodies)).toEqual([]);
    expect(bodies.at(-1)?.includes('image_url')).toBe(quirks.takesImages === true);
    expect(bodies.at(-1)?.includes('a thought of its own')).toBe(quirks.reasoningBack !== undefined);
  });

  test('not after a compaction, and from there on again', async () => {
    const { bodies, compactedAt } = await course({}, {}, { type: 'compact.requested', focus: '' });
    expect(compactedAt).not.toEqual([]);
    // The summary has a request of its own: it is no part of the conversation, and neither is what comes after it.
    expect(changedAt(bodies)).toEqual(compactedAt.flatMap((at) => [at, at + 1]));
  });

  test('not where a server turns out not to take pictures: once, and from there on again', async () => {
    const { bodies } = await course({ takesImages: true }, {}, undefined, 'refuses pictures');
    const changed = changedAt(bodies);
    expect(changed).toHaveLength(1);
    expect(bodies[(changed[0] ?? 0) - 1]).toContain('image_url');
    expect(bodies.slice(changed[0]).some((body) => body.includes('image_url'))).toBe(false);
  });
});

/** How each of what the person does ends. */
const STATES = ['finished', 'idle', 'finished', 'idle', 'finished', 'finished', 'failed', 'finished', 'finished'];

function course(quirks: Quirks, fields: object, between?: Course['between'], server?: Course['server']) {
  return courseOf({
    reasoningBack: quirks.reasoningBack !== undefined,
    ...(between && { between }),
    ...(server && { server }),
    askAt: (url) => {
      const at: Server = { url, quirks };
      return (messages, hooks, { model: { model } }) =>
        complete({ model, messages, fields: { ...fields }, loadImage: async (_: ImageRef) => PIXELS }, at, hooks);
    },
  });
}

const PIXELS = Buffer.from('iVBORw0KGgo=', 'base64');

/** The numbers of the requests that do not begin as the one before them, without its closing brackets. */
function changedAt(bodies: readonly string[]): readonly number[] {
  return bodies.flatMap((body, at) => {
    const before = bodies[at - 1];
    if (before === undefined) return [];
    const begun = before.slice(0, -']}'.length);
    return body.startsWith(begun) && (body === before || body[begun.length] === ',') ? [] : [at];
  });
}
