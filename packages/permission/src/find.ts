/** `find` has a language of its own: where to start, tests, and actions. Without an action it only looks. */
import { type Inspection, looksAt, refuse } from './inspection.ts';

/** Tests and options with the number of words that follow them. Actions that only print are among them. */
const STEPS: { readonly [word: string]: number } = {
  ...wordsWith(0, '( ) ! , -not -and -a -or -o -true -false -empty -depth -d -xdev -mount -readable -writable'),
  ...wordsWith(0, '-executable -nouser -nogroup -daystart -noleaf -print -print0 -ls -prune -quit'),
  ...wordsWith(
    1,
    '-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype',
  ),
  ...wordsWith(
    1,
    '-size -mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -user -group -uid -gid -perm -links',
  ),
  ...wordsWith(1, '-inum -fstype -printf -newermt -newer -anewer -cnewer -samefile'),
};
/** Tests whose word is a file that is looked at. */
const FILE_TESTS: ReadonlySet<string> = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);
const STARTS_EXPRESSION = /^(-.|[(!,])/;

/** A test, an option or an action, with the words that are its own; of `-exec`, the command and how it ends (`;` or `+`). */
export type FindStep = { readonly word: string; readonly values: readonly string[] };
export type FindRead =
  /** `roots` as written: none stands for the folder that it runs in. */
  | { readonly ok: true; readonly roots: readonly string[]; readonly steps: readonly FindStep[] }
  /** `word`: the first that is not understood. */
  | { readonly ok: false; readonly word: string };

export function readFind(words: readonly string[]): FindRead {
  let at = 0;
  // Not `-L`, nor `-follow`: it would go where links lead.
  while (['-H', '-P'].includes(words[at] ?? '')) at++;
  const roots: string[] = [];
  for (; at < words.length && !STARTS_EXPRESSION.test(words[at] ?? ''); at++) roots.push(words[at] ?? '');
  const steps: FindStep[] = [];
  while (at < words.length) {
    const word = words[at++] ?? '';
    const end = word === '-exec' ? endOfCommand(words, at) : at + (numberOf(word) ?? words.length);
    if (end === null || end > words.length) return { ok: false, word };
    steps.push({ word, values: words.slice(at, end) });
    at = end;
  }
  return { ok: true, roots, steps };
}

export function findInspection(words: readonly string[]): Inspection {
  const read = readFind(words);
  if (!read.ok) return refuse(read.word);
  const acting = read.steps.find(({ word }) => word === '-exec');
  if (acting) return refuse(acting.word);
  const files = read.steps.filter(({ word }) => FILE_TESTS.has(word)).flatMap(({ values }) => values);
  return looksAt([...rootsOf(read), ...files]);
}

/** Where it goes through. */
export function rootsOf({ roots }: Extract<FindRead, { ok: true }>): readonly string[] {
  return roots.length === 0 ? ['.'] : roots;
}

function numberOf(word: string): number | undefined {
  return Object.hasOwn(STEPS, word) ? STEPS[word] : undefined;
}

/** Behind the `;`, or the `+` that follows the mark for the names. */
function endOfCommand(words: readonly string[], from: number): number | null {
  const end = words.findIndex(
    (word, at) => at >= from && (word === ';' || (word === '+' && at > from && words[at - 1] === '{}')),
  );
  return end < 0 ? null : end + 1;
}

function wordsWith(following: number, words: string): { [word: string]: number } {
  return Object.fromEntries(words.split(' ').map((word) => [word, following]));
}
