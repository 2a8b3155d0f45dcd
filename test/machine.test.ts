/** `tagma machine`: the chart, printed from the machine itself; and the documents, which show it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Chart, machine } from '../packages/core/src/index.ts';
import { run } from './command.ts';

const STATES = Object.keys(machine.config.states ?? {});

async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(['machine', ...args]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

test('as text, every state stands with what leads on from it', async () => {
  const parts = (await printed()).trimEnd().split('\n\n');
  expect(parts.map((part) => part.split(/[ \n]/)[0])).toEqual([...STATES, 'in']);
  expect(parts.find((part) => part.startsWith('retrying'))).toBe(
    [
      'retrying',
      '  does newRequest, startTimer',
      '  timer.fired [isAnswer] → thinking',
      '  abort.requested → stopping / requestAbort',
    ].join('\n'),
  );
  expect(parts.at(-1)).toContain('prompt.given [hasStarted] / queuePrompt');
});

test('as JSON, it is the chart', async () => {
  const chart: Chart = JSON.parse(await printed('--format', 'json'));
  expect(chart.states.map(({ name }) => name)).toEqual(STATES);
  expect(chart.states.find(({ name }) => name === 'reviewing')).toEqual({
    name: 'reviewing',
    entry: ['pauseAfterStep', 'startWaiting', 'newRequest', 'reviewPlan'],
    exit: ['endWaiting', 'putPlanAway'],
    transitions: [
      { event: 'plan.presented', guard: 'isAnswer', target: null, actions: ['presentPlan'] },
      { event: 'plan.answered', guard: 'isApproved', target: 'choosing', actions: ['takeReview', 'noteMode'] },
      { event: 'plan.answered', guard: 'isPresented', target: 'choosing', actions: ['takeReview'] },
      { event: 'abort.requested', guard: null, target: 'stopping', actions: ['requestAbort', 'dropRequests'] },
    ],
    final: false,
  });
});

test.each(['mermaid', 'dot'])('as %s, every state and every way between two is drawn', async (format) => {
  const out = await printed('--format', format);
  const chart: Chart = JSON.parse(await printed('--format', 'json'));
  const arrow = format === 'dot' ? '->' : '-->';
  for (const { name, transitions } of chart.states) {
    expect(out).toMatch(new RegExp(`\\b${name}\\b`));
    for (const { target } of transitions) if (target !== null) expect(out).toContain(`  ${name} ${arrow} ${target}`);
  }
});

test('another format is refused', async () => {
  expect(await run(['machine', '--format', 'png'])).toMatchObject({ code: 2, err: expect.stringContaining('mermaid') });
});

test('docs/architecture.md shows the chart as it is (tagma machine --format mermaid prints it)', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'architecture.md'), 'utf8');
  expect(/```mermaid\n([\s\S]*?)```/.exec(page)?.[1]).toBe(await printed('--format', 'mermaid'));
});
