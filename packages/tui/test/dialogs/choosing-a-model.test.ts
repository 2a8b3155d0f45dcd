/** `/model`: which model is asked, and how another one is taken in mid-session. */
import { NO_MODEL } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { modelsFound } from '../../src/dialogs/models-list.ts';
import { modelChosen } from '../../src/screen/control.ts';
import type { OfferedModel } from '../../src/screen/doors.ts';
import { Screen } from '../model-screen.ts';

const SIZE = { columns: 100, rows: 20 };
const MODELS: readonly OfferedModel[] = [
  { name: 'qwen3:32b', place: 'at home', windowTokens: null, prices: null, lacks: '' },
  { name: 'qwen3', place: 'at home', windowTokens: 32_768, prices: null, lacks: '' },
  {
    ...{ name: 'deepseek:flash', place: 'DeepSeek', windowTokens: 1_000_000, prices: { input: 0.28, output: 0.42 } },
    lacks: 'DEEPSEEK_API_KEY',
  },
];
const OTHER = { ...NO_MODEL, endpoint: 'http://b/v1', model: 'other' };
const begin = () => new Screen(SIZE).keys('go<enter>');
const finished = () => {
  const screen = begin();
  screen.session.reply('<final>1</final>');
  return screen;
};
const shown = (screen: Screen) => screen.rows().map((row) => row.trim());

describe('/model', () => {
  test('alone says which one is asked, and lists those that can be, as soon as they are known', () => {
    const screen = finished().keys('/model<enter>');
    expect(screen.acts.at(-1)).toEqual({ type: 'find-models' });
    expect(shown(screen).slice(0, 4)).toEqual([
      'models: qwen3 at http://127.0.0.1/v1 is asked',
      'The chosen one is asked from the next request on. Any other: /model NAME.',
      '',
      '…',
    ]);
    screen.follow(modelsFound(screen.model, { ok: true, models: MODELS, message: null }));
    expect(screen.rows().slice(0, 6)).toEqual([
      'models: qwen3 at http://127.0.0.1/v1 is asked · 2 of 3',
      'The chosen one is asked from the next request on. Any other: /model NAME.',
      '',
      '  qwen3:32b       at home',
      `› qwen3           at home${' '.repeat(65)}33k window`,
      `  deepseek:flash  DeepSeek, needs DEEPSEEK_API_KEY${' '.repeat(25)}1M window · $0.28 / $0.42`,
    ]);
  });

  test('choosing one looks for it as its name would', () => {
    const screen = finished().keys('/model<enter>');
    screen.follow(modelsFound(screen.model, { ok: true, models: MODELS, message: 'The server gives no list.' }));
    expect(screen.model.notice).toBe('The server gives no list.');
    screen.keys('deep<enter>');
    expect(screen.acts.at(-1)).toEqual({ type: 'choose-model', name: 'deepseek:flash' });
    expect(screen.model.dialog).toBeNull();
  });

  test('a list that comes once it is closed, or that cannot be had', () => {
    const closed = finished().keys('/model<enter><escape>');
    expect(modelsFound(closed.model, { ok: true, models: MODELS, message: null }).model.dialog).toBeNull();
    const open = finished().keys('/model<enter>');
    expect(modelsFound(open.model, { ok: false, message: 'None.' }).model).toMatchObject({
      dialog: null,
      notice: 'None.',
    });
  });

  test('with a name looks for it', () => {
    const screen = finished().keys('/model deepseek:chat<enter>');
    expect(screen.acts.at(-1)).toEqual({ type: 'choose-model', name: 'deepseek:chat' });
    expect(screen.model.notice).toBe('Looking for deepseek:chat …');
  });

  test('one that was found is asked, and the transcript and the status line say so', () => {
    const screen = finished();
    screen.follow(modelChosen(screen.model, { ok: true, model: OTHER }));
    expect(screen.session.facts.at(-1)).toEqual({ type: 'model.changed', model: OTHER });
    expect(shown(screen)).toContain('model · other at http://b/v1, from now on');
    expect(shown(screen).at(-1)).toMatch(/^finished · default · other/);
  });

  test('while a turn runs, it is said from when on', () => {
    const screen = begin();
    screen.follow(modelChosen(screen.model, { ok: true, model: OTHER }));
    expect(shown(screen)).toContain('other at http://b/v1 is asked from the next request on.');
    expect(shown(screen).at(-1)).toMatch(/^thinking · default · qwen3/);
  });

  test.each([
    ['at rest', finished, 'AGENTS.md is cut.'],
    ['while a turn runs', begin, 'other at http://b/v1 is asked from the next request on. AGENTS.md is cut.'],
  ])('what is to be known of it is said: %s', (_, screenOf, notice) => {
    const { model } = screenOf();
    const found = { ok: true, model: OTHER, notices: ['AGENTS.md is cut.'] } as const;
    expect(modelChosen(model, found).model.notice).toBe(notice);
  });

  test('one that was not found is said, on one line', () => {
    const screen = finished();
    screen.follow(modelChosen(screen.model, { ok: false, message: 'No such model.\nThere are:\n  a' }));
    expect(screen.model.notice).toBe('No such model. There are: a');
    expect(screen.session.facts.some(({ type }) => type === 'model.changed')).toBe(false);
  });
});

describe('what the transcript says of models', () => {
  const LINES: readonly (readonly [fact: (screen: Screen) => void, line: string])[] = [
    [
      (screen) =>
        screen.session.send({
          type: 'window.found',
          request: screen.session.lastId('window.find'),
          tokens: 8_192,
          source: 'default',
        }),
      'window · not known, taken for 8192 tokens: set it with --window',
    ],
    [
      (screen) =>
        screen.session.send({
          type: 'window.found',
          request: screen.session.lastId('window.find'),
          tokens: 4_096,
          source: 'llama.cpp /props',
        }),
      'window · 4096 tokens, says llama.cpp /props',
    ],
  ];
  test.each(LINES)('%#', (fact, line) => {
    const screen = new Screen(SIZE, { findsWindow: true }).keys('go<enter>');
    screen.session.reply('<action tool="fly"></action>');
    fact(screen);
    expect(shown(screen)).toContain(line);
  });

  test('what was changed of a request', () => {
    const screen = begin();
    const request = screen.session.lastId('model.ask');
    const changes = ['m does not take seed: it is left out.'];
    screen.session.send({
      ...{ type: 'reply.ended', request, text: '<final>1</final>', reasoning: '', finish: 'stop', usage: null },
      changes,
    });
    expect(shown(screen)).toContain('request changed · m does not take seed: it is left out.');
  });
});

test('an endpoint that fails in the same way again is not quoted again, until it has answered or fails in another', () => {
  const screen = new Screen({ columns: 100, rows: 40 }, { retriesMax: 8 }).keys('go<enter>');
  const fail = (message: string) => {
    const fault = { kind: 'overloaded', message, advice: 'Wait.', status: 503 } as const;
    const request = screen.session.lastId('model.ask');
    screen.session.send({ type: 'reply.failed', request, text: '', reasoning: '', fault });
    screen.session.send({ type: 'timer.fired', request: screen.session.lastId('timer.start') });
  };
  for (const message of ['busy', 'busy', 'loading']) fail(message);
  const said = shown(screen).filter((row) => /^(busy|loading|asked again)/.test(row));
  expect(said.map((row) => row.replace(/ in .*/, ''))).toEqual([
    ...['busy', 'asked again', 'asked again', 'loading', 'asked again'],
  ]);
});
