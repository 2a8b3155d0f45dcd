/** Commands of the person's own and of the project's: a name behind a slash that stands for a text, with what is written behind it. */

/** One of these commands. */
export type OwnCommand = {
  readonly name: string;
  /** What it takes, as its file says; '' where it does not. */
  readonly takes: string;
  readonly says: string;
  /** What is sent, with `$ARGUMENTS`, `$0`, `$1` and so on for what is written behind the name. */
  readonly text: string;
  readonly from: 'person' | 'project';
};

const PLACE = /\\\$|\$(ARGUMENTS\b|\d{1,2})/g;
/** A word, or what stands between quotation marks. */
const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/**
 * The text with what was written behind the name: `$ARGUMENTS` is all of it, `$0` its first word, `$1` its second; a word that is not
 * there is empty. `\$` is the sign itself. Where the text names no place for it, it stands below.
 */
export function textOf({ text }: OwnCommand, rest: string): string {
  const words = [...rest.matchAll(WORD)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  let isPlaced = false;
  const said = text.replace(PLACE, (_whole, place?: string) => {
    if (place === undefined) return '$';
    isPlaced = true;
    if (place === 'ARGUMENTS') return rest;
    return words[Number(place)] ?? '';
  });
  return isPlaced || rest === '' ? said : `${said}\n\n${rest}`;
}
