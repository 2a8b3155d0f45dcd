/** Drafts as tests write them: the caret is `|`, the other end of the selection `‸`, a chip `①` to `⑨`. */

import { signOf } from '../../src/composer/chip.ts';
import { type Composer, composed, paste } from '../../src/composer/composer.ts';

/** Long enough to become a chip; of the number's own. */
export function longText(number: number): string {
  return Array.from({ length: 20 }, (_, index) => `line ${index} of paste ${number}\n`).join('');
}

export function draft(written: string): Composer {
  const anchor = written.replace('|', '').indexOf('‸');
  const caret = written.replace('‸', '').indexOf('|');
  let composer = composed('');
  const chips: readonly string[] = written.match(/[①-⑨]/g) ?? [];
  for (const chip of chips) composer = paste(composer, longText(numberOf(chip)));
  const text = written.replace(/[|‸]/g, '').replace(/[①-⑨]/g, (chip) => signOf(chips.indexOf(chip)));
  return { ...composed(''), chips: composer.chips, text, caret, anchor: anchor < 0 ? null : anchor };
}

export function shown({ text, caret, anchor, chips }: Composer): string {
  const signs = chips.map((_, index) => [signOf(index), String.fromCharCode(0x2460 + index)] as const);
  const marked = Array.from({ length: text.length + 1 }, (_, at) => {
    const mark = at === caret ? '|' : at === anchor ? '‸' : '';
    return mark + (text[at] ?? '');
  }).join('');
  return signs.reduce((whole, [sign, chip]) => whole.replace(new RegExp(sign, 'gu'), chip), marked);
}

function numberOf(chip: string): number {
  return chip.charCodeAt(0) - 0x2460 + 1;
}
