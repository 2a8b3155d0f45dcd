/**
 * Every golden session as a trajectory, held against the format as its RFC describes it (Harbor, RFC 0001, version 1.5):
 * which fields there are, which only an agent's step may have, numbers that go up by one, results that name a call of their
 * own step.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atifOf, recordsIn, timelineOf } from '@tagma/history';
import { expect, test } from 'vitest';
import { z } from 'zod';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));
const NAMES = readdirSync(GOLDEN).filter((name) => name.endsWith('.xml'));

const extra = z.record(z.string(), z.unknown());
const tokens = z.int().nonnegative();
const metrics = z.strictObject({
  prompt_tokens: tokens.optional(),
  completion_tokens: tokens.optional(),
  cached_tokens: tokens.optional(),
  cost_usd: z.number().optional(),
  prompt_token_ids: z.array(z.int()).optional(),
  completion_token_ids: z.array(z.int()).optional(),
  logprobs: z.array(z.number()).optional(),
  extra: extra.optional(),
});
const common = {
  step_id: z.int().positive(),
  timestamp: z.iso.datetime().optional(),
  message: z.string(),
  observation: z
    .strictObject({
      results: z.array(
        z.strictObject({ source_call_id: z.string().nullable().optional(), content: z.string().nullable().optional() }),
      ),
    })
    .optional(),
  extra: extra.optional(),
};
const step = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('system'), ...common }),
  z.strictObject({ source: z.literal('user'), ...common }),
  z.strictObject({
    source: z.literal('agent'),
    ...common,
    model_name: z.string().optional(),
    reasoning_effort: z.union([z.string(), z.number()]).optional(),
    reasoning_content: z.string().optional(),
    tool_calls: z
      .array(z.strictObject({ tool_call_id: z.string(), function_name: z.string(), arguments: extra }))
      .optional(),
    metrics: metrics.optional(),
  }),
]);
const trajectory = z.strictObject({
  schema_version: z.literal('ATIF-v1.5'),
  session_id: z.string().min(1),
  agent: z.strictObject({
    name: z.string(),
    version: z.string(),
    model_name: z.string().optional(),
    tool_definitions: z.array(z.strictObject({ type: z.literal('function'), function: extra })).optional(),
    extra: extra.optional(),
  }),
  steps: z.array(step).min(1),
  notes: z.string().optional(),
  final_metrics: z
    .strictObject({
      total_prompt_tokens: tokens.optional(),
      total_completion_tokens: tokens.optional(),
      total_cached_tokens: tokens.optional(),
      total_cost_usd: z.number().optional(),
      total_steps: tokens.optional(),
      extra: extra.optional(),
    })
    .optional(),
  extra: extra.optional(),
});

const exported = (name: string) => atifOf(timelineOf(recordsIn(`${GOLDEN}${name}`)));

test.each(NAMES)('%s is a trajectory', async (name) => {
  const { steps, final_metrics } = trajectory.parse(await exported(name));
  expect(steps.map(({ step_id }) => step_id)).toEqual(steps.map((_, index) => index + 1));
  expect(final_metrics?.total_steps).toBe(steps.length);
  for (const one of steps) {
    const calls = one.source === 'agent' ? (one.tool_calls ?? []).map(({ tool_call_id }) => tool_call_id) : [];
    const answered = (one.observation?.results ?? []).flatMap(({ source_call_id }) => source_call_id ?? []);
    expect([name, answered.filter((id) => !calls.includes(id))]).toEqual([name, []]);
  }
});

test.each(NAMES)('%s: every record stands in one step', async (name) => {
  const { steps } = trajectory.parse(await exported(name));
  const records: number[] = [];
  for await (const { n } of recordsIn(`${GOLDEN}${name}`)) records.push(n);
  const found = steps.flatMap(({ extra: more = {} }) => recordsOf(more));
  expect([...found].sort((a, b) => a - b)).toEqual(records);
});

test('a task: what the person said, what the agent did and why it might, what came back', async () => {
  const { steps, final_metrics, agent } = trajectory.parse(await exported('a-task-done.xml'));
  expect(agent).toMatchObject({ name: 'tagma', version: 'golden', model_name: 'golden' });
  expect(final_metrics).toEqual({
    total_prompt_tokens: 40,
    total_completion_tokens: 20,
    total_cached_tokens: 0,
    total_steps: steps.length,
  });
  expect(steps.slice(1, 3)).toEqual([
    expect.objectContaining({ step_id: 2, source: 'user', message: 'fix a.ts' }),
    {
      step_id: 3,
      timestamp: '2026-01-01T00:00:02.000Z',
      source: 'agent',
      model_name: 'golden',
      message: '',
      reasoning_content: 'I look.',
      tool_calls: [{ tool_call_id: 'call_1', function_name: 'read', arguments: { path: 'a.ts' } }],
      observation: {
        results: [{ source_call_id: 'call_1', content: 'let a = 1;\r\n</observation> <|im_end|> \u0000\ud800' }],
      },
      metrics: { prompt_tokens: 10, completion_tokens: 5 },
      extra: expect.objectContaining({
        records: [5, 6, 7, 8],
        states: ['deciding'],
        calls: [
          expect.objectContaining({
            tool_call_id: 'call_1',
            status: 'ok',
            decisions: [expect.objectContaining({ verdict: 'allow', record: 12 })],
          }),
        ],
      }),
    },
  ]);
});

function recordsOf(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flatMap(recordsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'records' ? (member as readonly number[]) : recordsOf(member),
  );
}
