/**
 * What a key costs in the draft, from the key to the frame: in a draft of 10,000 lines, behind an `@` with 100,000 files to
 * find, and for a paste of 10,000 lines.
 */
import { setTimeout } from 'node:timers/promises';
import { filesFound } from '../../packages/tui/src/composer/wanting.ts';
import { type Model, startModel } from '../../packages/tui/src/screen/model.ts';
import { press } from '../../packages/tui/src/screen/press.ts';
import { view } from '../../packages/tui/src/screen/view.ts';
import type { Input } from '../../packages/tui/src/terminal/keys.ts';
import { median, sayFigure } from '../figures.ts';

const FILES = 100_000;
const LINES = 10_000;
const ROUNDS = 5;
const FILE_KEY_MS_MAX = 50;
/** From the key to the screen; a busy machine's collector has its turn within. */
const KEY_MS_MAX = 30;
const PASTE_MS_MAX = 20;
const WORDS = ['src', 'test', 'composer', 'transcript', 'core', 'view', 'model', 'index', 'http', 'server', 'UserList'];
const QUERIES = ['composer', 'e', 'sr/te/vi', 'ulist', 'index77', 'zzz', 'core/src/model'];

const status = { model: 'm', folder: '/p', mode: 'default' } as const;
const start = startModel(status, { columns: 120, rows: 40 });
const paths = Array.from({ length: FILES }, (_, index) => pathOf(index));

const made: number[] = [];
const keys: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  let model = pressed(start, { kind: 'text', text: '@' });
  made.push(taken(() => (model = filesFound(model, paths).model)));
  for (const query of QUERIES) {
    let typed = model;
    for (const text of query) keys.push(taken(() => (typed = pressed(typed, { kind: 'text', text }))));
  }
  // Not all of it at once: the collector has its turn.
  await setTimeout(10);
}
console.log(
  `${FILES} paths made ready once: ${median(made).toFixed(0)} ms; a key ${median(keys).toFixed(1)} ms at the median`,
);
sayFigure('a key behind @, ms', worst(keys), { max: FILE_KEY_MS_MAX });

for (const line of ['a line of plain words, as they are typed', 'größer als 中文 👩‍👩‍👧 und so weiter']) {
  const long = { ...start.composer, text: `${line}\n`.repeat(LINES), caret: (line.length + 1) * (LINES / 2) };
  let model: Model = { ...start, composer: long };
  const edits: number[] = [];
  for (let round = 0; round < 100; round++) {
    for (const input of [text('x'), key('left'), key('up'), key('backspace'), key('down'), key('ctrl+_')])
      edits.push(taken(() => (model = pressed(model, input))));
    // The first ones compile what they call.
    if (round < 20) edits.length = 0;
  }
  console.log(`a draft of ${LINES} lines: a key ${median(edits).toFixed(1)} ms at the median`);
  sayFigure('a key, ms', worst(edits), { max: KEY_MS_MAX });
}

const pasted = `${'a line of what was pasted, some fifty letters long\n'.repeat(LINES)}`;
const pastes = Array.from({ length: 20 }, () => taken(() => pressed(start, { kind: 'paste', text: pasted })));
sayFigure('a paste, ms', worst(pastes), { max: PASTE_MS_MAX });

/** The 99th of a hundred. */
function worst(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

function pressed(model: Model, input: Input): Model {
  const { model: next } = press(model, input, 0);
  view(next);
  return next;
}

function text(typed: string): Input {
  return { kind: 'text', text: typed };
}

function key(chord: string): Input {
  return { kind: 'key', chord };
}

/** Of processor time and wall time the lesser, so that a busy machine does not look like slow keys. */
function taken(work: () => unknown): number {
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - startedAt, (user + system) / 1_000);
}

/** Folders of one to six parts, made from the words by the number. */
function pathOf(index: number): string {
  const parts = Array.from(
    { length: 2 + (index % 6) },
    (_, part) => WORDS[(index * 7 + part * 13 + (index >> part)) % WORDS.length],
  );
  return `${parts.join('/')}${index}.ts`;
}
