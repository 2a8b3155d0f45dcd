/**
 * The forms in which a secret may stand in a text. What is encoded can be decoded by whoever reads it, so a text that is to
 * hold no secret holds none of these either.
 */

/** A form in base64 that is shorter may be part of any word. */
const BASE64_CHARACTERS_MIN = 8;
/** What is much longer once it is encoded is looked for by its pieces: so a part of it is found, and what looks for it waits for few characters. */
const PIECE_CHARACTERS = 64;

/** A secret as it may stand in a text; `name` tells the forms apart, empty for the secret itself. */
export type SecretForm = {
  readonly name: string;
  readonly text: string;
  /** Whether it is one of the pieces of a longer form. */
  readonly isPiece?: true;
};

/**
 * The secret, and where they look different: percent-encoded, in JSON, in HTML, in base64 (also inside of more), in hex, in
 * small and in capital letters; and the secret, its base64 and its hex from the end to the beginning.
 */
export function formsOfSecret(secret: string): readonly SecretForm[] {
  const encoded = percentEncoded(secret);
  const bytes = bytesOf(secret);
  const hex = hexOf(bytes, '');
  const everyByte = hexOf(bytes, '%');
  const forms: SecretForm[] = [
    { name: '', text: secret },
    { name: 'url', text: encoded },
    { name: 'url-lower', text: encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()) },
    { name: 'form', text: encoded.replaceAll('%20', '+') },
    { name: 'url-every', text: everyByte.toUpperCase() },
    { name: 'url-every-lower', text: everyByte },
    { name: 'json', text: JSON.stringify(secret).slice(1, -1) },
    { name: 'html', text: secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') },
    ...withReversed([
      { name: 'hex', text: hex },
      { name: 'hex-upper', text: hex.toUpperCase() },
      ...base64Forms(bytes),
    ]),
    { name: 'reversed', text: reversed(secret) },
    { name: 'lower', text: secret.toLowerCase() },
    { name: 'upper', text: secret.toUpperCase() },
  ];
  const distinct = forms.filter(({ text }, at) => forms.findIndex((form) => form.text === text) === at);
  return distinct.flatMap(inPieces);
}

function withReversed(forms: readonly SecretForm[]): readonly SecretForm[] {
  return forms.flatMap((form) => [form, { name: `${form.name}-reversed`, text: reversed(form.text) }]);
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** The last piece is as long as the others at least: none is so short that it stands anywhere. */
function inPieces({ name, text }: SecretForm): readonly SecretForm[] {
  if (name === '' || text.length <= 2 * PIECE_CHARACTERS) return [{ name, text }];
  const whole = Math.floor(text.length / PIECE_CHARACTERS);
  return Array.from({ length: whole }, (_, at): SecretForm => {
    const end = at === whole - 1 ? text.length : (at + 1) * PIECE_CHARACTERS;
    return { name, text: text.slice(at * PIECE_CHARACTERS, end), isPiece: true };
  });
}

/**
 * What surely stands in a base64 text whose bytes hold the secret, for each of the three places where it may begin. The
 * characters at both ends mix with its neighbours and are left out; those that belong to it alone give nothing away.
 */
function base64Forms(bytes: readonly number[]): readonly SecretForm[] {
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
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3);
    const number = (first << 16) | (second << 8) | third;
    const characters = Math.min(bytes.length - at, 3) + 1;
    for (let one = 0; one < characters; one++) text += BASE64.charAt((number >> (18 - 6 * one)) & 63);
  }
  return text;
}

/** In small letters. */
function hexOf(bytes: readonly number[], before: string): string {
  return bytes.map((byte) => before + byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(text: string): readonly number[] {
  const parts = [...percentEncoded(text).matchAll(/%([0-9A-F]{2})|./g)];
  return parts.map(([character, hex]) => (hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16)));
}

function percentEncoded(text: string): string {
  // A half pair of surrogates cannot be encoded.
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
