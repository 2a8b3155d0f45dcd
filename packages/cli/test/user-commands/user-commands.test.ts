/** Commands from Markdown files: what is found, and what is passed over, with why. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { visible } from '@tagma/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { firstPrompt } from '../../src/user-commands/first-prompt.ts';
import { userCommands } from '../../src/user-commands/user-commands.ts';

/** A home and a project with these files, by their names behind either. */
function placed(files: { readonly [name: string]: string }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-commands-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['home', 'project']) mkdirSync(join(root, name));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return { root, folders: { folder: join(root, 'project'), configFile: join(root, 'home', 'config.jsonc') } };
}

const REVIEW = '---\ndescription: "Review a file"\nargument-hint: FILE\nmodel: other\n---\n\nReview $0.\n';
const PROJECT = 'project/.tagma/commands';
const OWN = 'home/commands';

test('a file is a command: its name, what it says of itself, what it takes, and its text', async () => {
  const { folders } = placed({
    [`${PROJECT}/review.md`]: REVIEW,
    [`${PROJECT}/fix-all.md`]: '\ufeff# Fix all of it\r\n\r\nRun the tests.\r\n',
    [`${PROJECT}/notes.txt`]: 'no command',
    [`${OWN}/mine.md`]: 'Do $ARGUMENTS.',
  });
  expect(await userCommands(folders)).toEqual({
    commands: [
      { name: 'mine', takes: '', says: 'Do $ARGUMENTS.', text: 'Do $ARGUMENTS.', from: 'person' },
      { name: 'fix-all', takes: '', says: 'Fix all of it', text: '# Fix all of it\n\nRun the tests.', from: 'project' },
      { name: 'review', takes: 'FILE', says: 'Review a file', text: 'Review $0.', from: 'project' },
    ],
    problems: [],
  });
});

test('where there is no folder there is no command', async () => {
  expect(await userCommands(placed({}).folders)).toEqual({ commands: [], problems: [] });
});

const PASSED_OVER: readonly (readonly [file: string, text: string, why: string])[] = [
  ['help.md', 'x', '/help is a command of Tagma.'],
  ['review.md', 'x', '/review is a command of your own already.'],
  ['two words.md', 'x', 'no command can have this name: letters, digits, - and _ make one.'],
  ['empty.md', ' \n', 'it is empty.'],
  ['head.md', '---\ndescription: only a head\n---\n', 'it is empty.'],
  ['long.md', 'x'.repeat(16 * 1024 + 1), 'it is too long for a command.'],
  ['bytes.md', 'a\0b', 'It is not shown: it is no text in UTF-8.'],
];
test.each(PASSED_OVER)('%s of a project is passed over', async (file, text, why) => {
  const { root, folders } = placed({ [`${OWN}/review.md`]: REVIEW, [`${PROJECT}/${file}`]: text });
  const { commands, problems } = await userCommands(folders);
  expect([commands.map(({ from }) => from), problems]).toEqual([['person'], [`${join(root, PROJECT, file)}: ${why}`]]);
});

test('a link that leads out of the project is not followed', async () => {
  const { root, folders } = placed({ 'home/secret': 'a key', [`${PROJECT}/ok.md`]: 'x' });
  symlinkSync(join(root, 'home', 'secret'), join(root, PROJECT, 'leak.md'));
  const { commands, problems } = await userCommands(folders);
  expect([commands.map(({ name }) => name), problems]).toEqual([
    ['ok'],
    [`${join(root, PROJECT, 'leak.md')}: It is not shown: it is a link that leads out of the project.`],
  ]);
});

test('what a file says of itself is shown on one line, without controls, and not at any length', async () => {
  const head = `---\ndescription: \u001b]0;x\u0007${'long '.repeat(100)}\n---\nText`;
  const { folders } = placed({ [`${PROJECT}/x.md`]: head });
  const [command] = (await userCommands(folders)).commands;
  const says = command?.says ?? '';
  expect([visible(says), says.includes('\n')]).toEqual([says, false]);
  expect(command?.says.length).toBeLessThan(250);
});

const PROMPTS: readonly (readonly [given: string, said: object])[] = [
  ['/review src/a.ts', { ok: true, prompt: 'Review src/a.ts.' }],
  ['/usr/bin/env is missing', { ok: true, prompt: '/usr/bin/env is missing' }],
  ['//review', { ok: true, prompt: '/review' }],
  [
    '/mode plan',
    {
      ok: false,
      exit: 2,
      message:
        '/mode is a command of the screen, and no prompt. On the command line it is --mode NAME. //mode sends it as a text.',
    },
  ],
  [
    '/compact',
    {
      ok: false,
      exit: 2,
      message: '/compact is a command of the screen, and no prompt. //compact sends it as a text.',
    },
  ],
  [
    '/reviwe x',
    {
      ok: false,
      exit: 2,
      message: 'There is no command /reviwe; is /review meant? /help lists them; //reviwe sends it as a text.',
    },
  ],
];
test.each(PROMPTS)('tagma %j', async (given, said) => {
  const { folders } = placed({ [`${PROJECT}/review.md`]: REVIEW });
  expect(await firstPrompt(given, folders)).toEqual(said);
});

test('a prompt that means a file which is passed over is told why', async () => {
  const { root, folders } = placed({ [`${PROJECT}/empty.md`]: '' });
  expect(await firstPrompt('/empty x', folders)).toEqual({
    ok: false,
    exit: 2,
    message: `There is no command /empty. /help lists them; //empty sends it as a text.\n${join(root, PROJECT, 'empty.md')}: it is empty.`,
  });
});
