/** `find` has a language of its own: where to start, tests, and actions. Without an action it only looks. */
import { type Inspection, looksAt, refuse } from './inspection.ts';

/** Tests and options with the number of words that follow them. Actions that only print are among them. */
const EXPRESSIONS: { readonly [word: string]: number } = {
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
  ...wordsWith(1, '-inum -fstype -printf -newermt'),
};
/** Tests whose word is a file that is looked at. */
const FILE_TESTS: ReadonlySet<string> = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);
const STARTS_EXPRESSION = /^(-.|[(!,])/;

export function findInspection(words: readonly string[]): Inspection {
  let at = 0;
  // Not `-L`, nor `-follow`: it would go where links lead.
  while (['-H', '-P'].includes(words[at] ?? '')) at++;
  const paths: string[] = [];
  for (; at < words.length && !STARTS_EXPRESSION.test(words[at] ?? ''); at++) paths.push(words[at] ?? '');
  if (paths.length === 0) paths.push('.');
  while (at < words.length) {
    const word = words[at++] ?? '';
    if (FILE_TESTS.has(word)) {
      paths.push(words[at++] ?? '.');
      continue;
    }
    const following = Object.hasOwn(EXPRESSIONS, word) ? EXPRESSIONS[word] : undefined;
    if (following === undefined) return refuse(word);
    at += following;
  }
  return looksAt(paths);
}

function wordsWith(following: number, words: string): { [word: string]: number } {
  return Object.fromEntries(words.split(' ').map((word) => [word, following]));
}
