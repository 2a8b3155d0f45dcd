/** The real full screen with streams that are no terminal, while a reply streams into a long transcript: for its bench. */
import { PassThrough, Writable } from 'node:stream';
import type { Update } from '../packages/core/src/index.ts';
import { start } from '../packages/core/src/index.ts';
import { openScreen } from '../packages/tui/src/screen/open-screen.ts';
import { GrowingList } from '../packages/tui/src/text/growing-list.ts';
import type { Item } from '../packages/tui/src/transcript/items.ts';
import { EMPTY } from '../packages/tui/src/transcript/transcript.ts';

export type Streaming = {
  /** Of one core, from 0: with what makes the deltas, and what that takes with nobody listening. */
  readonly cpuShare: number;
  readonly sourceShare: number;
  /** What each frame took of the processor. */
  readonly framesMs: readonly number[];
  /** From each key to the frame that shows it. */
  readonly keysMs: readonly number[];
  readonly deltas: number;
};

const ROWS = 100_000;
const DELTAS_A_SECOND = 1_000;
const DELTA_CHARACTERS = 4;
const TICK_MS = 5;
const SETTLED_MS = 1_500;
const MEASURED_MS = 12_000;
const SOURCE_MS = 4_000;
/** From one key to the next, at least; each time a little more. */
const KEY_MS = 130;
const SIZE = { columns: 120, rows: 40 };

export async function streamIntoScreen(): Promise<Streaming> {
  const sourceShare = await shareOfSource();
  const framesMs: number[] = [];
  const keysMs: number[] = [];
  const awaited = new Map<string, number>();
  let wrote = false;
  const input = new PassThrough();
  const output = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        wrote = true;
        const text = chunk.toString('utf8');
        for (const [sign, at] of awaited) {
          if (!text.includes(sign)) continue;
          keysMs.push(performance.now() - at);
          awaited.delete(sign);
        }
        done();
      },
    }),
    { isTTY: true, ...SIZE },
  );
  const restore = timed((ms) => {
    if (wrote) framesMs.push(ms);
    wrote = false;
  });

  let listener: (update: Update) => void = () => undefined;
  const session = {
    send: () => undefined,
    subscribe(listen: (update: Update) => void) {
      listener = listen;
      return () => undefined;
    },
  };
  const transcript = { ...EMPTY, items: GrowingList.of(items()), busy: true };
  const left = openScreen({
    session,
    status: { model: 'bench', folder: '/project', mode: 'default' },
    earlier: { transcript, snapshot: start() },
    input,
    output,
    env: { TERM: 'xterm-256color', COLORTERM: 'truecolor' },
  });

  const source = openSource((update) => listener(update));
  await passed(SETTLED_MS);
  framesMs.length = 0;
  const from = { cpu: process.cpuUsage(), at: performance.now(), deltas: source.deltas() };
  let typed = 0;
  const end = performance.now() + MEASURED_MS;
  while (performance.now() < end) {
    await passed(KEY_MS + ((typed * 37) % 71));
    const sign = String.fromCodePoint(0x1300 + (typed % 80));
    awaited.set(sign, performance.now());
    input.write(sign);
    typed += 1;
    if (typed % 40 === 0) input.write('\x15');
  }
  const spent = process.cpuUsage(from.cpu);
  const wallMs = performance.now() - from.at;
  source.close();
  restore();
  input.write('\x15');
  input.end();
  await left;
  const cpuShare = (spent.user + spent.system) / 1_000 / wallMs;
  return { cpuShare, sourceShare, framesMs, keysMs, deltas: source.deltas() - from.deltas };
}

type Source = { readonly deltas: () => number; readonly close: () => void };

/** A reply that grows by so many deltas a second. */
function openSource(listen: (update: Update) => void): Source {
  const answer = markdown((DELTAS_A_SECOND * DELTA_CHARACTERS * (SETTLED_MS + MEASURED_MS)) / 1_000);
  let deltas = 0;
  const begun = performance.now();
  const stream = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) * DELTAS_A_SECOND) / 1_000);
    for (; deltas < due; deltas++) {
      const final = answer.slice(0, (deltas + 1) * DELTA_CHARACTERS);
      listen({ kind: 'partial', request: 1, partial: { thoughts: [], actions: [], final, loose: '', over: null } });
    }
  }, TICK_MS);
  return { deltas: () => deltas, close: () => clearInterval(stream) };
}

/** What the deltas take that nobody listens to: they come from a server otherwise. */
async function shareOfSource(): Promise<number> {
  const source = openSource(() => undefined);
  await passed(SETTLED_MS);
  const from = { cpu: process.cpuUsage(), at: performance.now() };
  await passed(SOURCE_MS);
  const { user, system } = process.cpuUsage(from.cpu);
  source.close();
  return (user + system) / 1_000 / (performance.now() - from.at);
}

/** Tells what each callback of a timer costs, in ms of the processor. Gives a function that ends it. */
function timed(tell: (ms: number) => void): () => void {
  const { setTimeout: original } = globalThis;
  const replaced = (callback: () => void, ms?: number): NodeJS.Timeout =>
    original(() => {
      const before = process.cpuUsage();
      callback();
      const { user, system } = process.cpuUsage(before);
      tell((user + system) / 1_000);
    }, ms);
  globalThis.setTimeout = replaced as typeof setTimeout;
  return () => {
    globalThis.setTimeout = original;
  };
}

/** Prompts, thoughts, calls with what came of them, and answers: so many rows together. */
function items(): Item[] {
  const all: Item[] = [];
  const output = Array.from(
    { length: 30 },
    (_, row) => `${row} ${'the range that is open at its end '.repeat(2)}`,
  ).join('\n');
  for (let call = 1; all.length * 10 < ROWS; call++) {
    all.push({ kind: 'prompt', text: `Fix number ${call}.` });
    all.push({ kind: 'thought', text: `I look at ${call}.\nThen I fix it, and run the tests again.` });
    all.push({ kind: 'action', call, tool: 'bash', params: { command: `node --test test/part-${call}.test.ts` } });
    all.push({
      kind: 'observation',
      call,
      tool: 'bash',
      status: 'ok',
      durationMs: 40,
      text: output,
      left: 0,
      notes: [],
      diff: null,
    });
    all.push({ kind: 'final', text: markdown(700), unstructured: false });
  }
  return all;
}

const PIECE = `## What was wrong

The loop in \`overlaps\` counted the **end** of a range as part of it, though ranges are *half-open*: a meeting from nine
to ten blocked ten. See https://example.org/ranges for what is usual.

- the comparison is strict now
- the test says so
  1. for the first range
  2. for the last

| range | before | after |
| --- | ---: | ---: |
| 9 to 10 | blocked | free |
| 10 to 11 | free | free |

\`\`\`ts
export function overlaps(a: Range, b: Range): boolean {
  return a.start < b.end && b.start < a.end; // strict
}
\`\`\`

`;

function markdown(characters: number): string {
  return PIECE.repeat(Math.ceil(characters / PIECE.length)).slice(0, characters);
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
