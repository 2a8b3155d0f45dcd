/**
 * What it costs to take secrets out of a text of 8 MB at the gate, in milliseconds of the processor a megabyte: our own sources and documents,
 * with a token here and there; whole, and in pieces of a stream.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '../../packages/runtime/src/redact.ts';
import { median, sayFigure } from '../figures.ts';

const CHARACTERS = 8 * 1024 * 1024;
const PIECE = 64;
const ROUNDS = 7;
/** Of so many secrets the other forms are looked for. */
const SEEN = 200;
const MS_A_MEGABYTE_MAX = 12;

const text = sample(process.cwd());
console.log(`${(text.length / 1e6).toFixed(1)} MB`);

const whole = redactor();
sayFigure(
  'at the gate, ms/MB',
  perMegabyte(() => whole.fields(text)),
  { max: MS_A_MEGABYTE_MAX },
);
const streamed = redactor();
sayFigure(
  'streamed, ms/MB',
  perMegabyte(() => stream(streamed)),
  { max: 4 * MS_A_MEGABYTE_MAX },
);

const busy = redactor();
busy.fields(Array.from({ length: SEEN }, (_, at) => `ghp_${`a1B2c3D4e5F6${at}`.repeat(9).slice(0, 36)}`).join(' '));
sayFigure(
  `at the gate where ${SEEN} were seen, ms/MB`,
  perMegabyte(() => busy.fields(text)),
  { max: 4 * MS_A_MEGABYTE_MAX },
);

function redactor() {
  return createRedactor({ secrets: new Map([['API_KEY', 'sk-0123456789abcdef-0123']]) });
}

function stream({ showing }: ReturnType<typeof redactor>): void {
  const { feed, end } = showing();
  for (let at = 0; at < text.length; at += PIECE) feed(text.slice(at, at + PIECE));
  end();
}

function perMegabyte(work: () => unknown): number {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { user } = process.cpuUsage();
    work();
    took.push((process.cpuUsage().user - user) / 1_000);
  }
  return (median(took) * 1e6) / text.length;
}

function sample(root: string): string {
  const folders = ['docs', 'packages/core/src', 'packages/tools/src', 'history/golden'];
  const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
  const token = `GITHUB_TOKEN=ghp_${'a1B2c3D4e5F6'.repeat(3)}\n`;
  let all = '';
  for (let at = 0; all.length < CHARACTERS; at++) {
    const file = files[at % files.length] ?? '';
    if (/\.(?:ts|md|xml)$/.test(file)) all += readFileSync(file, 'utf8') + token;
  }
  return all.slice(0, CHARACTERS);
}
