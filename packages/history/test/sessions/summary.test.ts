/** What is said of a session without reading all of it: rows of what the file holds, and what the summary says. */
import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { readHistory, type SessionSummary, summaryOf } from '../../src/index.ts';
import { AT, effect, event, historyFile, newHistory, note, piecesOf, state } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));

const STARTED = event('session.started', { folder: '/project', model: { endpoint: 'http://x', model: 'qwen3' } });
const PROMPT = event('prompt.given', { text: '\n  Mend <it>\r\nand test' });
const REPLY = event('reply.ended', { request: 1, text: '<final>Done</final>', usage: { input: 90, output: 10 } });
const DONE = effect('turn.end', { result: { kind: 'done', text: 'Done' } });
const FAILED = effect('turn.end', { result: { kind: 'failed', fault: { kind: 'network' } } });
const ENDED = event('session.ended', { reason: 'done' });
const WHOLE = [STARTED, state('idle'), PROMPT, state('thinking'), REPLY, DONE, ENDED, state('closed')];

/** A model at 2 for a million tokens in, 0.4 from the cache, and one at 3. */
const priced = (model: string, prices: JsonObject | null) => ({
  endpoint: 'http://x',
  model,
  ...(prices && { prices }),
});
const PRICED = event('session.started', {
  model: priced('small', { input: 2, output: 8, cached: 0.4 }),
  fallbacks: [priced('unknown', null)],
  summaryModel: priced('other', { input: 3, output: 3 }),
});
const MILLION = event('reply.ended', { usage: { input: 1_000_000, output: 0, cached: 500_000 } });
const asked = (type: 'model.ask' | 'summary.ask', model: string) => [
  effect(type, { id: 1, endpoint: 'http://x', model }),
  MILLION,
];

async function summarised(file: string): Promise<SessionSummary> {
  const summary = await summaryOf(file);
  if (!summary.ok) throw new Error(summary.error.message);
  return summary;
}

test('all that a summary says', async () => {
  const file = historyFile(WHOLE);
  expect(await summaryOf(file)).toEqual({
    ok: true,
    session: 's1',
    file,
    bytes: statSync(file).size,
    folder: '/project',
    startedAt: AT,
    changedAt: AT,
    title: 'Mend <it>',
    model: 'qwen3',
    prompts: 1,
    replies: 1,
    tokens: 100,
    cost: null,
    state: 'ended',
    torn: false,
    parent: null,
  });
});

const PARENT = { session: 's0', record: 12, hash: 'ab' };
const RESUMED = { folder: '/elsewhere', model: { model: 'other' } };

test.each<[string, HistoryRecord[], Partial<SessionSummary>]>([
  ['nothing', [], { folder: '', title: '', model: '', prompts: 0, replies: 0, state: 'cut off' }],
  ['a session without a prompt', [STARTED, ENDED], { title: '', prompts: 0, state: 'ended' }],
  ['no end', WHOLE.slice(0, 5), { prompts: 1, replies: 1, state: 'cut off' }],
  ['a last turn that failed', [...WHOLE.slice(0, 5), FAILED, ENDED], { state: 'failed' }],
  ['a turn that failed and one that did not', [STARTED, PROMPT, FAILED, PROMPT, DONE, ENDED], { state: 'ended' }],
  ['no end after a turn that failed', [STARTED, PROMPT, FAILED], { state: 'cut off' }],
  ['an answer that came after the end', [...WHOLE, event('tool.ended'), state('closed')], { state: 'ended' }],
  [
    'a session that was taken up again',
    [...WHOLE, event('session.resumed', { ...RESUMED, parent: null }), PROMPT],
    { state: 'cut off', model: 'other', folder: '/elsewhere', prompts: 2, parent: null },
  ],
  ['a copy', [STARTED, event('session.resumed', { ...RESUMED, parent: PARENT })], { parent: PARENT }],
  ['another model', [STARTED, event('model.changed', { model: { model: 'second' } })], { model: 'second' }],
  [
    'words that steer, and words that begin a turn',
    [STARTED, state('idle'), event('steer.given', { text: 'first' }), state('thinking'), event('steer.given')],
    { title: 'first', prompts: 1 },
  ],
  [
    'costs that some replies tell',
    [STARTED, REPLY, ...[0.25, 0.5].map((cost) => event('reply.ended', { usage: { input: 1, output: 1, cost } }))],
    { replies: 3, tokens: 104, cost: 0.75 },
  ],
  [
    'costs by the prices of the model',
    [PRICED, MILLION, event('reply.ended', { usage: { input: 1, output: 1, cost: 5 } })],
    { tokens: 1_000_002, cost: 6.2 },
  ],
  [
    'several models, of which each has its own prices',
    [PRICED, ...asked('model.ask', 'small'), ...asked('summary.ask', 'other'), ...asked('model.ask', 'unknown')],
    { replies: 3, cost: 4.2 },
  ],
  ['a reply without usage', [STARTED, event('reply.ended', { usage: null })], { replies: 1, tokens: 0, cost: null }],
  [
    'fields of other kinds than expected',
    [event('session.started', { folder: 1, model: [] }), event('prompt.given', { text: null })],
    { folder: '', model: '', title: '', prompts: 1 },
  ],
  [
    'a title that is long',
    [STARTED, event('prompt.given', { text: `${'x'.repeat(199)}😀` })],
    { title: 'x'.repeat(199) },
  ],
  [
    'texts that look like records',
    [STARTED, PROMPT, note('x', { text: '\n<event n="9" type="prompt.given" at="x">'.repeat(20) }), ENDED],
    { prompts: 1, state: 'ended' },
  ],
  [
    'records larger than what is read at a time',
    [STARTED, ...[1, 2, 3].map((n) => event('tool.ended', { content: '<b>\n'.repeat(n * 600_000) })), PROMPT, ENDED],
    { prompts: 1, state: 'ended' },
  ],
])('of %s', async (_, records, expected) => {
  expect(await summarised(historyFile(records))).toMatchObject({ ...expected, torn: false });
});

test('a session that is being written is running, whatever its end looks like', async () => {
  const { history, file } = newHistory(WHOLE.slice(0, 3));
  expect(await summarised(file)).toMatchObject({ state: 'running', torn: false });
  appendFileSync(file, 'x');
  expect(await summarised(file)).toMatchObject({ state: 'running', torn: false });
  history.close();
});

const without = (records: string[], at: number) => records.toSpliced(at, 1);
const cut = (text: string, by: number) => text.slice(0, -by);

test.each<[string, (whole: ReturnType<typeof piecesOf>) => string, Partial<SessionSummary>]>([
  ['without its closing tag', ({ head, records }) => head + records.join(''), { state: 'ended', torn: true }],
  [
    'cut in its last record',
    ({ head, records }) => head + cut(records.slice(0, 4).join(''), 5),
    { state: 'cut off', torn: true },
  ],
  [
    'with a record less',
    ({ head, records, closing }) => head + without(records, 3).join('') + closing,
    { state: 'damaged', torn: false, prompts: 1 },
  ],
  [
    'with a record twice',
    ({ head, records, closing }) => head + records.toSpliced(2, 0, records[2] ?? '').join('') + closing,
    { state: 'damaged', prompts: 2 },
  ],
  [
    'with a record that cannot be read',
    ({ head, records, closing }) => (head + records.join('') + closing).replace('<text>', '<text type="number">'),
    { state: 'damaged', prompts: 0, replies: 1 },
  ],
  [
    'with an opening tag of another form',
    ({ head, records, closing }) => (head + records.join('') + closing).replace('n="2" value', 'n="2" kind'),
    { state: 'damaged', prompts: 1 },
  ],
  ['with more behind its end', (all) => `${all.head}${all.records.join('')}${all.closing}more`, { state: 'damaged' }],
])('of a file %s', async (_, changed, expected) => {
  const file = historyFile(WHOLE);
  writeFileSync(file, changed(piecesOf(file)));
  expect(await summarised(file)).toMatchObject(expected);
});

test.each([
  ['nothing there', () => join(temporaryFolder(), 'a.xml'), 'missing'],
  ['a folder', () => temporaryFolder(), 'not-a-file'],
  ['another file', () => fileWith('<a/>'), 'not-a-history'],
  ['a document type', () => fileWith('<!DOCTYPE a><a/>'), 'doctype'],
  ['an empty file', () => fileWith(''), 'empty'],
])('%s has no summary', async (_, file, kind) => {
  expect(await summaryOf(file())).toMatchObject({ ok: false, error: { kind } });
});

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'a.xml');
  writeFileSync(file, text);
  return file;
}

test.each(readdirSync(GOLDEN).filter((name) => name.endsWith('.xml')))(
  'it counts in %s what the whole file holds',
  async (name) => {
    const read = await readHistory(join(GOLDEN, name));
    if (!read.ok) throw new Error(read.error.message);
    const count = (type: string) => read.records.filter((record) => record.type === type).length;
    const prompts = read.records.filter(({ type }, at) => {
      const before = read.records.slice(0, at).findLast(({ kind }) => kind === 'state')?.type ?? '';
      return type === 'prompt.given' || (type === 'steer.given' && ['idle', 'finished', 'failed'].includes(before));
    });
    expect(await summarised(join(GOLDEN, name))).toMatchObject({
      prompts: prompts.length,
      replies: count('reply.ended'),
      title: String(prompts[0]?.fields.text)
        .trim()
        .split(/[\r\n]/)[0]
        ?.trim(),
      startedAt: read.records[0]?.at,
      changedAt: read.records.at(-1)?.at,
    });
  },
);
