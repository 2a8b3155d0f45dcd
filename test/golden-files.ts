/**
 * The files of the golden sessions, and how they are written anew: `npm run golden`. Those of a former behaviour number are
 * kept in `history/older/` first; one that would read the same stays as it is, for salts are chance.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BEHAVIOUR } from '../packages/core/src/index.ts';
import { GOLDEN, writeGolden } from './golden.ts';

const HISTORY = fileURLToPath(new URL('../history/', import.meta.url));
export const GOLDEN_FOLDER = join(HISTORY, 'golden');
const OLDER_FOLDER = join(HISTORY, 'older');

/** The recorded sessions of all behaviour numbers, today's first. */
export function recordedSessions(): readonly { readonly title: string; readonly file: string }[] {
  const older = readdirSync(OLDER_FOLDER).map((name) => join('older', name));
  return ['golden', ...older.sort()].flatMap((folder) =>
    xmlIn(join(HISTORY, folder)).map((name) => ({ title: join(folder, name), file: join(HISTORY, folder, name) })),
  );
}

/** @param history the folder with `golden` and `older` in it */
export function writeGoldenSessions(history = HISTORY): void {
  const golden = join(history, 'golden');
  for (const name of xmlIn(golden)) keepFormer(history, name);
  const folder = mkdtempSync(join(tmpdir(), 'tagma-golden-'));
  for (const [name, lines] of Object.entries(GOLDEN)) {
    const [written, file] = [join(folder, `${name}.xml`), join(golden, `${name}.xml`)];
    writeGolden(written, lines);
    if (!existsSync(file) || withoutChance(file) !== withoutChance(written)) copyFileSync(written, file);
  }
  for (const name of xmlIn(golden)) if (!(name.replace('.xml', '') in GOLDEN)) rmSync(join(golden, name));
  rmSync(folder, { recursive: true });
}

/** Moves a session of another behaviour number to the others of that number, unless it is there already. */
function keepFormer(history: string, name: string): void {
  const file = join(history, 'golden', name);
  const [, behaviour] = /<behaviour type="number">(\d+)</.exec(readFileSync(file, 'utf8')) ?? [];
  if (behaviour === undefined || Number(behaviour) === BEHAVIOUR) return;
  const kept = join(history, 'older', `behaviour-${behaviour}`, name);
  mkdirSync(dirname(kept), { recursive: true });
  if (existsSync(kept)) rmSync(file);
  else renameSync(file, kept);
}

function withoutChance(file: string): string {
  return readFileSync(file, 'utf8').replace(/ (?:hash|sha256|salt)="[^"]*"/g, '');
}

function xmlIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .sort();
}
