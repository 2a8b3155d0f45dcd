/** A value as a line of JSON that any reader takes for one line, and no terminal obeys. */

/** What some readers take for the end of a line, and what a terminal would obey. */
const TO_ESCAPE = /[\u007f-\u009f\u2028\u2029]/g;
/** Half of a character, as JSON.stringify writes it: not every reader takes it. */
const HALF = /(?<=(?<!\\)(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

export function jsonLine(value: object): string {
  const json = JSON.stringify(value).replace(HALF, '\ufffd').replace(TO_ESCAPE, escaped);
  return `${json}\n`;
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
