/** Texts of ours in the quotation marks of a shell. */

/** For bash and zsh: nothing in it is obeyed. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** For fish, where a backslash counts between these marks, too. */
export function fishWord(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The first clause of a description: a list shows one line. */
export function shortly(about: string): string {
  const [first = ''] = about.split(/[;:(]| - /);
  return first.trim();
}
