/**
 * What counts as a secret, and how it may look in a text. A key is configured for many servers that need none, so the value
 * of a key may be a word like any other (`none`, `ollama`, `EMPTY`): to take that out of every text would only garble it.
 */

/** Shorter values are found everywhere. */
const CHARACTERS_MIN = 6;
/** A number that is shorter may be any number. */
const DIGITS_MIN = 8;
/** A form in base64 that is shorter may be part of any word. */
const BASE64_CHARACTERS_MIN = 8;

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

/** A secret as it may stand in a text; `name` tells the forms apart, empty for the secret itself. */
export type SecretForm = { readonly name: string; readonly text: string };

/** The secret, and where they look different: percent-encoded, in JSON, in HTML, in base64 (also inside of more). */
export function formsOfSecret(secret: string): readonly SecretForm[] {
  const encoded = percentEncoded(secret);
  const forms: SecretForm[] = [
    { name: '', text: secret },
    { name: 'url', text: encoded },
    { name: 'url-lower', text: encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()) },
    { name: 'form', text: encoded.replaceAll('%20', '+') },
    { name: 'json', text: JSON.stringify(secret).slice(1, -1) },
    { name: 'html', text: secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') },
    ...base64Forms(secret),
  ];
  return forms.filter(({ text }, at) => forms.findIndex((form) => form.text === text) === at);
}

/**
 * What surely stands in a base64 text whose bytes hold the secret, for each of the three places where it may begin. The
 * characters at both ends mix with its neighbours and are left out; those that belong to it alone give nothing away.
 */
function base64Forms(secret: string): readonly SecretForm[] {
  const bytes = bytesOf(secret);
  return [0, 1, 2].flatMap((before) => {
    const whole = base64([...[0, 0].slice(0, before), ...bytes]);
    const text = whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    if (text.length < BASE64_CHARACTERS_MIN) return [];
    const safe = text.replaceAll('+', '-').replaceAll('/', '_');
    const name = `base64-${before}`;
    return [{ name, text }, ...(safe === text ? [] : [{ name: `${name}-url`, text: safe }])];
  });
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Without the padding at its end. */
function base64(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,6}/g) ?? []).map((six) => BASE64[Number.parseInt(six.padEnd(6, '0'), 2)]).join('');
}

function bytesOf(text: string): readonly number[] {
  const parts = [...percentEncoded(text).matchAll(/%([0-9A-F]{2})|./g)];
  return parts.map(([character, hex]) => (hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16)));
}

function percentEncoded(text: string): string {
  // A half pair of surrogates cannot be encoded.
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
