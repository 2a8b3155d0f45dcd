/** The way through the wizard, whoever shows it: a question or a piece of work after the other, up to its end. */
import type { Asked } from '@tagma/tui';
import { type Question, questionOf, workOf } from './question.ts';
import { answered, BACK, notKept, type Offer, type Wizard, type Worked, worked } from './wizard.ts';

/** What is outside: the servers that are asked, and the file that is written. */
export type World = {
  readonly offerAt: (url: string) => Offer;
  readonly look: () => Promise<Worked>;
  readonly list: (wizard: Wizard, signal: AbortSignal) => Promise<Worked>;
  readonly tryOut: (wizard: Wizard, signal: AbortSignal, tell: (text: string) => void) => Promise<Worked>;
  /** All that `keep` would write and take away, in lines. */
  readonly planned: (wizard: Wizard) => readonly string[];
  readonly keep: (wizard: Wizard) => Promise<Kept | NotKept>;
};

/** In lines, where everything is now. */
export type Kept = { readonly ok: true; readonly says: readonly string[] };
export type NotKept = { readonly ok: false; readonly message: string };

/** A question, and what is said with it now. */
export type Put = Asked & Question;

/** Null from either: the person has left. */
export type Asker = {
  readonly ask: (put: Put) => Promise<string | null>;
  /** `BACK`: nobody wants to wait for it. */
  readonly work: (title: string, canGoBack: boolean, run: Run) => Promise<Worked | typeof BACK | null>;
};
export type Run = (signal: AbortSignal, tell: (text: string) => void) => Promise<Worked>;

export type WalkEnd = { readonly kind: 'demo' } | { readonly kind: 'kept'; readonly says: readonly string[] };

/** Null where the person has left: nothing is written then. */
export async function walk(first: Wizard, world: World, asker: Asker): Promise<WalkEnd | null> {
  let wizard = first;
  while (wizard.step !== 'demo') {
    if (wizard.step === 'confirmed') {
      const kept = await world.keep(wizard);
      if (kept.ok) return { kind: 'kept', says: kept.says };
      wizard = notKept(wizard, kept.message);
    }
    const next = await step(wizard, world, asker);
    if (next === null) return null;
    wizard = next;
  }
  return { kind: 'demo' };
}

async function step(wizard: Wizard, world: World, asker: Asker): Promise<Wizard | null> {
  const canGoBack = wizard.before !== null;
  const question = questionOf(wizard, world.planned);
  if (question === null) {
    const outcome = await asker.work(workOf(wizard), canGoBack, (signal, tell) => workIn(wizard, world, signal, tell));
    if (outcome === BACK) return answered(wizard, BACK, world.offerAt);
    return outcome && worked(wizard, outcome);
  }
  const answer = await asker.ask({ ...question, note: wizard.note, canGoBack });
  return answer === null ? null : answered(wizard, answer, world.offerAt);
}

function workIn(
  wizard: Wizard,
  { look, list, tryOut }: World,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<Worked> {
  if (wizard.step === 'looking') return look();
  return wizard.step === 'listing' ? list(wizard, signal) : tryOut(wizard, signal, tell);
}
