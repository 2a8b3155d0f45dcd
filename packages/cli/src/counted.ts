/** A number of things, in words. */

/** `1 event`, `2 events`; `several` where more than one has another form: `2 replies`. */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}
