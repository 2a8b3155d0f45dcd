/** The person at the terminal of `tagma tool`: each question whole, on standard error, and an answer of one line. */
import { createInterface, type Interface } from 'node:readline/promises';
import type { PersonAsk, QuestionAsk } from '@tagma/core';
import { questionRows } from '@tagma/tui';
import type { Person } from './tool-call.ts';

const COLUMNS = 100;

export function openPerson(input = process.stdin, output = process.stderr): Person {
  let open: Interface | null = null;
  const ask = async (asked: PersonAsk | QuestionAsk, prompt: string): Promise<string> => {
    const rows = questionRows(asked, output.columns || COLUMNS).map((row) => row.map(({ text }) => text).join(''));
    output.write(`${rows.map((row) => row.trimEnd()).join('\n')}\n`);
    const lines = createInterface({ input, output });
    open = lines;
    const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const said = await Promise.race([lines.question(prompt).catch(() => ''), left]);
    lines.close();
    return said.trim();
  };
  return {
    allows: async (asked) => /^y(es)?$/i.test(await ask(asked, 'Shall it run? [y/N] ')),
    answers: (asked) => ask(asked, '> '),
    leave: () => open?.close(),
  };
}
