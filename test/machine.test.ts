/** `tagma machine`: the chart, printed from the machine itself; and the documents, which show it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Chart, machine } from '../packages/core/src/index.ts';
import { readXml } from '../packages/testing/src/endpoint/xml.ts';
import { run } from './command.ts';

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
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
      '  timer.fired [isReplaced] → preparing / askAnew',
      '  timer.fired [isAnswer] → thinking',
      '  model.changed [mustCancel] / wantModel, cancel, markCancelled',
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
      {
        event: 'plan.presented',
        guard: 'isEmptyPlan',
        target: 'choosing',
        actions: ['noteEmptyPlan', 'refusePlan'],
      },
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

test('as SVG, every state and every way is drawn or said, and any XML reader takes it', async () => {
  const out = await printed('--format', 'svg');
  const chart: Chart = JSON.parse(await printed('--format', 'json'));
  expect(readXml(out)).toMatchObject({ ok: true, root: { name: 'svg' } });
  expect([...out.matchAll(/<text class="name"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(STATES);
  const words = /<desc id="desc">([^<]*)</.exec(out)?.[1];
  for (const { name, transitions } of chart.states) {
    for (const { target } of transitions) if (target !== null) expect(words).toContain(`${name} → ${target}: `);
  }
  expect(await printed('--format', 'svg')).toBe(out);
});

test.skipIf(!hasXmllint)('as SVG, xmllint finds nothing wrong (skipped without xmllint)', async () => {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '-'], { input: await printed('--format', 'svg') });
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
});

const DOCS = join(import.meta.dirname, '..', 'docs');
const PAGE = join(DOCS, 'machine.md');
const PICTURE = join(DOCS, 'machine.svg');
const MAIN_PICTURE = join(DOCS, 'machine-main.svg');
const MERMAID = /(?<=```mermaid\n)[\s\S]*?(?=```)/;

test.runIf(process.env.UPDATE_CHART)('write the chart in docs/ anew', async () => {
  const chart = await printed('--format', 'mermaid');
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(MERMAID, () => chart),
  );
  writeFileSync(PICTURE, await printed('--format', 'svg'));
  writeFileSync(MAIN_PICTURE, await printed('--main', '--format', 'svg'));
});

test('docs/ shows the chart as it is (UPDATE_CHART=1 npm test -- test/machine writes it anew)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(MERMAID.exec(page)?.[0]).toBe(await printed('--format', 'mermaid'));
  expect(page).toContain('](machine.svg)');
  expect(readFileSync(PICTURE, 'utf8')).toBe(await printed('--format', 'svg'));
  expect(readFileSync(MAIN_PICTURE, 'utf8')).toBe(await printed('--main', '--format', 'svg'));
});

test('the main way is that of a turn, by the same states and ways', async () => {
  const whole: Chart = JSON.parse(await printed('--format', 'json'));
  const main: Chart = JSON.parse(await printed('--main', '--format', 'json'));
  const names = main.states.map(({ name }) => name);
  expect(names).toEqual([
    ...['unstarted', 'idle', 'preparing', 'thinking', 'reading', 'correcting', 'choosing', 'deciding', 'permission'],
    ...['acting', 'observing', 'finished'],
  ]);
  for (const { name, transitions } of main.states) {
    const all = whole.states.find((state) => state.name === name)?.transitions ?? [];
    expect(transitions).toEqual(all.filter(({ target }) => target === null || names.includes(target)));
  }
});
