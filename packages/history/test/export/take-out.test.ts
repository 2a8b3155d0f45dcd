/** Texts that are taken out of a history: they are gone, wherever they stood, and the chain of what is left holds. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { TEXT_KINDS } from '../../src/export/take-out/kinds.ts';
import { readWhat, type What } from '../../src/export/take-out/what.ts';
import {
  auditHistory,
  cutHistory,
  exportedRecords,
  planTakeOut,
  readHistory,
  recordJson,
  replayHistory,
  type TakeOut,
  verifyHistory,
} from '../../src/index.ts';
import { altered } from '../diff/altered.ts';
import { temporaryFolder } from '../temporary.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));
const NAMES = readdirSync(GOLDEN).filter((name) => name.endsWith('.xml'));

async function planned(file: string, ...texts: readonly string[]): Promise<TakeOut> {
  const whats: What[] = texts.map((text) => {
    const read = readWhat(text);
    if (!read.ok) throw new Error(read.message);
    return read.what;
  });
  const plan = await planTakeOut(file, whats);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan;
}

function cut(file: string, plan: TakeOut): string {
  const result = join(temporaryFolder(), 'cut.xml');
  const pieces: Uint8Array[] = [];
  const cutting = cutHistory(file, plan);
  let next = cutting.next();
  for (; !next.done; next = cutting.next()) pieces.push(next.value);
  if (!next.value.ok) throw new Error(next.value.error.message);
  writeFileSync(result, Buffer.concat(pieces));
  return result;
}

test.each(NAMES)('%s without any of its texts: the same chain', async (name) => {
  const file = `${GOLDEN}${name}`;
  const plan = await planned(file, ...TEXT_KINDS);
  const result = cut(file, plan);
  const [before, after] = [verifyHistory(file), verifyHistory(result)];
  expect(after).toEqual(before);
  const audits = [await auditHistory(file), await auditHistory(result)];
  const [whole, without] = audits.map((audit) => 'holds' in audit && [audit.holds, audit.checks.chain.result]);
  expect(without).toEqual(whole);
  const read = await readHistory(result);
  const gone = read.ok ? read.records.flatMap(({ n, takenOut }) => takenOut.map((path) => ({ record: n, path }))) : [];
  expect(gone).toEqual(plan.taken.map(({ record, path }) => ({ record, path })));
  expect(await replayHistory(result)).toMatchObject(
    gone.length === 0 ? { ok: true } : { ok: false, what: 'taken-out', record: gone[0]?.record },
  );
});

test.each(['prompts', 'replies', 'thoughts', 'outputs'])('a summary may hold something of all %s', async (kind) => {
  const plan = await planned(`${GOLDEN}compacted.xml`, kind);
  expect([...plan.taken, ...plan.short].map(({ path }) => path)).toContain('summary.goal');
});

test('nothing is taken out: the same bytes', async () => {
  const file = `${GOLDEN}${NAMES[0]}`;
  expect(readFileSync(cut(file, await planned(file)))).toEqual(readFileSync(file));
});

/** Long enough for a text of its own hash, in lines that nothing else holds. */
const SECRET = Array.from(
  { length: 8 },
  (_, n) => `the secret recipe, step ${n}: stir it ${n + 7} times to the left`,
).join('\n');
const PIECE = /secret recipe|to the left/;

/** A golden session in which the secret was written to a file: it stands in six records, in four forms. */
function withSecret(): Promise<string> {
  const write = `<action tool="write"><path>b.ts</path><content>\n${SECRET}\n</content></action>`;
  const diff = SECRET.split('\n')
    .map((line) => `+${line}`)
    .join('\n');
  let judged = 0;
  return altered('a-task-done', (record) => {
    const fields = record.fields as { [name: string]: JsonObject };
    if (record.n === 17) return { ...record, fields: { ...fields, text: write } };
    if (record.type === 'reply.read' && record.n < 22) {
      const [action] = (fields.reply?.actions ?? []) as unknown as readonly JsonObject[];
      const actions = [{ ...action, params: { path: 'b.ts', content: SECRET } }];
      return record.n < 17
        ? record
        : { ...record, fields: { ...fields, reply: { ...fields.reply, actions } } as JsonObject };
    }
    if (record.type === 'facts.taken' && record.n > 17 && judged++ === 0) {
      return { ...record, fields: { ...fields, facts: { ...fields.facts, preview: diff } } as JsonObject };
    }
    if (record.type === 'tool.ended' && record.n > 17 && judged++ === 1) {
      const outcome = { ...fields.outcome, details: { diff: `--- a\n+++ b\n${diff}\n` } };
      return { ...record, fields: { ...fields, outcome } as JsonObject };
    }
    if (record.type === 'turn.end' && record.n < 45) {
      return {
        ...record,
        fields: { ...fields, result: { ...fields.result, text: `I wrote: ${SECRET}` } } as JsonObject,
      };
    }
    return record;
  });
}

test.each([
  ['the replies', ['replies']],
  ['the record of the reply', ['17']],
  ['a pattern', ['/secret recipe/']],
  ['the outputs, which show it', ['outputs']],
])('a text that stands in many places is gone from all of them: %s', async (_title, whats) => {
  const file = await withSecret();
  expect(readFileSync(file, 'utf8').match(/step 7/g)).toHaveLength(5);
  const plan = await planned(file, ...whats);
  const result = cut(file, plan);
  expect(readFileSync(result, 'utf8')).not.toMatch(PIECE);
  expect(verifyHistory(result)).toEqual(verifyHistory(file));
  expect(plan.taken.map(({ record, type, path }) => `${record} ${type} ${path}`)).toEqual([
    '17 reply.ended text',
    '19 reply.read reply.actions.0.params.content',
    '21 facts.taken facts.preview',
    '28 tool.ended outcome.details.diff',
    '44 turn.end result.text',
  ]);
});

test('what is short has to stay in a history, is named, and is left out of everything else', async () => {
  const file = `${GOLDEN}a-task-done.xml`;
  const plan = await planned(file, 'prompts');
  expect({ taken: plan.taken, short: plan.short }).toEqual({
    taken: [],
    short: [
      { record: 3, type: 'prompt.given', path: 'text', characters: 8, isCopy: false },
      { record: 45, type: 'prompt.given', path: 'text', characters: 8, isCopy: false },
    ],
  });
  const texts: unknown[] = [];
  for await (const record of exportedRecords(file, plan)) {
    if (record.type === 'prompt.given') texts.push(recordJson(record).fields);
  }
  expect(texts).toEqual([{ text: '[taken out]' }, { text: '[taken out]' }]);
});

test('a text that was taken out before stays out, and is marked in what is exported', async () => {
  const file = await withSecret();
  const once = cut(file, await planned(file, '17'));
  const twice = cut(once, await planned(once, 'system'));
  expect(verifyHistory(twice)).toEqual(verifyHistory(file));
  for await (const { n, fields } of exportedRecords(twice, null)) {
    if (n === 17) expect(fields.text).toBe('[taken out]');
  }
});

test.each([
  ['outputs', { ok: true, what: { by: 'kind', kind: 'outputs' } }],
  ['12', { ok: true, what: { by: 'record', record: 12 } }],
  ['/a.b/i', { ok: true, what: { by: 'pattern', pattern: /a.b/iu } }],
  ['output', { ok: false, message: expect.stringContaining('one of prompts, replies, thoughts, outputs, system') }],
  ['0', { ok: false, message: expect.any(String) }],
  ['/(/', { ok: false, message: expect.stringContaining('(') }],
])('what is taken out: %s', (text, read) => {
  expect(readWhat(text)).toEqual(read);
});
