/** The wizard's questions as the full screen is given them: what the work before has found out stands above, once. */
import type { Asker as ScreenAsker } from '@tagma/tui';
import { expect, test } from 'vitest';
import { screenAsker } from '../../src/setup/full-screen.ts';
import type { Put } from '../../src/setup/walk.ts';
import type { Worked } from '../../src/setup/wizard.ts';

const PUT: Put = {
  ...{ title: 'Which?', prompt: 'Name', lines: ['A hint.'], choices: [], usual: '', takes: 'text' },
  ...{ note: '', canGoBack: true },
};
const WORKS: Worked = { ok: true, says: '' };
const FAILS: Worked = { ok: false, isKey: false, says: 'It does not.' };

/** Answers of the screen, one after the other; and the lines that each question was put with. */
function screen(...kinds: readonly ('answer' | 'back' | 'left' | 'done')[]) {
  const waiting = [...kinds];
  const lines: (readonly string[])[] = [];
  const asker: ScreenAsker = {
    async ask(asked) {
      lines.push(asked.lines);
      const kind = waiting.shift();
      return kind === 'back' || kind === 'left' ? { kind } : { kind: 'answer', text: 'said' };
    },
    async work({ run }) {
      const value = await run(new AbortController().signal, () => {});
      const kind = waiting.shift();
      return kind === 'back' || kind === 'left' ? { kind } : { kind: 'done', value };
    },
  };
  return { asker: screenAsker(asker, ['Beginning.']), lines };
}

async function finding(outcome: Worked, tell: (text: string) => void): Promise<Worked> {
  tell('first\n');
  tell('second\n');
  return outcome;
}

test.each<[title: string, outcome: Worked, above: readonly string[]]>([
  ['in its order', WORKS, ['first', 'second']],
  ['what has failed first', FAILS, ['second', 'first']],
])('%s', async (_title, outcome, above) => {
  const { asker, lines } = screen('done', 'answer', 'answer');
  expect(await asker.work('Trying', true, (_signal, tell) => finding(outcome, tell))).toBe(outcome);
  expect([await asker.ask(PUT), await asker.ask(PUT)]).toEqual(['said', 'said']);
  expect(lines).toEqual([['Beginning.', ...above, 'A hint.'], ['A hint.']]);
});

test('who goes back, and who leaves', async () => {
  const { asker } = screen('back', 'left', 'back', 'left');
  expect([await asker.ask(PUT), await asker.ask(PUT)]).toEqual(['<', null]);
  const work = () => asker.work('Trying', true, async () => WORKS);
  expect([await work(), await work()]).toEqual(['<', null]);
});
