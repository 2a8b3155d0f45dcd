/** The status line and the rule above the draft: what they say of the work, and what they leave out where it is narrow. */
import { NO_USAGE, type UsageSum } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../src/screen/model.ts';
import { progressLine } from '../../src/screen/progress-line.ts';
import { statusLine } from '../../src/screen/status.ts';
import { widthOf } from '../../src/text/glyphs.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const status = (model: Model, columns: number) =>
  statusLine(model, columns)
    .map(({ text }) => text)
    .join('');
const rule = (model: Model, columns = 60) =>
  progressLine(model, columns)
    .map(({ text }) => text)
    .join('');

/** A session at rest that has used something up, in a folder with a branch. */
function used(more: Partial<UsageSum> = {}): Model {
  const { model } = new Screen();
  const spent = { usage: { ...NO_USAGE, replies: 4, input: 53_000, output: 214, cost: 0.1234, ...more }, turn: 2 };
  return {
    ...model,
    status: { ...model.status, sandbox: true },
    figures: { contextTokens: 54_000, windowTokens: 131_072, counted: null },
    branch: 'main',
    transcript: { ...model.transcript, spent },
  };
}

describe('the status line', () => {
  test.each([
    {
      columns: 120,
      shows: 'idle · default · qwen3 · 41% of 131k · 53k tokens · cost 0.12 · /home/me/project · main · sandbox',
    },
    { columns: 100, shows: 'idle · default · qwen3 · 41% of 131k · 53k tokens · cost 0.12 · /home/me/project · main' },
    { columns: 85, shows: 'idle · default · qwen3 · 41% of 131k · cost 0.12 · /home/me/project' },
    { columns: 60, shows: 'idle · default · qwen3 · 41% of 131k · …/me/project' },
    { columns: 50, shows: 'idle · default · qwen3 · 41% of 131k' },
    { columns: 40, shows: 'idle · default · 41% of 131k' },
  ])('in $columns columns', ({ columns, shows }) => {
    const line = status(used(), columns);
    expect(line.slice(1).replace(/ +\? keys $/, '')).toBe(shows);
    expect(widthOf(line)).toBe(columns);
  });

  test('a window that is not known: how many tokens there are', () => {
    const model = { ...used(), figures: { contextTokens: 54_000, windowTokens: 0, counted: null } };
    expect(status(model, 120)).toContain(' qwen3 · context 54k · 53k tokens');
  });

  test.each<[title: string, more: Partial<UsageSum>, shows: string]>([
    ['tokens that are estimated in part', { estimated: 1 }, '~53k tokens · cost 0.12 '],
    ['a cost by prices, of tokens that are estimated', { estimated: 1, priced: 2 }, '~53k tokens · cost ~0.12 '],
    ['a cost that is not known of all replies', { unpriced: 1 }, '53k tokens · cost 0.12+ '],
    ['a cost that is known of none', { unpriced: 4, cost: 0 }, '53k tokens · /home'],
    ['nothing to pay', { priced: 4, cost: 0 }, '53k tokens · /home'],
  ])('%s', (_title, more, shows) => {
    expect(status(used(more), 120)).toContain(` ${shows}`);
  });

  test('no sandbox stands beside the mode', () => {
    const model = { ...used(), status: { ...used().status, sandbox: false } };
    expect(status(model, 60)).toMatch(/^ idle · default, no sandbox · /);
  });

  test('what a session has used up is added up over its prompts', () => {
    const screen = new Screen();
    const usage = (input: number, output: number, cost: number) => ({ input, output, cached: 0, reasoning: 0, cost });
    const answered = (figures: ReturnType<typeof usage>) => {
      screen.keys('go<enter>');
      const request = screen.session.lastId('model.ask');
      const text = '<final>x</final>';
      screen.session.send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage: figures });
    };
    answered(usage(1_000, 20, 0.01));
    answered(usage(2_000, 30, 0.02));
    expect(status(screen.model, 120)).toContain(' 3k tokens · cost 0.03 ');
  });
});

describe('what takes its time, on the rule', () => {
  test('nothing at rest, and nothing of what is over in a moment', () => {
    const screen = new Screen().keys('go<enter>');
    screen.model = { ...screen.model, now: screen.clock + 900 };
    expect(rule(screen.model)).toBe('─'.repeat(60));
  });

  test('a model that is waited for, then what it has said so far', () => {
    const screen = new Screen().keys('go<enter>');
    screen.model = { ...screen.model, now: screen.clock + 12_300 };
    expect(rule(screen.model)).toBe(`── waiting for the model 12 s ${'─'.repeat(30)}`);
    screen.session.streams({ thoughts: ['think '.repeat(2_000)] });
    screen.model = { ...screen.model, now: screen.clock + 75_000 };
    expect(rule(screen.model)).toBe(`── about 2.2k tokens so far, 1 min 15 s ${'─'.repeat(20)}`);
  });

  test('tools, the one that has run for longest first; then nothing more', () => {
    const screen = new Screen().keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    screen.keys('y');
    screen.model = { ...screen.model, now: screen.clock + 5_000 };
    expect(rule(screen.model)).toBe(`── bash 5 s ${'─'.repeat(48)}`);
    screen.session.ends('done');
    screen.model = { ...screen.model, now: screen.clock };
    expect(rule(screen.model)).toBe('─'.repeat(60));
  });

  test('a request that is made again counts down', () => {
    const screen = new Screen(undefined, { retriesMax: 3, outageMsMax: 600_000 }).keys('go<enter>');
    const fault = { kind: 'overloaded', message: 'busy', advice: '', status: 529, retryAfterMs: 8_000 } as const;
    const request = screen.session.lastId('model.ask');
    screen.session.send({ type: 'reply.failed', request, text: '', reasoning: '', fault });
    const { due = 0 } = screen.model.progress.retry ?? {};
    screen.model = { ...screen.model, now: due - 4_200 };
    expect(rule(screen.model)).toMatch(/^── asks again in 5 s, 1 of \d at most ─/);
  });

  test('jobs in the background, until bash says that they have ended', () => {
    const screen = new Screen().keys('go<enter>');
    const ran = (state: string) => {
      screen.session.reply(BASH);
      screen.session.takes(RUNS);
      screen.keys('y');
      const outcome = { status: 'ok', content: '', details: { job: 'job-1', state } } as const;
      screen.session.send({ type: 'tool.ended', request: screen.session.lastId('tool.run'), outcome, durationMs: 1 });
    };
    ran('running');
    expect(rule(screen.model)).toBe(`── 1 job in the background ${'─'.repeat(33)}`);
    ran('exited');
    expect(rule(screen.model)).toBe('─'.repeat(60));
  });
});
