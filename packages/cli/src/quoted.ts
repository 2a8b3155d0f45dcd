/** Words of a command line that a person is advised to type: in a file may stand anything. */

export function quoted(word: string): string {
  return /^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Whether it can be the name of a session, and of a file below a folder: never a path, an option or more than a word. */
export function isSafeName(name: string): boolean {
  return /^\w[\w.-]*$/.test(name);
}
