/** Recorded replies are understood today as they were then; where not, it is shown. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@tagma/protocol';
import { describe, expect, it } from 'vitest';
import { reparseHistory } from '../../src/index.ts';
import { rewritten } from '../rewritten.ts';

const HISTORY = fileURLToPath(new URL('../../../../history/', import.meta.url));
const FILES = readdirSync(HISTORY, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'));

describe('the replies of every golden session', () => {
  it.each(FILES)('%s are understood as they were', async (name) => {
    expect(await reparseHistory(join(HISTORY, name))).toMatchObject({ ok: true, left: 0, differences: [] });
  });

  it('are some', async () => {
    const all = await Promise.all(FILES.map((name) => reparseHistory(join(HISTORY, name))));
    expect(all.reduce((sum, read) => sum + (read.ok ? read.replies : 0), 0)).toBeGreaterThan(100);
  });
});

it('a reply that was understood otherwise is shown, with its record and the member that differs', async () => {
  const file = await rewritten(join(HISTORY, 'golden', 'a-task-done.xml'), (record) => {
    if (record.type !== 'reply.read') return record;
    const reply = record.fields.reply as JsonObject;
    return reply.final === null
      ? record
      : { ...record, fields: { ...record.fields, reply: { ...reply, final: 'No.' } } };
  });
  expect(await reparseHistory(file)).toEqual({
    ok: true,
    replies: 4,
    left: 0,
    differences: [
      { record: 41, member: 'final', recorded: '"No."', today: '"Done: a &lt; b."' },
      { record: 48, member: 'final', recorded: '"No."', today: '"Nothing more."' },
    ],
    fault: null,
  });
});
