/** `/context`: what fills the window, in parts that sum up to what the machine counts. */
import { describe, expect, test } from 'vitest';
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

describe('what is shown', () => {
  test('before anything is sent', () => {
    expect(new Screen(SIZE).keys('/context<enter>').rows()[0]).toBe('Nothing has been sent yet.');
  });

  test('the window, where it is not known', () => {
    const rows = worked().keys('/context<enter>').rows();
    expect(rows[0]).toMatch(/^context · about [\d,]+ tokens · the window is not known: --window N says it$/);
  });

  test('the parts, by their names', () => {
    const rows = worked().keys('/context<enter>').rows();
    const names = rows.flatMap((row) => /^ +[\d,]+ {2}(.*) · /.exec(row)?.[1] ?? []);
    expect(names).toEqual([
      'system prompt',
      'your messages, and what is told beside them',
      'replies of the model',
      'results of tools and commands',
      'what stands around each message',
    ]);
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
    expect(rows.join('\n')).toMatch(/^ +[\d,]+ {2}free · \d+%\n +2,048 {2}kept free for the reply · 25%$/m);
  });

  test('of a known window, what is not used because less was refused', () => {
    const screen = new Screen(SIZE, { turnsMax: 50 }, { windowTokens: 8_192 }).keys('go<enter>');
    screen.session.reply(`<thought>${'word '.repeat(4_000)}</thought>${BASH}`);
    screen.session.takes(RUNS);
    screen.keys('y');
    screen.session.ends('ok');
    const fault = { kind: 'context-overflow', message: 'too long', advice: '', status: 400 } as const;
    const request = screen.session.lastId('model.ask');
    screen.session.send({ type: 'reply.failed', request, text: '', reasoning: '', fault });
    const rows = screen.keys('/context<enter>').rows();
    expect(rows[0]).toMatch(/ of 8,192, (\d+|under 1)%$/);
    expect(rows.join('\n')).toMatch(/^ +[\d,]+ {2}not used: a request that should have fitted was refused · \d+%$/m);
  });

  test('Escape closes it, and what is typed is a draft', () => {
    expect(worked().keys('/context<enter><escape>').model.dialog).toBeNull();
    expect(worked().keys('/context<enter>x').model).toMatchObject({ dialog: null, composer: { text: 'x' } });
  });
});
