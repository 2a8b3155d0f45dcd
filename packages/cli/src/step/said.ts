/** What a command of the stepper answers: lines to show, or why it could not be done. */
export type Refused = { readonly ok: false; readonly message: string };
export type Said = { readonly ok: true; readonly lines: readonly string[] } | Refused;

export function said(lines: readonly string[]): Said {
  return { ok: true, lines };
}

export function refused(message: string): Refused {
  return { ok: false, message };
}
