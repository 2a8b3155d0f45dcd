import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { forkPoints, readHistory } from '../../src/index.ts';
import { historyFile } from '../sample.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));

it('the points worth forking at are the prompts, in order, with their records', async () => {
  const file = `${GOLDEN}interrupted.xml`;
  const read = await readHistory(file);
  const prompts = read.ok ? read.records.filter(({ type }) => type === 'prompt.given') : [];
  expect(prompts.length).toBeGreaterThan(1);
  expect(await forkPoints(file)).toEqual({
    ok: true,
    points: prompts.map(({ n, at, fields }, index) => ({ prompt: index + 1, record: n, at, text: fields.text })),
    fault: null,
  });
});

it('a session without a prompt has none, and what is no history is an error', async () => {
  expect(await forkPoints(historyFile([]))).toEqual({ ok: true, points: [], fault: null });
  expect(await forkPoints(`${GOLDEN}none.xml`)).toMatchObject({ ok: false, error: { kind: 'missing' } });
});
