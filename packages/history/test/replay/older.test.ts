/** In the replay of an older program's session what it understood and decided drives, and differences are listed. */
import { fileURLToPath } from 'node:url';
import type { Emitted } from '@tagma/core';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';
import { describe, expect, it } from 'vitest';
import { type ReplayedStep, replaySteps } from '../../src/index.ts';
import { rewritten } from '../rewritten.ts';

const OLDER = fileURLToPath(new URL('../../../../history/older/behaviour-2/', import.meta.url));

async function stepsOf(file: string) {
  const steps: ReplayedStep[] = [];
  const replaying = replaySteps(file);
  for (;;) {
    const next = await replaying.next();
    if (next.done) return { steps, replayed: next.value };
    steps.push(next.value);
  }
}

function emittedIn(steps: readonly ReplayedStep[], type: Emitted['type']): readonly Emitted[] {
  return steps.flatMap(({ emitted }) => emitted.filter((one) => one.type === type));
}

function changed(type: string, change: (fields: JsonObject) => JsonObject) {
  return (record: HistoryRecord) => (record.type === type ? { ...record, fields: change(record.fields) } : record);
}

describe('a session of behaviour 2', () => {
  it('is told its first event in the shape of today', async () => {
    const { steps } = await stepsOf(`${OLDER}a-task-done.xml`);
    expect(steps[0]?.snapshot.context).toMatchObject({
      models: [{ model: 'golden', windowTokens: 0, reasoningBack: false }],
      session: { fallbacks: [], summaryModel: null, settings: { findsWindow: false, sandbox: false, turnsMax: 5 } },
    });
  });

  it('runs what was understood then, whatever the scanner makes of the reply today', async () => {
    const other = { thoughts: [], actions: [{ tool: 'ls', params: { path: 'then' }, error: null }] };
    const file = await rewritten(
      `${OLDER}a-task-done.xml`,
      changed('reply.read', ({ reply, ...rest }) => ({ ...rest, reply: { ...(reply as JsonObject), ...other } })),
    );
    const { steps } = await stepsOf(file);
    expect(emittedIn(steps, 'facts.take')[0]).toMatchObject({ tool: 'ls', params: { path: 'then' } });
  });

  it('allows what was allowed then', async () => {
    const decision = { verdict: 'allow', by: 'another rule' };
    const file = await rewritten(
      `${OLDER}permission-asked.xml`,
      changed('call.judged', (fields) => ({ ...fields, decision })),
    );
    const { steps, replayed } = await stepsOf(file);
    expect(emittedIn(steps, 'person.ask')).toEqual([]);
    expect(emittedIn(steps, 'call.judged')).toContainEqual({ type: 'call.judged', call: 1, decision });
    expect(replayed).toMatchObject({ ok: true, behaviours: [2] });
  });

  it('goes on behind what comes out otherwise, and names it', async () => {
    const file = await rewritten(
      `${OLDER}a-task-done.xml`,
      changed('turn.end', () => ({ result: { kind: 'none' } })),
    );
    const { steps, replayed } = await stepsOf(file);
    const differences = steps.flatMap((step) => step.differences);
    expect(differences).toMatchObject([
      { what: 'effect', expected: expect.stringContaining('done'), got: expect.stringContaining('none') },
      { what: 'effect', expected: expect.stringContaining('done'), got: expect.stringContaining('none') },
    ]);
    expect(replayed).toMatchObject({ ok: true, differences: 2, snapshot: { value: 'closed' } });
  });
});
