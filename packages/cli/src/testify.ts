/** `tagma testify FILE`: a recorded session, written as a test that its owner can read, change and keep. */
import { writeFileSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import type { Torn } from '@tagma/history';
import type { Recorded } from '@tagma/testing';
import { counted } from './counted.ts';
import { EXIT } from './exit.ts';
import { say } from './lines.ts';
import { messageOf, type Problem, problem, report } from './problem.ts';
import { historyNamed, type NamedIn } from './sessions/named.ts';
import { aboutTorn } from './torn.ts';
import { absolutePath } from './working-folder.ts';

/** A longer course is compared up to here; its rest is compared by the replay alone. */
const STEPS_SHOWN_MAX = 1_000;

/** What the test is written in; what takes an `import`, and `await` outside of a function. */
const MODULE = /\.m?[jt]sx?$/;

/** Where the test finds `fromHistory`, unless told otherwise. */
const TESTING_PACKAGE = '@tagma/testing';

type Runner = 'vitest' | 'node';

type TestifyOptions = NamedIn & {
  /** `NAME.test.mjs` in the folder that this runs in, where it is left out. */
  readonly out?: string;
  readonly runner: Runner;
  /** Where the test finds `fromHistory`. */
  readonly import: string;
  readonly force?: boolean;
};

/** `torn`: what is missing at the end of the file, or null. */
type Whole = { readonly ok: true; readonly recorded: Recorded; readonly torn: Torn | null };

type Form = {
  readonly imports: readonly string[];
  readonly same: (got: string, expected: string) => string;
  readonly command: string;
};

const FORMS: { readonly [runner in Runner]: Form } = {
  vitest: {
    imports: ["import { expect, test } from 'vitest';"],
    same: (got, expected) => `expect(${got}).toEqual(${expected});`,
    command: 'npx vitest run',
  },
  node: {
    imports: ["import assert from 'node:assert/strict';", "import { test } from 'node:test';"],
    same: (got, expected) => `assert.deepEqual(${got}, ${expected});`,
    command: 'node --test',
  },
};

export async function testify(idOrFile: string, options: TestifyOptions): Promise<number> {
  const file = await historyNamed(idOrFile, options);
  if (typeof file !== 'string') return report(file);
  const out = absolutePath(options.out ?? nameFor(file), '--out');
  if (!out.ok) return report(out);
  if (!MODULE.test(out.path))
    return report(problem(EXIT.usage, `--out ${options.out}: it should end in .mjs, .js or .ts.`));
  const history = absolutePath(file, 'FILE');
  if (!history.ok) return report(history);
  const recorded = await read(history.path);
  if (!recorded.ok) return report(recorded);
  const text = testOf(recorded.recorded, relative(dirname(out.path), history.path), options);
  const wrong = write(out.path, text, options.force ?? false);
  if (wrong) return report(wrong);
  const { command } = FORMS[options.runner];
  await say(
    `${out.path}: ${counted(recorded.recorded.steps().length, 'step')} of ${file}\n` +
      (recorded.torn ? `${aboutTorn(recorded.torn)} The test goes as far as it holds.\n` : '') +
      `Run it with: ${command} ${basename(out.path)}\nKeep the history with it: the test reads it.\n${aboutImport(options)}`,
  );
  return EXIT.done;
}

/** The package need not be where the test is run; whoever has named a file knows. */
function aboutImport({ import: specifier }: TestifyOptions): string {
  if (specifier !== TESTING_PACKAGE) return '';
  return `Where ${TESTING_PACKAGE} is not installed, name its file with --import FILE --force (docs/testing.md says how).\n`;
}

/** Named as the history, as far as runners can load a file of that name. */
function nameFor(file: string): string {
  return `${basename(file, '.xml').replace(/[^\p{L}\p{N}._-]+/gu, '-')}.test.mjs`;
}

/** A session that today leads elsewhere would give a test that fails from its first day. */
async function read(file: string): Promise<Whole | Problem> {
  const [{ fromHistory, HistoryMismatch }, { readHistory }] = await Promise.all([
    import('@tagma/testing'),
    import('@tagma/history'),
  ]);
  try {
    const recorded = await fromHistory(file);
    await recorded.replay();
    const again = await readHistory(file);
    return { ok: true, recorded, torn: again.ok ? again.torn : null };
  } catch (error) {
    return problem(error instanceof HistoryMismatch ? EXIT.failed : EXIT.usage, messageOf(error));
  }
}

function testOf(recorded: Recorded, history: string, { runner, import: specifier }: TestifyOptions): string {
  const { imports, same } = FORMS[runner];
  const course = recorded.course();
  const shown = course.slice(0, STEPS_SHOWN_MAX);
  const got = shown.length < course.length ? `recorded.course().slice(0, ${STEPS_SHOWN_MAX})` : 'recorded.course()';
  const expected = ['[', ...shown.map((line) => `    ${quoted(line)},`), '  ]'].join('\n');
  return `/**
 * A recorded session as a test, written by \`tagma testify\`. It fails when the same events no longer lead to the same
 * states, effects and records. Where the new course is the right one, record the session again and write the test anew.
 */
import { fromHistory } from ${quoted(specifier)};
${imports.join('\n')}

const recorded = await fromHistory(new URL(${quoted(addressOf(history))}, import.meta.url));

test('every record is made again as it was written', async () => {
  await recorded.replay();
});

// What happened → where that led: what the machine concluded and asked for.
test('the session takes the same course', () => {
  ${same(got, expected)}
});
`;
}

function write(path: string, text: string, force: boolean): Problem | null {
  try {
    writeFileSync(path, text, { flag: force ? 'w' : 'wx' });
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST') return problem(EXIT.usage, `${path} is there already. --force overwrites it.`);
    if (code === 'ENOENT') return problem(EXIT.usage, `--out: there is no folder ${dirname(path)}. Make it first.`);
    return problem(EXIT.usage, `the test cannot be written: ${messageOf(error)}`);
  }
}

/** A relative path as a URL has it: whatever stands in a name means itself. */
function addressOf(path: string): string {
  const names = path.split(sep).map((name) => (name === '..' ? name : encodeURIComponent(name)));
  return `${names[0] === '..' ? '' : './'}${names.join('/')}`;
}

/** A string of JavaScript, in the quotation marks that most people use. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
