/** The wizard, asked line by line: on any terminal, and for a screen reader. */
import { type Question, questionOf } from './question.ts';
import type { LineTerminal } from './terminal.ts';
import { answered, BACK, type Offer, type Wizard, type Worked, worked } from './wizard.ts';

export type World = {
  readonly offerAt: (url: string) => Offer;
  readonly list: (wizard: Wizard, signal: AbortSignal) => Promise<Worked>;
  readonly tryOut: (wizard: Wizard, signal: AbortSignal, tell: (text: string) => void) => Promise<Worked>;
};

/** Of a longer list so many are shown; the others are typed. */
const CHOICES_MAX = 40;

/** Gives the end that was reached (`confirmed` or `demo`), or null where the person has left. */
export async function askLineByLine(
  first: Wizard,
  file: string,
  world: World,
  terminal: LineTerminal,
): Promise<Wizard | null> {
  let wizard = first;
  while (wizard.step !== 'confirmed' && wizard.step !== 'demo') {
    const question = questionOf(wizard, file);
    if (question === null) {
      wizard = worked(wizard, await work(wizard, world, terminal));
      if (terminal.left.aborted) return null;
      continue;
    }
    terminal.say(questionText(question, wizard));
    const typed = await terminal.ask(promptOf(question), question.isHidden);
    if (typed === null) return null;
    wizard = answered(wizard, answerIn(typed, question), world.offerAt);
  }
  return wizard;
}

function work(wizard: Wizard, { list, tryOut }: World, { say, left }: LineTerminal): Promise<Worked> {
  if (wizard.step === 'listing') return list(wizard, left);
  say(`\nTrying ${wizard.model} (a model that has to be loaded first may take a while):\n`);
  return tryOut(wizard, left, say);
}

export function questionText({ title, lines, choices }: Question, { note, before }: Wizard): string {
  const width = Math.max(0, ...choices.map(({ label }) => label.length));
  const shown = choices.slice(0, CHOICES_MAX).map(({ label, says }, index) => {
    return `  ${String(index + 1).padStart(2)}  ${says === '' ? label : `${label.padEnd(width)}  ${says}`}`;
  });
  const more = choices.length - shown.length;
  return `${[
    '',
    ...(note === '' ? [] : [note, '']),
    `${title}${before === null ? '' : `   (${BACK} goes back)`}`,
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
