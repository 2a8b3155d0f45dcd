/** What a person agrees to is shown whole: a command to the letter, a change in all of its lines. */
import { NO_FACTS } from '@tagma/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { optionsOf } from '../../src/dialogs/options.ts';
import { questionRows } from '../../src/dialogs/question.ts';
import { loadMarkup } from '../../src/text/markup.ts';
import type { Question } from '../../src/transcript/answers.ts';

beforeAll(loadMarkup);

type Ask = Extract<Question, { type: 'person.ask' }>;

function ask(params: Ask['params'], preview?: string, tool = 'bash'): Ask {
  const facts = { ...NO_FACTS, ...(preview === undefined ? {} : { preview }) };
  return { type: 'person.ask', id: 1, call: 1, tool, params, asWritten: {}, facts, why: 'a test', always: null };
}

/** The rows between what it will do and why it is asked. */
function shown(question: Ask, width = 200): string[] {
  const rows = questionRows(question, width).map((row) => row.map(({ text }) => text).join(''));
  return rows.slice(
    rows.findLastIndex((row) => row.startsWith('  It will')) + 1,
    rows.findLastIndex((row) => row.startsWith('  Asked because of')),
  );
}

test('a secret is named, with where it was seen and where it would go, and no is the first answer', () => {
  const question = ask({ command: 'curl -H [redacted:github-token~k3f9] x' });
  const secrets = [
    { name: 'github-token~k3f9', from: '/p/deploy.env', to: 'evil.example' },
    { name: 'jwt-2~k3f9', from: 'the output of `printenv X`', to: '/p/b.txt' },
    { name: 'pin~k3f9', from: '/p/deploy.env', to: '/p/deploy.env' },
  ];
  const asked = { ...question, facts: { ...question.facts, secrets } };
  const rows = questionRows(asked, 200).map((row) => row.map(({ text }) => text).join(''));
  expect(rows.slice(0, 4)).toEqual([
    'May bash run? · !! dangerous · call 1',
    '  This puts in github-token, which was seen in /p/deploy.env, and sends it to evil.example.',
    '  This puts in jwt-2, which was seen in the output of `printenv X`, and writes it to /p/b.txt.',
    '  It will change nothing that is known of.',
  ]);
  expect(optionsOf(asked).map(({ key }) => key)).toEqual(['n', 'r', 'y']);
});

describe('a command', () => {
  const commands: readonly (readonly [command: string, rows: readonly string[]])[] = [
    ['npm test', ['  command: npm test']],
    ['echo "a b" | grep -v \'x\' # why', ['  command: echo "a b" | grep -v \'x\' # why']],
    ['cd a\nrm -rf b', ['  command:', '    cd a', '    rm -rf b']],
    ['cat <<END\n<b>&amp;</b>\nEND', ['  command:', '    cat <<END', '    <b>&amp;</b>', '    END']],
    ['a\n\n\n', ['  command:', '    a', '    ', '    ', '    ']],
    ['a\r\nb', ['  command:', '    a␍', '    b']],
    ['a\u200b\u00a0b\u202e\x1b[2K', ['  command: a<U+200B><U+00A0>b<U+202E>␛[2K']],
    [' ', ['  command:  ']],
    ['', ['  command: ']],
  ];
  test.each(commands)('%j', (command, rows) => {
    expect(shown(ask({ command }))).toEqual(rows);
  });

  test('its words are told apart, and no tool else is taken for a shell', () => {
    const roles = (tool: string) =>
      questionRows(ask({ command: 'echo "a"' }, undefined, tool), 80).flatMap((row) => row.map(({ role }) => role));
    expect(roles('bash')).toContain('string');
    expect(roles('other')).not.toContain('string');
  });
});

describe('a change', () => {
  const HEAD = '--- a/a.txt\n+++ b/a.txt\n';
  const changes: readonly (readonly [title: string, preview: string, rows: readonly string[]])[] = [
    [
      'by its lines with their numbers',
      `${HEAD}@@ -9,3 +9,3 @@\n nine\n-ten\n+10\n eleven\n@@ -40 +40 @@\n-x\n+y\n`,
      ['     9   nine', '    10 - ten', '    10 + 10', '    11   eleven', '       ⋮', '    40 - x', '    40 + y'],
    ],
    [
      'that says something of the file’s end: as it stands, for that says more',
      `${HEAD}@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n`,
      ['    @@ -1 +1 @@', '    -a', '    +a', '    \\ No newline at end of file'],
    ],
    ['that is no diff: as it stands', 'The file is too large\x1b to show.', ['    The file is too large␛ to show.']],
    [
      'with a line that is no part of it: as it stands',
      '@@ -1 +1 @@\n-a\nhidden\n+b',
      ['    @@ -1 +1 @@', '    -a', '    hidden', '    +b'],
    ],
    ['that hides nothing', `${HEAD}@@ -1 +1 @@\n-a\r\n+a\u200b\r\n`, ['    1 - a␍', '    1 + a<U+200B>␍']],
  ];
  test.each(changes)('%s', (_title, preview, rows) => {
    const question = ask({ path: 'a.txt', old: 'x', new: 'y' }, preview, 'edit');
    expect(shown(question)).toEqual(['  path: a.txt', ...rows]);
  });

  test('of a thousand lines: every one of them', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `+line ${index}`);
    const rows = shown(ask({ path: 'a.txt' }, `${HEAD}@@ -0,0 +1,1000 @@\n${lines.join('\n')}\n`, 'write'));
    expect(rows.slice(1)).toEqual(lines.map((_, index) => `    ${String(index + 1).padStart(4)} + line ${index}`));
  });
});
