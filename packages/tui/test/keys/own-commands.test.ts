/** Commands of one's own: what of what is written behind the name goes where, and where they are shown. */
import { expect, test } from 'vitest';
import { commandsFound } from '../../src/composer/wanting.ts';
import { type OwnCommand, textOf } from '../../src/keys/own-commands.ts';
import { Screen } from '../model-screen.ts';

const TEXTS: readonly (readonly [text: string, rest: string, said: string])[] = [
  ['Fix it.', '', 'Fix it.'],
  ['Fix it.', 'now, please', 'Fix it.\n\nnow, please'],
  ['Review $ARGUMENTS.', 'a.ts  b.ts', 'Review a.ts  b.ts.'],
  ['Move $0 to $1.', 'a.ts b.ts c.ts', 'Move a.ts to b.ts.'],
  ['Move $0 to $1.', '"a b.ts" \'c d.ts\'', 'Move a b.ts to c d.ts.'],
  ['Move $0 to $1.', 'a.ts', 'Move a.ts to .'],
  ['$0', '', ''],
  ['$0 and $ARGUMENTS', '$1 $ARGUMENTS', '$1 and $1 $ARGUMENTS'],
  ['\\$0 costs $5', 'x', '$0 costs '],
  ['$ARGUMENTSX $HOME', 'x', '$ARGUMENTSX $HOME\n\nx'],
  ['$&', "$' $`", "$&\n\n$' $`"],
];
test.each(TEXTS)('%j with %j', (text, rest, said) => {
  expect(textOf({ name: 'x', takes: '', says: '', text, from: 'person' }, rest)).toBe(said);
});

const COMMANDS: readonly OwnCommand[] = [
  { name: 'mine', takes: '', says: 'Do all of it', text: 'Do $ARGUMENTS.', from: 'person' },
  { name: 'review', takes: 'FILE', says: 'Review a file', text: 'Review $0.', from: 'project' },
];
const screen = () => {
  const shown = new Screen({ columns: 80, rows: 24 });
  shown.follow(commandsFound(shown.model, COMMANDS));
  return shown;
};

test('one is sent as its text, and a misspelt one is not sent', () => {
  const sent = screen().keys('/review src/a.ts<enter>');
  expect(sent.session.facts.at(-1)).toEqual({ type: 'prompt.given', text: 'Review src/a.ts.' });
  expect(screen().keys('/reveiw x<enter>').model.notice).toMatch(/is \/review meant\?/);
});

test('none takes the place of a command of the screen', () => {
  const shown = new Screen();
  shown.follow(commandsFound(shown.model, [{ ...COMMANDS[0], name: 'tools' } as OwnCommand]));
  expect(shown.keys('/tools<enter>').model.dialog?.kind).toBe('tools');
});

test('the menu has them, and the help under their heading', () => {
  expect(screen().keys('/rev').rows()).toContain('› /review FILE  Review a file');
  const rows = screen().keys('?').keys('<end>').rows();
  expect(rows.filter((row) => /commands of|\/mine|\/review/.test(row))).toEqual([
    'commands of your own',
    `  /mine${' '.repeat(34)}Do all of it`,
    'commands of the project',
    `› /review FILE${' '.repeat(27)}Review a file`,
  ]);
});

test('the palette writes the chosen one into the draft', () => {
  const shown = screen().keys('<ctrl+p>review<enter>');
  expect([shown.model.composer.text, shown.model.dialog]).toEqual(['/review ', null]);
});

test('they are looked for again as soon as a slash is written, and not at every key', () => {
  const shown = new Screen().keys('/re');
  expect(shown.acts).toEqual([{ type: 'find-commands' }]);
});
