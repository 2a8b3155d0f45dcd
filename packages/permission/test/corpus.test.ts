/**
 * The verdicts on whole lists of commands where nobody has made a rule, in a repository with an environment file. What
 * only looks must not ask, nothing else may run unasked, and the deny list holds.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Decision, decide, MODES, type Mode } from '../../core/src/index.ts';
import { type Place, takeFacts } from '../src/index.ts';
import { ASK } from './corpus/ask.ts';
import { DENY } from './corpus/deny.ts';
import { FRESH_ASK, FRESH_DENY, FRESH_LOOK } from './corpus/fresh.ts';
import { HOLDOUT } from './corpus/holdout.ts';
import { HOSTILE } from './corpus/hostile.ts';
import { LOOK } from './corpus/look.ts';
import type { CorpusRows } from './corpus/rows.ts';

const FILES =
  'README.md package.json tsconfig.json data.csv .env .gitignore src/a.ts src/b.ts src/index.ts test/a.test.ts docs/guide.md';
/** Of harmless commands that were not tried before, so many may ask. */
const ASKED_FOR_NOTHING_MAX = 0.05;

let root: string;
let place: Place;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'corpus-')));
  const home = join(root, 'home/me');
  const folder = join(home, 'project');
  for (const file of FILES.split(' ')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '{}\n');
  }
  execFileSync('git', ['init', '-q', folder], { env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } });
  // As in a project at work, with an index.
  execFileSync('git', ['-C', folder, 'add', '.', ':!.env']);
  place = { folder, home, environment: { PATH: '/usr/bin', HOME: home } };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function judge(command: string, mode: Mode): Promise<Decision> {
  const params = { command };
  const facts = await takeFacts({ tool: 'bash', params }, place);
  return decide({ tool: 'bash', params, facts, folder: place.folder, planFile: null, sandbox: true }, mode, []);
}

async function others(rows: CorpusRows, verdict: Decision['verdict'], mode: Mode = 'default') {
  const found: string[] = [];
  for (const command of rows.flatMap(({ commands }) => commands)) {
    const decision = await judge(command, mode);
    if (decision.verdict !== verdict) found.push(`${decision.verdict}: ${command.slice(0, 100)} (${decision.by})`);
  }
  return found;
}

describe.each([
  ['allow', LOOK],
  ['ask', ASK],
  ['deny', DENY],
] as const)('%s', (verdict, rows) => {
  test.each(rows.map((row) => [row.why, row] as const))('%s', async (_, row) => {
    expect(await others([row], verdict)).toEqual([]);
  });
});

test('what only looks runs unasked in every mode, and nothing that is denied runs in any', async () => {
  for (const mode of MODES) {
    expect(await others(LOOK, 'allow', mode)).toEqual([]);
    expect(await others(DENY, 'deny', mode)).toEqual([]);
  }
});

test.each(HOSTILE)('%s: asked about, or refused', async (_, command) => {
  const { verdict } = await judge(command, 'default');
  expect(['ask', 'deny']).toContain(verdict);
});

test('what is removed at the end of a very long command is found', async () => {
  const title = 'a megabyte that removes everything at its end';
  expect((await judge(HOSTILE.find(([name]) => name === title)?.[1] ?? '', 'trust')).verdict).toBe('deny');
});

test('no command stands in two lists', () => {
  const all = [LOOK, ASK, DENY].flatMap((rows) => rows.flatMap(({ commands }) => [...new Set(commands)]));
  expect(all.filter((command, at) => all.indexOf(command) !== at)).toEqual([]);
});

test.each([
  ['as agents write them', HOLDOUT],
  ['as somebody expected who had read the documentation alone', FRESH_LOOK],
])('of harmless commands that were put down before any was tried, %s, few ask', async (_, commands) => {
  const asked = await others([{ why: '', commands }], 'allow');
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(Math.ceil(commands.length * ASKED_FOR_NOTHING_MAX));
});

test('what somebody expected to be asked about, or refused, is', async () => {
  expect(await others([{ why: '', commands: FRESH_ASK }], 'ask')).toEqual([]);
  for (const mode of MODES) expect(await others([{ why: '', commands: FRESH_DENY }], 'deny', mode)).toEqual([]);
});
