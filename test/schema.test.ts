/** docs/history.rng says what a history may hold: every recorded session, and nothing else. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chartOf, EMITTED_TYPES } from '../packages/core/src/index.ts';
import { RECORD_KINDS } from '../packages/protocol/src/index.ts';
import { FACT_TYPES } from '../packages/runtime/src/index.ts';
import { GOLDEN_FOLDER, recordedSessions } from './golden-files.ts';

const SCHEMA = join(import.meta.dirname, '..', 'docs', 'history.rng');
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

/** The files that xmllint finds something wrong with. */
function refused(files: readonly string[]): readonly string[] {
  const { stderr } = spawnSync('xmllint', ['--relaxng', SCHEMA, '--noout', ...files], { encoding: 'utf8' });
  const fine = new Set(stderr.split('\n').map((line) => line.replace(/ validates$/, '')));
  return files.filter((file) => !fine.has(file));
}

test('every kind and type of record is in it', () => {
  const defined = readFileSync(SCHEMA, 'utf8').split('<define name=');
  const typesOf = (kind: string) => {
    const definition = defined.find((one) => one.startsWith(`"${kind}"`)) ?? '';
    const attribute =
      kind === 'state' ? definition : [...definition.matchAll(/<group>\s*<attribute name="type">.*/g)].join('\n');
    return [...attribute.matchAll(/<value>([^<]*)<\/value>/g)].map(([, value]) => value).sort();
  };
  const emitted = (wanted: string) =>
    Object.entries(EMITTED_TYPES).flatMap(([type, kind]) => (kind === wanted ? [type] : []));
  const states = chartOf().states.map(({ name }) => name);
  expect(Object.fromEntries(RECORD_KINDS.map((kind) => [kind, typesOf(kind)]))).toEqual({
    event: [...FACT_TYPES].sort(),
    state: states.sort(),
    effect: emitted('effect').sort(),
    note: emitted('note').sort(),
  });
});

test.skipIf(!hasXmllint)('every recorded session is as it says (skipped without xmllint)', () => {
  expect(refused(recordedSessions().map(({ file }) => file))).toEqual([]);
});

test.skipIf(!hasXmllint)('nothing else is (skipped without xmllint)', () => {
  const golden = readFileSync(join(GOLDEN_FOLDER, 'permission-asked.xml'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'tagma-schema-'));
  const changes: readonly (readonly [title: string, from: RegExp, to: string])[] = [
    ['nothing changed', /^$/, ''],
    ['another format', /format="1"/, 'format="2"'],
    ['another root', /history/g, 'story'],
    ['an event of no type', /type="prompt.given"/, 'type="prompt.taken"'],
    ['a state that there is not', /value="acting"/, 'value="resting"'],
    ['an event without its state', /<state n="2".*\n/, ''],
    ['a record without a hash', / hash="[0-9a-f]{64}"/, ''],
    ['a time of another form', /T00:00:01\.000Z/, ' 00:00:01'],
    ['a member that is missing', / *<text>build it<\/text>\n/, ''],
    ['a member that does not belong there', /<text>build it/, '<focus>x</focus><text>build it'],
    ['a number that is none', /<turn type="number">1</, '<turn type="number">one<'],
    ['a text for a number', /<turn type="number">1</, '<turn>1<'],
    ['an answer that nobody can give', /<answer>always/, '<answer>never'],
    ['a verdict on nothing', / *<decision>[\s\S]*?<\/decision>\n/, ''],
    ['text between records', /\n<state/, '\nhello <state'],
  ];
  const files = changes.map(([title, from, to]) => {
    const file = join(folder, `${title}.xml`);
    const changed = golden.replace(from, to);
    expect([title, changed === golden]).toEqual([title, title === 'nothing changed']);
    writeFileSync(file, changed);
    return file;
  });
  expect(refused(files)).toEqual(files.slice(1));
});

test.skipIf(!hasXmllint)('a text may have been taken out (skipped without xmllint)', () => {
  const golden = readFileSync(join(GOLDEN_FOLDER, 'compacted.xml'), 'utf8');
  const taken = golden.replace(/(<content[^>]* sha256="\w+") salt="\w+">[^<]*</g, '$1><');
  expect(taken).not.toBe(golden);
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-schema-')), 'taken.xml');
  writeFileSync(file, taken);
  expect(refused([file])).toEqual([]);
  writeFileSync(file, taken.replace(/(<content[^>]* sha256="\w+")></, '$1>more<'));
  expect(refused([file])).toEqual([file]);
});
