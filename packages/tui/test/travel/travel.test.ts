/** Every recorded session can be travelled through, forwards and backwards, and each moment always looks the same. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaySteps } from '@tagma/history';
import { describe, expect, test } from 'vitest';
import { boundKeys } from '../../src/keys/rebinding.ts';
import { EMPTY, type Transcript, transcriptAfter } from '../../src/transcript/transcript.ts';
import { helpRows } from '../../src/travel/help.ts';
import { pressTravel } from '../../src/travel/press.ts';
import { HISTORIES, Traveller } from '../traveller.ts';

const GOLDEN = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'));
const ASKED = join(HISTORIES, 'golden/permission-asked.xml');

describe.each(GOLDEN)('%s', (name) => {
  test('shows at each step the transcript that a live screen had', async () => {
    const traveller = (await Traveller.of(join(HISTORIES, name))).read();
    let transcript = EMPTY;
    const expected: unknown[] = [];
    for await (const step of replaySteps(join(HISTORIES, name))) {
      transcript = transcriptAfter(transcript, { kind: 'step', ...step });
      expected.push(atItsEnd(transcript));
    }
    const seen = () => atItsEnd(traveller.travel.stop?.seen.transcript ?? EMPTY);
    const shown = [seen()];
    while (traveller.keys('n').travel.notice === null) shown.push(seen());
    expect(shown).toEqual(expected);
    expect([...(traveller.travel.stop?.seen.transcript.items ?? [])]).toEqual([...transcript.items]);
    const back = [seen()];
    while (traveller.keys('p').travel.notice === null) back.push(seen());
    expect(back.reverse()).toEqual(expected);
  });

  test('looks the same at a record, wherever one came from', async () => {
    const traveller = (await Traveller.of(join(HISTORIES, name), { columns: 100, rows: 16 })).read();
    const frames: { readonly record: number; readonly rows: readonly string[] }[] = [];
    do frames.push({ record: traveller.travel.record, rows: traveller.rows() });
    while (traveller.keys('n').travel.notice === null);
    // By leaps in no order that is near.
    for (let leap = 1; leap <= Math.min(LEAPS_MAX, frames.length); leap++) {
      const { record = 0, rows } = frames[(leap * 7_919) % frames.length] ?? {};
      expect(traveller.keys(`${record}<enter>`).rows()).toEqual(rows);
    }
  });
});

test('what was changed and dropped at the gate is marked in the transcript of a history', async () => {
  const traveller = (await Traveller.of(join(HISTORIES, 'golden/held-at-the-gate.xml'))).read().keys('<end>');
  const items = [...(traveller.travel.stop?.seen.transcript.items ?? [])];
  expect(items.filter(({ kind }) => kind === 'changed' || kind === 'dropped')).toEqual([
    { kind: 'changed', event: 'prompt.given', by: 'step', lines: ['text: "fix b.ts" became "fix a.ts"'] },
    { kind: 'dropped', event: 'steer.given', by: 'step', lines: ['text: "stop"'] },
  ]);
  expect(traveller.rows().flatMap((row) => /(changed|dropped) · [^│]*?by step/.exec(row)?.[0] ?? [])).toEqual([
    'changed · prompt.given · by step',
    'dropped · steer.given · by step',
  ]);
});

const LEAPS_MAX = 20;

/** As far as one step may change it: to compare all of it at each would take as long as the square of the session. */
function atItsEnd({ items, ...rest }: Transcript) {
  return { ...rest, length: items.length, items: [...items.last(4)] };
}

describe('moving', () => {
  const at = (traveller: Traveller) => traveller.travel.record;

  test.each<[string, string, number]>([
    ['a step on', 'n', 3],
    ['two steps on and one back', 'nnp', 3],
    ['a record on', '<down>', 2],
    ['past the last record of a step', '<down><down>', 3],
    ['back past the first record of a step', 'n<up>', 2],
    ['to the next turn', ']', 3],
    ['to the next decision', 'd', 10],
    ['to the third and back', 'dddD', 14],
    ['to the first failure', 'e', 29],
    ['to the last record', '<end>', 58],
    ['and to the first', '<end><home>', 1],
    ['to a number', '30<enter>', 30],
    ['to a number that is taken back', '30<escape>', 1],
    ['to a turn', 'gt1<enter>', 3],
    ['behind the last step', '<end>n', 58],
    ['before the first', 'p', 1],
    ['to no record', '500<enter>', 1],
    ['to no turn', 'gt9<enter>', 1],
  ])('%s', async (_title, keys, record) => {
    const traveller = (await Traveller.of(ASKED)).read();
    expect(at(traveller.keys(keys))).toBe(record);
  });

  test('what is not read yet is gone to as soon as it is', async () => {
    const traveller = await Traveller.of(ASKED);
    while (traveller.travel.stop === null) traveller.readOn(1);
    traveller.keys('<end>');
    expect([at(traveller), traveller.rows().at(-1)]).toEqual([1, expect.stringContaining('reading on')]);
    expect(at(traveller.read())).toBe(58);
  });

  test('what is said of a way that leads nowhere is gone with the next key', async () => {
    const traveller = (await Traveller.of(ASKED)).read();
    expect(traveller.keys('<end>n').travel.notice).toBe('This is the last step.');
    expect(traveller.keys('p').travel.notice).toBe(null);
  });
});

describe('playing', () => {
  test.each<[string, string, readonly (number | null)[]]>([
    ['as fast as it went then', ' ', [1_000, 1_000, 1_000]],
    ['four times as fast', 's ', [250, 250, 250]],
    ['sixteen times as fast', 'ss ', [62.5, 62.5, 62.5]],
    ['stopped by a key', ' <escape>', [null, null, null]],
    ['stopped by a step by hand', ' n', [null, null, null]],
  ])('%s', async (_title, keys, passed) => {
    const traveller = (await Traveller.of(ASKED)).read().keys(keys);
    expect([1, 2, 3].map(() => traveller.passTime())).toEqual(passed);
  });

  test('it ends where the history does', async () => {
    const traveller = (await Traveller.of(ASKED)).read().keys('ss ');
    let steps = 0;
    while (traveller.passTime() !== null) steps += 1;
    expect([steps, traveller.travel.stop?.after, traveller.travel.playing]).toEqual([17, 'closed', null]);
  });
});

test('the screen, wide', async () => {
  const traveller = (await Traveller.of(ASKED)).read().keys('dd');
  // How the transcript looks stands elsewhere.
  expect(
    traveller
      .rows()
      .slice(1)
      .map((row) => (row.includes('│') ? row.slice(row.indexOf('│')) : row)),
  ).toMatchInlineSnapshot(`
    [
      "│state permission → thinking",
      "│time  2026-01-01 00:00:05.000Z · 1.0 s",
      "│after the step before",
      "│decided by you: no (use npm)",
      "│▸ 14 event permission.answered · answer n…",
      "│  15 state thinking",
      "│  16 effect model.ask · id 4 · turn 2 · m…",
      "│──────────────────────────────────────────",
      "│answer: no",
      "│reason: use npm",
      "│request: 3",
      "│",
      "│",
      "│",
      "│",
      "│",
      "│",
      "│",
      "│",
      "│",
      "│",
      "━━━┴━━━━━━━━━━━━?━━━━━━●───────────?──────?──────×──────────────────×──────────────?────────────────",
      " record 14 of 58 · turn 1 of 1 · thinking · 4.0 s in                           Space plays · ? keys",
    ]
  `);
});

test('the screen, narrow', async () => {
  const traveller = (await Traveller.of(ASKED, { columns: 60, rows: 20 })).read().keys('d<down><down>');
  expect(traveller.rows().slice(8)).toMatchInlineSnapshot(`
    [
      "── the step ────────────────────────────────────────────────",
      "state deciding → permission",
      "time  2026-01-01 00:00:04.000Z · 1.0 s after the step before",
      "decided call 1 asked: mode default: running a program asks",
      "(make)",
      "  11 state permission",
      "▸ 12 note call.judged · call 1",
      "────────────────────────────────────────────────────────────",
      "call: 1",
      "decision:",
      "━━┴━━━━━━?━●─?───────?───?───×──────────×─────────?─────────",
      " record 12 of 58 · turn 1 of 1 · perm… Space plays · ? keys",
    ]
  `);
});

test('what has no key is no hint', async () => {
  const traveller = (await Traveller.of(ASKED)).read();
  const { table } = boundKeys([{ name: 'view-help', chords: [], at: 'here' }]);
  traveller.travel = { ...traveller.travel, keys: table };
  expect(traveller.rows().at(-1)).toMatch(/ {2}Space plays$/);
});

test('forking is said first, and done on the second key', async () => {
  const traveller = (await Traveller.of(ASKED)).read().keys('dddf');
  expect([traveller.acts, traveller.travel.notice]).toEqual([
    [],
    'f again goes on from record 24 in a new session. The command: tagma fork golden --at 24',
  ]);
  expect(traveller.keys('nf').acts).toEqual([]);
  expect(traveller.keys('pff').acts).toEqual([{ type: 'fork', record: 24 }]);
});

describe('the keys, where there is no room for all', () => {
  const opened = async () => (await Traveller.of(ASKED, { columns: 80, rows: 24 })).read().keys('<down><down>?').rows();

  test('scroll to the last one; where one stands in the history stays as it is', async () => {
    const traveller = (await Traveller.of(ASKED, { columns: 80, rows: 24 })).read().keys('<down><down>?');
    const place = traveller.travel.record;
    const seen = new Set<string>();
    for (const key of ['', '<down>', '<page-down>', '<page-down>', '<page-down>', '<up>', '<end>']) {
      for (const row of traveller.keys(key).rows().slice(1, -2)) seen.add(row.trimEnd());
      expect(traveller.rows().at(-1)).toMatch(/Down Up scroll · Esc closes$/);
    }
    expect([...seen]).toEqual(expect.arrayContaining(helpOf(traveller)));
    expect(traveller.keys('<home>').rows()).toEqual(await opened());
    expect(traveller.travel.record).toBe(place);
  });

  test('the wheel scrolls them', async () => {
    const traveller = (await Traveller.of(ASKED, { columns: 80, rows: 24 })).read().keys('?');
    const [, first] = traveller.rows();
    traveller.follow(pressTravel(traveller.travel, { kind: 'mouse', chord: 'wheel-down', row: 5, column: 5 }, 0));
    expect(traveller.rows()[1]).not.toBe(first);
  });

  test('any other key closes them, and does what they say', async () => {
    const traveller = (await Traveller.of(ASKED, { columns: 80, rows: 24 })).read().keys('?m');
    expect([traveller.travel.help, traveller.travel.pane]).toEqual([null, 'machine']);
    expect(traveller.keys('??').travel.help).toBe(null);
    expect(traveller.keys('<end>?<ctrl+up>').travel).toMatchObject({
      help: null,
      reading: { chosen: expect.any(Number) },
    });
    expect(traveller.keys('?7').travel).toMatchObject({ help: null, asking: { what: 'place' } });
  });
});

const helpOf = ({ travel }: Traveller) =>
  helpRows(travel.keys, 'history', travel.size.columns).map((row) =>
    row
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );

test('controls in a record are made visible', async () => {
  const traveller = (await Traveller.of(join(HISTORIES, 'golden/all-forms-of-text.xml'))).read();
  const controls: string[] = [];
  for (let more = true; more; more = traveller.keys('<down>').travel.notice === null) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there
    for (const row of traveller.rows()) if (/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/.test(row)) controls.push(row);
  }
  expect(controls).toEqual([]);
});
