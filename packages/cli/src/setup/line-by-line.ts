/** The wizard, asked line by line: on any terminal, and for a screen reader. */
import type { Question } from './question.ts';
import type { LineTerminal } from './terminal.ts';
import type { Asker, Put } from './walk.ts';
import { BACK } from './wizard.ts';

/** Of a longer list so many are shown; the others are typed. */
const CHOICES_MAX = 40;

export function lineAsker({ say, ask, left }: LineTerminal): Asker {
  return {
    async ask(put) {
      say(questionText(put));
      const typed = await ask(promptOf(put), put.takes === 'secret');
      return typed === null ? null : answerIn(typed, put);
    },
    async work(title, _canGoBack, run) {
      say(`\n${title} …\n`);
      const outcome = await run(left, say);
      return left.aborted ? null : outcome;
    },
  };
}

function questionText({ title, lines, choices, note, canGoBack }: Put): string {
  const width = Math.max(0, ...choices.map(({ label }) => label.length));
  const shown = choices.slice(0, CHOICES_MAX).map(({ label, says }, index) => {
    return `  ${String(index + 1).padStart(2)}  ${says === '' ? label : `${label.padEnd(width)}  ${says}`}`;
  });
  const more = choices.length - shown.length;
  return `${[
    '',
    ...(note === '' ? [] : [note, '']),
    `${title}${canGoBack ? `   (${BACK} goes back)` : ''}`,
    ...lines,
    ...shown,
    ...(more > 0 ? [`  and ${more} more: type the name`] : []),
  ].join('\n')}\n`;
}

function promptOf({ prompt, usual }: Question): string {
  return `${prompt}${usual === '' ? '' : ` [${usual}]`}:`;
}

/** A number stands for what is shown beside it. */
export function answerIn(typed: string, { choices }: Question): string {
  const text = typed.trim();
  const isNamed = choices.some(({ id }) => id === text);
  const chosen = /^\d{1,3}$/.test(text) && !isNamed ? choices[Number(text) - 1] : undefined;
  return chosen?.id ?? text;
}
