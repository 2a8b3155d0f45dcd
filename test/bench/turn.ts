/**
 * What a turn of Tagma costs, against a bare client that sends the same bytes and spawns the same command: the built command
 * (`tagma -p`, durable history, sandbox off) and the client, each in a process of its own, take turns in blocks with an
 * endpoint that answers at once and measures both. `growth` is the last hundred turns of a thousand over the first hundred.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pattern, runBareClient } from '../bare-client.ts';
import { mean, median, sayFigure } from '../figures.ts';
import {
  ENDPOINT_ROLE,
  type InstantEndpoint,
  type Measured,
  serveInstantly,
  startInstantEndpoint,
} from '../instant-endpoint.ts';
import { runLongSession, TURNS } from '../long-session.ts';

const BLOCK = 50;
const ROUNDS = 3;
const HUNDRED = 100;
const RATIO_MAX = 1.4;
const GROWTH_MAX = 1.2;
const BARE_ROLE = 'bare';

const [, program = '', role, ...rest] = process.argv;
if (role === ENDPOINT_ROLE) serveInstantly();
else if (role === BARE_ROLE) await runBareClient(rest[0] ?? '', rest[1] ?? '', JSON.parse(rest[2] ?? ''));
else await compare();

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
  const endpoint = await startInstantEndpoint();
  try {
    const pattern = await probe(endpoint, folder);
    const rounds: Readonly<Record<string, Measured>>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const clients = round % 2 === 0 ? ['bare', 'tagma'] : ['tagma', 'bare'];
      rounds.push(await play(endpoint, folder, clients, pattern));
    }
    report(rounds);
  } finally {
    endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One turn of Tagma alone, to learn what it sends. */
async function probe(endpoint: InstantEndpoint, folder: string): Promise<Pattern> {
  endpoint.start({ clients: ['tagma'], turns: 1, block: 1 });
  const [measured] = await Promise.all([endpoint.measured(), runLongSession(endpoint.url('tagma'), folder)]);
  const { model, messages } = JSON.parse(measured.tagma?.last ?? '{}');
  return { model, first: messages.slice(0, 2), appended: messages.slice(2) };
}

async function play(endpoint: InstantEndpoint, folder: string, clients: readonly string[], pattern: Pattern) {
  endpoint.start({ clients, turns: TURNS, block: BLOCK });
  const bare = fork(program, [BARE_ROLE, endpoint.url('bare'), folder, JSON.stringify(pattern)]);
  const [measured] = await Promise.all([
    endpoint.measured(),
    runLongSession(endpoint.url('tagma'), folder),
    once(bare, 'exit'),
  ]);
  return measured;
}

function report(rounds: readonly Readonly<Record<string, Measured>>[]): void {
  const of = (name: string) => rounds.map((round) => round[name]?.turnsMs ?? []);
  const [bare, tagma] = [of('bare'), of('tagma')];
  const bytes = rounds.map(({ bare, tagma }) => (bare?.bytes ?? 0) / (tagma?.bytes ?? 1));
  const ratios = tagma.flatMap((turns, round) => {
    const others = blocksOf(bare[round] ?? []);
    return blocksOf(turns).map((block, index) => mean(block) / mean(others[index] ?? []));
  });
  const growth = (turns: readonly (readonly number[])[]) =>
    median(turns.map((round) => mean(round.slice(-HUNDRED)) / mean(round.slice(0, HUNDRED))));

  console.log(`${'client'.padEnd(12)}${'ms a turn'.padStart(10)}${'growth'.padStart(8)}`);
  for (const [name, turns] of [['bare', bare] as const, ['tagma', tagma] as const]) {
    const ms = median(turns.flatMap(blocksOf).map(mean));
    console.log(`${name.padEnd(12)}${ms.toFixed(2).padStart(10)}${growth(turns).toFixed(2).padStart(8)}`);
  }
  console.log(`(the bare client sent ${(100 * median(bytes)).toFixed(1)} % of Tagma's bytes)`);
  sayFigure('ratio', median(ratios), { max: RATIO_MAX });
  sayFigure('growth', growth(tagma), { max: GROWTH_MAX });
}

function blocksOf(turns: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(turns.length / BLOCK) }, (_, i) => turns.slice(i * BLOCK, (i + 1) * BLOCK));
}
