/** A word to a person who looks elsewhere: the bell, and a notification of the desktop (OSC 9) where the terminal has one. */
import { visible } from '@tagma/protocol';
import { type Abilities, passedThrough } from './abilities.ts';

/** What fits on a notification. */
const CHARACTERS_MAX = 200;
const BELL = '\x07';

/** The name in front keeps a text that begins with a number from being another command of the same code (progress). */
export function notifySequence(text: string, { commands, multiplexer }: Abilities): string {
  if (!commands) return BELL;
  const words = [...visible(text.replace(/\s+/g, ' ').trim())].slice(0, CHARACTERS_MAX).join('');
  return BELL + passedThrough(`\x1b]9;Tagma: ${words}\x1b\\`, multiplexer);
}
