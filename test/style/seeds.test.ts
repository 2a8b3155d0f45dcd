/** docs/seeds.md says where each thing is: what it says is here, is here. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE, ROOT } from '../../packages/build/workspace.mjs';

/** What a token in backticks must be to be a path of ours, and not one in somebody's project. */
const FOLDER = /^(packages|test|docs|prompts|history|\.ci|\.github)\//;
const ROOT_FILES = [
  ...[
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CODE_OF_CONDUCT.md',
    'CHANGELOG.md',
    'LICENSE',
    '.editorconfig',
    '.gitignore',
  ],
  ...['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'biome.json', 'vitest.config.ts', 'tsconfig.base.json'],
];
const ANSWER = /(?:^|;\s*)(here|not):/;

interface Row {
  readonly row: string;
  /** `here` or `not` → what follows it; a cell may give both, and one of them twice. */
  readonly answers: Readonly<Record<string, string>>;
}

const text = readFileSync(join(ROOT, 'docs', 'seeds.md'), 'utf8');
const rows: readonly Row[] = tableRows(text, 'seed says').map(({ row, cells }) => ({
  row,
  answers: answersIn(cells[1]),
}));

test('the map has rows, and each says here or not, and what', () => {
  expect(rows.length).toBeGreaterThan(0);
  const unsaid = rows.filter(({ answers }) => Object.keys(answers).length === 0 || Object.values(answers).includes(''));
  expect(unsaid.map(({ row }) => row)).toEqual([]);
});

test('every row that says here names something that can be checked', () => {
  const silent = rows.filter(({ answers }) => answers.here !== undefined && evidenceIn(answers.here).length === 0);
  expect(silent.map(({ row }) => row)).toEqual([]);
});

test('every path, option and subcommand that is said to be here exists', () => {
  const tokens = new Set(rows.flatMap(({ answers }) => evidenceIn(answers.here ?? '')));
  expect([...tokens].filter((token) => !exists(token)).sort()).toEqual([]);
});

test('every test that is named is in its file', () => {
  const named = rows.flatMap(({ answers }) => testsIn(answers.here ?? ''));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file, title }) => !isTestOf(file, title))).toEqual([]);
  const here = 'test/style/seeds.test.ts';
  expect([isTestOf(here, 'what does not exist is seen'), isTestOf(here, ['no', 'such'].join(' '))]).toEqual([
    true,
    false,
  ]);
});

test('what does not exist is seen', () => {
  const tokens = [
    'packages/core/package.json',
    'packages/nowhere.ts',
    'tagma --help',
    'tagma --nonsense',
    'tagma nonsense',
  ];
  expect(tokens.map(exists)).toEqual([true, false, true, false, false]);
});

/** The rows of all tables whose head begins with this cell; a `\|` does not end a cell. */
function tableRows(text: string, head: string): { row: string; cells: string[] }[] {
  const tables = text.split(/\n(?!\|)/).map((block) => block.split('\n').filter((line) => line.startsWith('|')));
  const chosen = tables.filter(([first = '']) => first.startsWith(`| ${head} |`));
  return chosen.flatMap(([, , ...lines]) =>
    lines.map((row) => ({
      row,
      cells: row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    })),
  );
}

function answersIn(cell = ''): Record<string, string> {
  const [before, ...parts] = cell.split(ANSWER);
  const answers: Record<string, string> = {};
  if (before !== '') return answers;
  for (let i = 0; i < parts.length; i += 2) {
    const [name = '', said = ''] = [parts[i], parts[i + 1]?.trim()];
    answers[name] = name in answers ? `${answers[name]}; ${said}` : said;
  }
  return answers;
}

function evidenceIn(answer: string): string[] {
  const tokens = [...answer.matchAll(/`([^`]+)`/g)].map(([, token = '']) => token.trim());
  return tokens.filter((token) => FOLDER.test(token) || ROOT_FILES.includes(token) || token.startsWith('tagma '));
}

/** `path` "title": the titles of rows have their `%s` in them. */
function testsIn(answer: string): { file: string; title: string }[] {
  const named = [...answer.matchAll(/`([^`]+\.test\.ts)` "([^"]+)"/g)];
  return named.map(([, file = '', title = '']) => ({ file, title }));
}

function isTestOf(file: string, title: string): boolean {
  return existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8').includes(title);
}

function exists(token: string): boolean {
  if (!token.startsWith('tagma ')) return existsSync(join(ROOT, token.replace(/[#:].*$/, '')));
  const words = token.split(/\s+/).slice(1);
  const command = /^[a-z]/.test(words[0] ?? '') ? words[0] : undefined;
  if (command !== undefined && !new RegExp(`^\\s+(tagma )?${command}\\b`, 'm').test(help([]))) return false;
  const texts = command === undefined ? help([]) : `${help([])}\n${help([command])}`;
  return words.filter((word) => /^--?[a-z]/.test(word)).every((flag) => mentions(texts, flag.replace(/=.*/, '')));
}

function mentions(text: string, flag: string): boolean {
  return new RegExp(`(^|[\\s,[|])${flag}(?![\\w-])`, 'm').test(text);
}

const helpTexts = new Map<string, string>();

function help(command: readonly string[]): string {
  const key = command.join(' ');
  const known = helpTexts.get(key);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(process.execPath, [BUNDLE, ...command, '--help'], { encoding: 'utf8', timeout: 10_000 });
  helpTexts.set(key, stdout);
  return stdout;
}
