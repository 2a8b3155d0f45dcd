/** The draft in an editor: purely, and on a whole screen whose terminal is lent meanwhile. */
import { describe, expect, test } from 'vitest';
import { draftEdited } from '../../src/composer/editing.ts';
import { NEW_MS } from '../../src/dialogs/attention.ts';
import type { Edited } from '../../src/screen/doors.ts';
import { openScreen } from '../../src/screen/open-screen.ts';
import { fakeTerminal } from '../fake-terminal.ts';
import { Screen } from '../model-screen.ts';
import { testSession } from '../session.ts';
import { longText, shown } from './draft.ts';

const OF_DRAFT = { type: 'edit-draft', text: 'old', isAnswer: false } as const;

function edited(text: string): Edited {
  return { ok: true, text };
}

describe('what comes back', () => {
  const rows: readonly (readonly [title: string, draft: string, came: Edited, after: string, notice: string | null])[] =
    [
      ['takes the place of the draft', 'old', edited('new\n'), 'new', null],
      ['goes below what has come into the draft meanwhile', 'queued\nold', edited('new'), 'queued\nnew', null],
      ['goes below another draft', 'other', edited('new'), 'other\nnew', null],
      [
        'is the draft as it was, where the editor failed',
        'old',
        { ok: false, message: 'It\nis\x1bgone.' },
        'old',
        'It is␛gone.',
      ],
    ];
  test.each(rows)('%s', (_, draft, came, after, notice) => {
    const { model } = new Screen();
    const before = { ...model, composer: { ...model.composer, text: draft } };
    const next = draftEdited(before, OF_DRAFT, came).model;
    expect([next.composer.text, next.notice]).toEqual([after, notice]);
  });

  test('goes to the draft that was put aside for a question', () => {
    const { model } = new Screen();
    const before = { ...model, focus: 'words' as const, aside: { ...model.composer, text: 'old' } };
    const { aside, composer } = draftEdited(before, OF_DRAFT, edited('new')).model;
    expect([aside.text, composer.text]).toEqual(['new', '']);
  });

  test('keeps a chip whose text ends with a newline', () => {
    const screen = new Screen().keys('a ');
    screen.gets({ kind: 'paste', text: longText(1) });
    const act = { ...OF_DRAFT, text: `a ${longText(1)}` };
    screen.follow(draftEdited(screen.model, act, edited(`b ${longText(1)}`)));
    expect(shown(screen.model.composer)).toBe('b ①|');
  });

  test('can be taken back', () => {
    const screen = new Screen().keys('old');
    screen.follow(draftEdited(screen.model, OF_DRAFT, edited('new')));
    expect(screen.keys('<ctrl+_>').model.composer.text).toBe('old');
  });
});

test('the draft is given to the editor, but not while a question has the keys, nor what is looked for in a list', () => {
  const screen = new Screen().keys('a b<ctrl+g>');
  expect(screen.acts).toEqual([{ type: 'edit-draft', text: 'a b', isAnswer: false }]);
  expect(new Screen().keys('<ctrl+p><ctrl+g>').acts).toEqual([]);
});

test('an editor has the terminal, and what comes meanwhile is shown after it', async () => {
  const terminal = fakeTerminal(60, 14);
  const { input, output } = terminal;
  const session = testSession();
  const asked: unknown[] = [];
  let close = (_edited: Edited): void => {};
  const editor = (text: string, name: string): Promise<Edited> => {
    asked.push([text, name, input.raw, input.isPaused()]);
    return new Promise((resolve) => {
      close = resolve;
    });
  };
  const status = { model: 'qwen3', folder: '/project', mode: 'default' } as const;
  const left = openScreen({ session, input, output, status, env: {}, editor });
  await terminal.until((rows) => rows.join().includes('? keys'));
  terminal.type('go\rdraft\x07');
  await terminal.until(() => asked.length > 0);
  expect(asked).toEqual([['draft', 'prompt.md', false, true]]);
  await terminal.settled();
  const written = terminal.written().length;
  session.reply('<final>All is well.</final>');
  terminal.type('!');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(terminal.written().length).toBe(written);
  close(edited('another draft'));
  const rows = await terminal.until((shown) => shown.join().includes('another draft!'));
  expect(rows.filter((row) => row.includes('All is well.') || row.startsWith('› another'))).toEqual([
    expect.stringContaining('All is well.'),
    '› another draft!',
  ]);
  expect(input.raw).toBe(true);
  terminal.type('\x03\x03');
  expect(await left).toEqual({ kind: 'quit', interrupted: false });
});

test('what is asked behind an editor is new when the editor has ended: a key that was meant for that says no yes', async () => {
  const terminal = fakeTerminal(60, 24);
  const { input, output } = terminal;
  const session = testSession();
  let close = (_edited: Edited): void => {};
  let isOpen = false;
  const editor = (): Promise<Edited> => {
    isOpen = true;
    return new Promise((resolve) => {
      close = resolve;
    });
  };
  const status = { model: 'qwen3', folder: '/project', mode: 'default' } as const;
  const left = openScreen({ session, input, output, status, env: {}, editor });
  await terminal.until((rows) => rows.join().includes('? keys'));
  terminal.type('go\r\x07');
  await terminal.until(() => isOpen);
  session.reply('<action tool="bash">\n<command>npm test</command>\n</action>');
  session.takes({ runs: ['npm'], readOnly: false });
  await new Promise((resolve) => setTimeout(resolve, NEW_MS + 50));
  close({ ok: false, message: 'killed' });
  terminal.type('y');
  await terminal.until((rows) => rows.join().includes('A new question'));
  expect(session.facts.filter(({ type }) => type === 'permission.answered')).toEqual([]);
  terminal.type('\x03\x03');
  await left;
});

test('where there is no editor it is said', async () => {
  const terminal = fakeTerminal(60, 14);
  const { input, output } = terminal;
  const status = { model: 'qwen3', folder: '/project', mode: 'default' } as const;
  const left = openScreen({ session: testSession(), input, output, status, env: {} });
  await terminal.until((rows) => rows.join().includes('? keys'));
  terminal.type('\x07');
  await terminal.until((rows) => rows.join().includes('There is no editor here.'));
  expect(terminal.rows().join()).toContain('There is no editor here.');
  terminal.type('\x04');
  await left;
});
