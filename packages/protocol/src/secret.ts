/**
 * What counts as a secret, and how it may look in a text. A key is configured for many servers that need none, so the value
 * of a key may be a word like any other (`none`, `ollama`, `EMPTY`): to take that out of every text would only garble it.
 */

/** Shorter values are found everywhere. */
const CHARACTERS_MIN = 6;
/** A number that is shorter may be any number. */
const DIGITS_MIN = 8;

/** In small letters, without what stands between them. */
const PLACEHOLDERS = new Set(
  (
    'anything apikey bearer changeme default dummy dummyapikey dummykey empty example fakekey keyless llamacpp ' +
    'lmstudio local localhost localkey needless nokey nokeyneeded nokeyrequired none noneneeded notneeded notrequired ' +
    'notset notused nothing ollama optional placeholder required skdummy skempty skfake skkeyless sklocal sknokey ' +
    'sknokeyneeded sknokeyrequired sknone sknotneeded sknotrequired skplaceholder sktest textgenerationwebui unused ' +
    'undefined unneeded unset whatever yourapikey yourapikeyhere yourkey yourkeyhere'
  ).split(' '),
);
const CROSSED_OUT = /^(?:sk)?[x*.]+$/;
/** The version of an interface (`2024-10-21-preview`, `latest`), a type of content, an address without anything private. */
const NO_SECRET =
  /^(?:latest|preview|v?\d{4}-\d\d(?:-\d\d)?(?:-preview)?|(?:application|text)\/[\w.+-]+|https?:\/\/[^\s@?]+)$/i;

/** Whether the value of a key, a password, a header or a query is to be kept out of all texts. */
export function isSecret(value: string): boolean {
  const text = value.trim();
  if (text.length < CHARACTERS_MIN || NO_SECRET.test(text)) return false;
  if (/^\d+$/.test(text) && text.length < DIGITS_MIN) return false;
  const letters = text.toLowerCase().replace(/[^a-z0-9*.]/g, '');
  return !CROSSED_OUT.test(letters) && !PLACEHOLDERS.has(letters.replaceAll('.', ''));
}
