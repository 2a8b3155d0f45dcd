/** `/sessions` and `/new`: what is listed of each session, which can be opened, and what is known of the chosen one. */
import { describe, expect, test } from 'vitest';
import type { SessionChoice } from '../../src/dialogs/session-choice.ts';
import { outlineFound, sessionsFound } from '../../src/dialogs/sessions-list.ts';
import { Screen } from '../model-screen.ts';

const SIZE = { columns: 90, rows: 30 };
const SESSION: SessionChoice = {
  ...{
    session: 's1',
    file: '/h/s1.xml',
    bytes: 4_200,
    folder: '/p',
    startedAt: 0,
    changedAt: 0,
    title: 'Fix the test',
  },
  ...{ model: 'qwen3', prompts: 2, replies: 9, tokens: 12_300, cost: null, state: 'ended', torn: false, parent: null },
  ...{ ageMs: 200_000, isShown: false },
};
const SESSIONS: readonly SessionChoice[] = [
  { ...SESSION, session: 's0', file: '/h/s0.xml', title: '', ageMs: 0, isShown: true, state: 'running' },
  SESSION,
  { ...SESSION, session: 's2', file: '/h/s2.xml', title: 'a\n\x1b[31mred', state: 'running', ageMs: 90_000_000 },
  { ...SESSION, session: 's3', file: '/h/s3.xml', state: 'cut off', torn: true, cost: 0.0042, bytes: 1_500_000 },
];

const finished = (): Screen => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.session.reply('<final>1</final>');
  return screen;
};
const listed = (): Screen => {
  const screen = finished().keys('/sessions<enter>');
  screen.follow(sessionsFound(screen.model, { ok: true, sessions: SESSIONS }));
  return screen;
};

describe('the list', () => {
  test('tells of each its first prompt, its state, its age and its size', () => {
    expect(listed().rows().slice(0, 8)).toEqual([
      'sessions of this folder · 1 of 4',
      'The chosen one goes on; the one that is shown now ends, and is kept. /new begins a new',
      'one.',
      '',
      `› (nothing said)  this one${' '.repeat(52)}now · 4.2 kB`,
      `  Fix the test    ended${' '.repeat(45)}3 minutes ago · 4.2 kB`,
      `  a␊␛[31mred      running${' '.repeat(47)}1 day ago · 4.2 kB`,
      `  Fix the test    cut off, torn${' '.repeat(37)}3 minutes ago · 1.5 MB`,
    ]);
  });

  test('is looked for when it is opened, by either name', () => {
    for (const name of ['sessions', 'resume']) {
      const screen = finished().keys(`/${name}<enter>`);
      expect([screen.model.dialog?.kind, screen.acts.at(-1)]).toEqual(['sessions', { type: 'find-sessions' }]);
    }
  });

  test('below it what is known of the chosen one, and what was done in it once that is known', () => {
    const screen = listed().keys('<down><down><down>');
    expect(screen.acts.at(-1)).toEqual({ type: 'outline-session' });
    expect(screen.rows().slice(19, 22)).toEqual([
      's3 · qwen3 · 2 prompts, 9 replies · 12k tokens · cost 0.0042',
      '…',
      '',
    ]);
    screen.follow(outlineFound(screen.model, '/h/s3.xml', ['Fix the test · done', 'changed: a\x1b.ts']));
    expect(screen.rows().slice(20, 22)).toEqual(['Fix the test · done', 'changed: a␛.ts']);
    const looks = screen.acts.length;
    expect(screen.keys('<up><down>').acts.slice(looks)).toEqual([{ type: 'outline-session' }]);
  });

  test('is not there while a turn runs, and not once the person has closed it', () => {
    const running = new Screen(SIZE).keys('go<enter>/sessions<enter>');
    expect(running.model).toMatchObject({ dialog: null, notice: expect.stringMatching(/^A turn is running/) });
    const closed = finished().keys('/sessions<enter><escape>');
    expect(sessionsFound(closed.model, { ok: true, sessions: SESSIONS }).model.dialog).toBeNull();
  });

  test('that cannot be had is said; one without a session too', () => {
    const open = finished().keys('/sessions<enter>');
    const refused = sessionsFound(open.model, { ok: false, message: 'No such folder.' }).model;
    expect(refused).toMatchObject({ dialog: null, notice: 'No such folder.' });
    open.follow(sessionsFound(open.model, { ok: true, sessions: [] }));
    expect(open.rows().slice(3, 6)).toContain('  No session is kept here yet.');
  });
});

describe('choosing', () => {
  test.each([
    ['one that has ended opens it', '<down><enter>', [{ type: 'open-session', file: '/h/s1.xml' }], null],
    ['one that is found by its prompt', 'test<enter>', [{ type: 'open-session', file: '/h/s1.xml' }], null],
    ['the one that is shown stays with it', '<enter>', [], 'That is the session on this screen.'],
    [
      'one that runs does not',
      '<down><down><enter>',
      [],
      's2 is running somewhere else. A copy of it: tagma fork, on the command line.',
    ],
  ])('%s', (_title, keys, acts, notice) => {
    const screen = listed();
    const before = screen.acts.length;
    screen.keys(keys);
    expect(screen.acts.slice(before).filter(({ type }) => type !== 'outline-session')).toEqual(acts);
    expect(screen.model.notice).toBe(notice);
  });
});

test('/new begins another session, but not under a turn', () => {
  expect(finished().keys('/new<enter>').acts.at(-1)).toEqual({ type: 'new-session' });
  const running = new Screen(SIZE).keys('go<enter>/new<enter>');
  expect(running.acts.some(({ type }) => type === 'new-session')).toBe(false);
});
