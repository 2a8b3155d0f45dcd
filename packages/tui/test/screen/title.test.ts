import { expect, test } from 'vitest';
import type { Model } from '../../src/screen/model.ts';
import { titleOf } from '../../src/screen/title.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const at = (model: Model, folder: string) => titleOf({ ...model, status: { ...model.status, folder } });

test('it says how the session stands, and in which folder', () => {
  const screen = new Screen();
  const titles = [titleOf(screen.model)];
  screen.keys('go<enter>');
  titles.push(titleOf(screen.model));
  screen.session.reply(BASH);
  screen.session.takes(RUNS);
  titles.push(titleOf(screen.model));
  screen.keys('y');
  screen.session.ends('done');
  screen.session.reply('<final>x</final>');
  titles.push(titleOf(screen.model));
  expect(titles).toEqual(['ready', 'working', 'asks you', 'ready'].map((state) => `tagma · ${state} · project`));
});

test.each([
  { folder: '/', title: 'tagma · ready · /' },
  { folder: 'C:\\work\\it', title: 'tagma · ready · it' },
  { folder: '/a\x1b]2;x\x07\u202eb', title: 'tagma · ready · a␛]2;x␇<U+202E>b' },
  { folder: `/${'long '.repeat(40)}`, title: `tagma · ready · ${'long '.repeat(40)}`.slice(0, 99).concat('…') },
])('the folder $title', ({ folder, title }) => {
  expect(at(new Screen().model, folder)).toBe(title);
});
