/** `test` and `[`. `-v` and `-R` evaluate what they are given (`a[$(…)]`). */
import { type Inspection, refuse } from './inspection.ts';
import { isUnknownText } from './unknown-text.ts';

const OF_TEXT: ReadonlySet<string> = new Set('= == != < > -eq -ne -lt -le -gt -ge'.split(' '));
const OF_FILES: ReadonlySet<string> = new Set(
  '-nt -ot -ef -e -f -d -r -w -x -s -L -h -S -p -b -c -g -k -u -O -G -N'.split(' '),
);
const OTHERS: ReadonlySet<string> = new Set(['!', '(', ')', '-a', '-o', '-n', '-z', '-t']);

const isOperator = (word: string) => OF_TEXT.has(word) || OF_FILES.has(word) || OTHERS.has(word);

const tests = (paths: readonly string[]): Inspection => ({ looks: true, paths, sweep: null, isOfNames: true });

/** In the plain forms it is known which operand is a path; in all others, every one may be. */
export function testInspection(words: readonly string[]): Inspection {
  const asked = words[0] === '!' ? words.slice(1) : words;
  const [first = '', second = '', third = ''] = asked;
  if (asked.length <= 1) return tests([]);
  if (asked.length === 2 && OF_FILES.has(first)) return tests([second]);
  if (asked.length === 2 && /^-[nzt]$/.test(first)) return tests([]);
  if (asked.length === 3 && OF_TEXT.has(second)) return tests([]);
  if (asked.length === 3 && OF_FILES.has(second)) return tests([first, third]);
  const operator = words.find((word) => (/^-[a-z]+$/i.test(word) && !isOperator(word)) || isUnknownText(word));
  if (operator !== undefined) return refuse(operator);
  return tests(words.filter((word) => !isOperator(word) && word !== '' && !/^-?\d+$/.test(word)));
}
