/**
 * Every command that README.md and docs/ show is true: it is carried out in a place that has what it names, in the order in
 * which it stands, and ends with 0; what is shown below it is what it prints. Those that cannot be carried out are listed
 * in documents/not-run.ts, and held against the tree of commands.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { has } from './command.ts';
import { PAGES } from './documents/blocks.ts';
import { everyCommand, type Session, type ShownCommand, sessionsOf, wordsAfterTagma } from './documents/commands.ts';
import { ADDED, EXIT_CODES, NOT_RUN } from './documents/not-run.ts';
import { play, typed } from './documents/play.ts';
import { isShown } from './documents/shown.ts';
import { mistakeIn } from './documents/tree.ts';
import { layOut, makeWorld, serveWorlds, type World } from './documents/world.ts';

/** Programs of others on the pages. A command with one that is not here is passed over. */
const PROGRAMS = ['jq', 'curl', 'openssl'].filter((program) => !has(program));
const WORLDS = 2;
/** The longest page takes 8 s where nothing else goes on. */
const PAGE_MS = 240_000;

let server: Awaited<ReturnType<typeof serveWorlds>>;
const free: World[] = [];
const waiting: ((world: World) => void)[] = [];

beforeAll(async () => {
  server = await serveWorlds();
  const { url } = server;
  free.push(...(await Promise.all(Array.from({ length: WORLDS }, () => makeWorld(url)))));
});
afterAll(() => server?.close());

/** Pages take turns with the worlds. */
async function inWorld<Result>(act: (world: World) => Promise<Result>): Promise<Result> {
  const world = free.pop() ?? (await new Promise<World>((resolve) => waiting.push(resolve)));
  try {
    return await act(world);
  } finally {
    const next = waiting.shift();
    if (next) next(world);
    else free.push(world);
  }
}

const isRun = ({ line }: ShownCommand) =>
  NOT_RUN[line] === undefined && !PROGRAMS.some((program) => new RegExp(`\\b${program}\\b`).test(line));

/** What came out otherwise than the page says. */
async function wrongIn(session: Session, world: World): Promise<readonly object[]> {
  const commands = session.commands.filter(isRun);
  const lines = commands.map(({ line }) => [line, ADDED[line]].filter(Boolean).join(' '));
  const played = await play(lines, world);
  return commands.flatMap(({ line, where, output }, at): object[] => {
    const { code, output: printed } = played[at] ?? { code: -1, output: '' };
    const [expected] = EXIT_CODES[line] ?? [0];
    if (code !== expected) return [{ where, line, code, printed }];
    const isTrue = output === null || isShown(typed(output, world.url), printed);
    return isTrue ? [] : [{ where, line, shown: output, printed }];
  });
}

test.concurrent.each(PAGES.filter((page) => sessionsOf(page).length > 0))(
  '%s',
  (page) =>
    inWorld(async (world) => {
      layOut(page, world);
      const wrong: object[] = [];
      for (const session of sessionsOf(page)) wrong.push(...(await wrongIn(session, world)));
      expect(wrong).toEqual([]);
    }),
  PAGE_MS,
);

test('those that are not carried out are commands of Tagma as it is, or of others', async () => {
  const lines = Object.keys(NOT_RUN).map((line) => ({ line, words: wordsAfterTagma(line) }));
  const mistakes: object[] = [];
  for (const { line, words } of lines) {
    const mistake = words === null ? null : await mistakeIn(words);
    if (mistake !== null) mistakes.push({ line, mistake });
  }
  expect(mistakes).toEqual([]);
  const wrong = ['tagma view', 'tagma logs --lnes 3', 'tagma endpoint --times 2', 'tagma --mode plam'];
  const found = await Promise.all(wrong.map((line) => mistakeIn(wordsAfterTagma(line) ?? [])));
  expect(wrong.filter((_, at) => found[at] === null)).toEqual([]);
});

test('every command that is listed stands on a page', () => {
  const shown = new Set(everyCommand().map(({ line }) => line));
  const listed = [NOT_RUN, ADDED, EXIT_CODES].flatMap((list) => Object.keys(list));
  expect(listed.filter((line) => !shown.has(line))).toEqual([]);
});
