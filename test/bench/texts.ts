/**
 * Random strings of any code units, written as records and read back by two parsers that know nothing of each other: ours with
 * fast-xml-parser for every record (`strict`), and libxml2 (xmllint) or expat (Python), whichever is there.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory, recordsIn } from '../../packages/history/src/index.ts';
import { HOSTILE_TEXTS } from '../../packages/history/test/hostile-texts.ts';
import { decodeText, type TextForm } from '../../packages/protocol/src/history/text.ts';
import { dice, type Roll } from '../chance.ts';
import { sayFigure } from '../figures.ts';

const STRINGS = 100_000;
const UNITS_MAX = 60;
const AN_APPEND = 1_000;

/** Prints each text as a line of JSON: its form, and what the parser made of it. */
const EXPAT = `
import json, sys, xml.etree.ElementTree as tree
for _, element in tree.iterparse(sys.argv[1]):
    if element.tag == 'text': print(json.dumps([element.get('as', 'entities'), element.text or '']))
    if element.tag == 'event': element.clear()
`;

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
const file = join(folder, 's1.xml');
const strings = Array.from({ length: STRINGS }, (_, seed) => randomString(dice(seed + 1)));
write();
sayFigure('lost by ours', await lostByOurs(), { max: 0 });
const lost = lostByExpat();
if (lost === null) console.log('python3 is not there: no second parser was asked.');
else sayFigure('lost by expat', lost, { max: 0 });
rmSync(folder, { recursive: true, force: true });

function randomString(roll: Roll): string {
  const hostile = () => HOSTILE_TEXTS[roll(HOSTILE_TEXTS.length)]?.slice(0, UNITS_MAX) ?? '';
  if (roll(4) === 0) return hostile() + hostile() + hostile();
  const top = [0x80, 0x800, 0x10000][roll(3)] ?? 0;
  return String.fromCharCode(...Array.from({ length: roll(UNITS_MAX) }, () => roll(top)));
}

function write(): void {
  const created = createHistory(file, { session: 's' });
  if (!created.ok) throw new Error(created.error.message);
  for (let from = 0; from < STRINGS; from += AN_APPEND) {
    const some = strings.slice(from, from + AN_APPEND);
    const records = some.map((text) => ({ kind: 'event', type: 'x', at: 0, fields: { text } }) as const);
    const appended = created.history.append(records, { sync: false });
    if (!appended.ok) throw new Error(appended.error.message);
  }
  created.history.close();
}

async function lostByOurs(): Promise<number> {
  let [same, read] = [0, 0];
  for await (const { fields } of recordsIn(file, { strict: true })) {
    if (fields.text === strings[read]) same += 1;
    read += 1;
  }
  return STRINGS - same;
}

function lostByExpat(): number | null {
  const { stdout, status } = spawnSync('python3', ['-c', EXPAT, file], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) return null;
  const parsed: readonly (readonly [TextForm, string])[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return strings.filter((text, index) => text !== decodeText(...(parsed[index] ?? ['entities', '']))).length;
}
