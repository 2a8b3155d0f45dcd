/**
 * A reader of its own for tests: the first thing in a text that is a tag of the protocol or a template's token to anyone who
 * reads leniently. It shares nothing with the writer: it folds the text first and then looks for plain ASCII.
 */
const TAG =
  /<[\s/\\]*(?:thought|action|observation|final|message|thinking|think|reasoning|tool_call|function|invoke)(?![\p{L}\p{N}_.-])|<\s*\|\s*[\p{L}\p{N}_-]+\s*\|\s*>|^\[tagma: /iu;
/** In the letter case in which they are tokens: `<S>` is a type. */
const TOKEN = /<\/?s>|\[\/?INST\]/u;

const CYRILLIC: Readonly<Record<string, string>> = { а: 'a', с: 'c', е: 'e', о: 'o', і: 'i', ѕ: 's', т: 't' };

/** @returns the tag as it stands in the text, up to its bracket */
export function liveTagIn(text: string): string | null {
  const kept: string[] = [];
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const plain of folded(character)) {
      kept.push(plain);
      from.push(at);
    }
    at += character.length;
  }
  const plain = kept.join('');
  const found = TAG.exec(plain) ?? TOKEN.exec(plain);
  if (!found) return null;
  const tail = text.slice(from[found.index]);
  return /^[^>]*>?/.exec(tail)?.[0] ?? tail;
}

function folded(character: string): string {
  if (/^(?:\p{Mn}|\p{Default_Ignorable_Code_Point})$/u.test(character)) return '';
  if ('＜‹〈'.includes(character)) return '<';
  if ('／⁄∕'.includes(character)) return '/';
  if ('｜│¦'.includes(character)) return '|';
  return CYRILLIC[character] ?? character.normalize('NFKC');
}
