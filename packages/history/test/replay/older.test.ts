/** In the replay of an older program's session what it understood and decided drives, and differences are listed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AgentEvent, BEHAVIOUR, type Emitted, stateOf, step } from '@tagma/core';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';
import { describe, expect, it } from 'vitest';
import { type ReplayedStep, recordsOf, replayHistory, replaySteps } from '../../src/index.ts';
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

  it('says which effects and notes came then, and which come today, where these are others', async () => {
    const file = await rewritten(`${OLDER}a-task-done.xml`, (record) => (record.type === 'turn.end' ? null : record));
    const { steps } = await stepsOf(file);
    expect(steps.flatMap((step) => step.differences)).toMatchObject([
      { what: 'effect', expected: 'finished, reply.read, turn.end', got: 'finished, reply.read' },
      { what: 'effect', expected: 'finished, reply.read, turn.end', got: 'finished, reply.read' },
    ]);
  });

  it('understands anew what was taken out of the file', async () => {
    const long = { content: 'x'.repeat(300) };
    const file = await rewritten(
      `${OLDER}a-task-done.xml`,
      changed('reply.read', ({ reply, ...rest }) => {
        const { actions, ...more } = reply as { readonly actions: readonly { readonly params: JsonObject }[] };
        const withLong = actions.map((action) => ({ ...action, params: { ...action.params, ...long } }));
        return { ...rest, reply: { ...more, actions: withLong } as unknown as JsonObject };
      }),
    );
    const text = readFileSync(file, 'utf8');
    const without = text.replaceAll(/(<content sha256="[^"]*") salt="[^"]*">x+</g, '$1><');
    expect(without.length).toBeLessThan(text.length);
    writeFileSync(file, without);
    const { steps } = await stepsOf(file);
    const [written] = emittedIn(steps, 'facts.take').filter((one) => 'tool' in one && one.tool === 'write');
    expect(written).toMatchObject({ params: { content: expect.stringContaining('let b') } });
  });

  it('is cut off in the midst of a step: what is missing is no difference', async () => {
    const whole = await stepsOf(`${OLDER}a-task-done.xml`);
    const { record } = whole.steps[2] ?? { record: 0 };
    const file = await rewritten(`${OLDER}a-task-done.xml`, (one, n) => (n <= record + 1 ? one : null));
    const { steps, replayed } = await stepsOf(file);
    expect(steps.flatMap((step) => step.differences)).toEqual([]);
    expect(replayed).toMatchObject({ ok: true, unfinished: [{ type: 'reply.read' }, { type: 'facts.take' }] });
  });

  it("is compared byte by byte again from where today's program has taken it up", async () => {
    const { steps } = await stepsOf(`${OLDER}a-task-done.xml`);
    const last = steps.at(-1);
    const started = steps[0]?.event;
    if (last === undefined || started?.type !== 'session.started') throw new Error('no session');
    const { type: _type, ...fields } = started;
    const resumed: AgentEvent = {
      ...fields,
      type: 'session.resumed',
      behaviour: BEHAVIOUR,
      parent: null,
      at: last.event.at + 1,
    };
    const made = step(last.snapshot, resumed);
    const records = recordsOf(resumed, made.emitted, stateOf(made.snapshot));
    const end = (record: HistoryRecord) => (record.type === 'closed' ? [record, ...records] : record);
    const file = await rewritten(`${OLDER}a-task-done.xml`, end);
    expect(await replayHistory(file)).toMatchObject({ ok: true, behaviours: [2, BEHAVIOUR], differences: 0 });
    const forged = await rewritten(file, (record) =>
      record.type === 'idle' && record.at > last.event.at ? { ...record, type: 'failed' } : record,
    );
    expect(await replayHistory(forged)).toMatchObject({ ok: false, what: 'state' });
  });
});

it.each([
  ['none', 0],
  ['a negative one', -3],
  ['a part of one', 1.5],
])('no session has %s for its behaviour', async (_title, behaviour) => {
  const file = await rewritten(
    `${OLDER}a-task-done.xml`,
    changed('session.started', (fields) => ({ ...fields, behaviour })),
  );
  expect(await replayHistory(file)).toMatchObject({ ok: false, record: 1, what: 'behaviour' });
});

it('a session is taken up by no older program than ran it', async () => {
  const cutOff = fileURLToPath(new URL('../../../../history/golden/resumed.xml', import.meta.url));
  const file = await rewritten(
    cutOff,
    changed('session.resumed', (fields) => ({ ...fields, behaviour: 4 })),
  );
  expect(await replayHistory(file)).toMatchObject({ ok: false, what: 'behaviour' });
});
