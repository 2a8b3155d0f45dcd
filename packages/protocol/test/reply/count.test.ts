/** The rows of this folder are counted, so that no group of replies shrinks unseen. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCorpus } from './corpus/corpus.ts';

const REPLIES_MIN = 400;

/** Groups of replies: how many there are at least, and where: titles of `describeRows`, and files of the corpus. */
const GROUPS: readonly (readonly [group: string, min: number, where: readonly string[]])[] = [
  ['canonical', 25, ['elements at the top level', 'canonical.txt']],
  ['values', 90, ['values', 'values in CDATA', 'values that quote closing tags', 'pieces of closing tags at the end']],
  ['entities', 19, ['entities']],
  ['bodies', 33, ['bodies']],
  ['attributes', 40, ['the tool of an action', 'parameters as attributes', 'a parameter twice']],
  ['several actions', 38, ['closing tags that were left out', 'several-actions.txt']],
  ['ends', 50, ['the final', 'invented observations', 'cut at the limit', 'stop sequences were sent']],
  [
    'thoughts',
    45,
    [
      'thoughts',
      'closing tags of thoughts without an opening one',
      'thoughts left open',
      'an endpoint that starts in thought',
      'reasoning.txt',
    ],
  ],
  ['fences', 35, ['fences', 'inline code', 'comments']],
  ['dialect tag', 25, ['dialect tag: the tool as the element']],
  ['dialect hermes', 60, ['dialect hermes: <tool_call>{JSON}', 'lenient JSON']],
  ['dialect qwen-xml', 30, ['dialect qwen-xml: <function=NAME>']],
  ['dialect invoke', 23, ['dialect invoke']],
  ['dialect glm', 20, ['dialect glm: pairs of keys and values']],
  ['dialect json', 39, ['dialect json: a reply that is nothing but JSON', 'JSON that is text']],
  ['dialect react', 36, ['dialect react: lines of Action and Action Input']],
  ['dialect kimi', 27, ['dialect kimi']],
  ['dialect deepseek', 18, ['dialect deepseek']],
  ['dialect mistral', 23, ['dialect mistral']],
  ['dialect fence', 19, ['dialect fence: the only block for a shell']],
  [
    'dialects, long or damaged',
    120,
    [
      'markup-dialects.txt',
      'json-dialects.txt',
      'calls cut at the limit where they begin',
      'what dialects bring along',
    ],
  ],
  ['nothing', 13, ['nothing.txt']],
  ['unknown tools', 10, ['unknown-tools.txt']],
  ['adversarial', 90, ['quoting-protocol.txt', 'quoting-code.txt', 'manners.txt']],
  ['long, in several languages', 22, ['long-replies.txt']],
];

const counts = new Map([...countOfRows(), ...countOfCorpus()]);

test.each(GROUPS)('%s: at least %i replies', (_group, min, where) => {
  expect(where.filter((one) => !counts.has(one))).toEqual([]);
  expect(sum(where.map((one) => counts.get(one) ?? 0))).toBeGreaterThanOrEqual(min);
});

test(`all of them: at least ${REPLIES_MIN} replies`, () => {
  expect(sum([...counts.values()])).toBeGreaterThanOrEqual(REPLIES_MIN);
});

/** By the title of a `describeRows`. A row says once how its reply ended. */
function countOfRows(): [string, number][] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  return files
    .flatMap((file) =>
      readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
        .split(/^describeRows\('/m)
        .slice(1),
    )
    .map((rows) => [rows.slice(0, rows.indexOf("'")), rows.match(/'(?:stop|length)',/g)?.length ?? 0]);
}

/** By the file. */
function countOfCorpus(): [string, number][] {
  const folder = `${import.meta.dirname}/corpus`;
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return files.map((file) => [file, readCorpus(readFileSync(`${folder}/${file}`, 'utf8')).length]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
