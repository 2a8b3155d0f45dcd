/** `/context`: what fills the window, in parts that sum up to what the machine counts. */
import { sizeOf } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { windowParts } from '../../src/dialogs/window-parts.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const SIZE = { columns: 80, rows: 40 };

function worked(): Screen {
  const screen = new Screen(SIZE, { turnsMax: 50 }).keys('Mend the 测试 please<enter>');
  screen.session.reply(`<thought>hm</thought>${BASH}`);
  screen.session.takes(RUNS);
  screen.keys('y');
  screen.session.ends('ok\n'.repeat(400));
  screen.session.send({
    ...{ type: 'reply.ended', request: screen.session.lastId('model.ask'), text: '<final>done</final>' },
    ...{ reasoning: '', finish: 'stop', usage: { input: 1_200, output: 34, cached: 1_000, cost: 0.0042 } },
  });
  return screen;
}

const contextOf = (screen: Screen) => {
  const { snapshot } = screen.model;
  if (snapshot === null) throw new Error('nothing was sent');
  return snapshot.context;
};

describe('the parts', () => {
  test('sum up to what the machine counts', () => {
    const context = contextOf(worked());
    const { parts, tokens } = windowParts(context);
    expect([parts.reduce((sum, part) => sum + part.tokens, 0), tokens]).toEqual([sizeOf(context), sizeOf(context)]);
    expect(parts.every((part) => part.tokens > 0)).toBe(true);
  });

  test('the results of tools are told apart from what was asked, though they share messages', () => {
    const parts = new Map(windowParts(contextOf(worked())).parts.map(({ what, tokens }) => [what, tokens]));
    expect(parts.get('results of tools')).toBeGreaterThan(parts.get('prompts, summaries and corrections') ?? 0);
    expect(parts.get('replies of the model')).toBeGreaterThan(0);
    expect(parts.get('prompts, summaries and corrections')).toBeGreaterThan(0);
  });
});

describe('what is shown', () => {
  test('before anything is sent', () => {
    expect(new Screen(SIZE).keys('/context<enter>').rows()[0]).toBe('Nothing has been sent yet.');
  });

  test('the window, where it is not known', () => {
    const rows = worked().keys('/context<enter>').rows();
    expect(rows[0]).toMatch(/^context · about [\d,]+ tokens · the window is not known: --window N says it$/);
  });

  test('a known window has a gauge, and says what is free', () => {
    const screen = new Screen(SIZE, { findsWindow: true }).keys('go<enter>');
    screen.session.reply('<action tool="fly"></action>');
    const request = screen.session.lastId('window.find');
    screen.session.send({ type: 'window.found', request, tokens: 8_192, source: 'the server' });
    screen.session.reply('<final>1</final>');
    const rows = screen.keys('/context<enter>').rows();
    expect(rows[0]).toMatch(/ of 8,192, (\d+|under 1)%$/);
    expect(rows[1]).toMatch(/^ {2}█*░+$/);
    expect(rows.join('\n')).toMatch(/^ +[\d,]+ {2}free · \d+%$/m);
  });

  test('Escape closes it, and what is typed is a draft', () => {
    expect(worked().keys('/context<enter><escape>').model.dialog).toBeNull();
    expect(worked().keys('/context<enter>x').model).toMatchObject({ dialog: null, composer: { text: 'x' } });
  });
});
