/** UTF-8 in strings with one character a byte. */

export function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Bytes of the UTF-8 character that starts with `code`; 1 where none does. */
export function characterBytes(code: number): number {
  if (code < 0xc0) return 1;
  if (code < 0xe0) return 2;
  return code < 0xf0 ? 3 : 4;
}

/** Bytes at the end that start a UTF-8 character and do not finish it. */
export function unfinished(run: string): number {
  for (let back = 1; back <= Math.min(3, run.length); back++) {
    const code = run.charCodeAt(run.length - back);
    if (code < 0x80) return 0;
    if (code >= 0xc0) return characterBytes(code) > back ? back : 0;
  }
  return 0;
}

/** Without what no key types: C1 controls, and what was no UTF-8. */
export function typable(text: string): string {
  return text.replace(/[\u0080-\u009f\ufffd]/g, '');
}
