/** Text to the clipboard of the person's own machine, through the terminal (OSC 52): it works over ssh too. */
import { type Abilities, passedThrough } from './abilities.ts';

/** Bytes of a text that every terminal takes: xterm and tmux stop at 100,000 bytes of base64. */
export const CLIPBOARD_BYTES_MAX = 74_994;

/**
 * Null: the terminal takes none, or not so long a text. Whether it has taken one it does not say: many ask their person
 * for leave first. tmux takes it for its own buffer where its option `set-clipboard` is `on`, and hands it on where
 * `allow-passthrough` is: so it gets both.
 */
export function copySequence(text: string, { commands, multiplexer }: Abilities): string | null {
  const bytes = Buffer.from(text, 'utf8');
  if (!commands || bytes.length > CLIPBOARD_BYTES_MAX) return null;
  const sequence = `\x1b]52;c;${bytes.toString('base64')}\x1b\\`;
  const passed = passedThrough(sequence, multiplexer);
  return multiplexer === 'tmux' ? sequence + passed : passed;
}
