/** The transcript of a history is read as on the screen of its session: by the same keys, to the same end. */
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { pressTravel } from '../../src/travel/press.ts';
import { readAt } from '../../src/travel/reading.ts';
import { SEEN } from '../../src/travel/seen.ts';
import { HISTORIES, Traveller } from '../traveller.ts';

const ASKED = join(HISTORIES, 'golden/permission-asked.xml');
const SIZE = { columns: 160, rows: 40 };

let traveller: Traveller;
beforeEach(async () => {
  traveller = (await Traveller.of(ASKED, SIZE)).read().keys('<end>');
});

const left = () => traveller.rows().map((row) => row.split('│')[0]?.trimEnd() ?? '');
/** The chosen block, as it is marked. */
const marked = () => left().filter((row) => row.startsWith('▌'));
const reading = () => traveller.travel.reading;

describe('folding', () => {
  test('what tools said is opened and folded', () => {
    const folded = left();
    expect(reading().folding.tools).toBe(false);
    expect(traveller.keys('<ctrl+o>').travel.reading.folding.tools).toBe(true);
    traveller.keys('<ctrl+o>');
    expect(left()).toEqual(folded);
  });

  test('thoughts are, too', () => {
    expect(traveller.keys('<alt+t>').travel.reading.folding.thoughts).toBe(true);
  });

  test('a block is chosen, opened, and open at the next step, too', () => {
    traveller.keys('<ctrl+up><ctrl+up>');
    const { chosen } = reading();
    expect([marked().length > 0, reading().folding.other.size]).toEqual([true, 0]);
    traveller.keys('<enter>');
    expect(reading().folding.other).toEqual(new Set([chosen]));
    const { record } = traveller.travel;
    traveller.keys('p');
    expect([traveller.travel.record < record, reading().folding.other]).toEqual([true, new Set([chosen])]);
  });

  test('by clicks, too: one chooses, the next one opens; in the other half they do neither', () => {
    const row = left().findIndex((each) => each.startsWith('timeout'));
    const click = (column: number, apartMs: number) => {
      traveller.clock += apartMs;
      traveller.follow(
        pressTravel(traveller.travel, { kind: 'mouse', chord: 'mouse-left', row, column }, traveller.clock),
      );
      return [marked().length > 0, reading().folding.other.size];
    };
    expect([click(120, 1_000), click(3, 1_000), click(3, 200), click(3, 200), click(3, 1_000)]).toEqual([
      [false, 0],
      [true, 0],
      [true, 1],
      // The third press of a triple click.
      [true, 1],
      [true, 0],
    ]);
  });

  test('while a block is chosen its keys come before those of the way through the history', () => {
    const { record } = traveller.keys('<ctrl+up><left>').travel;
    expect(record).toBe(58);
    expect(traveller.keys('<escape><left>').travel.record).toBeLessThan(58);
  });
});

describe('finding', () => {
  test('what is typed is found, marked and gone through, and the keys come back', () => {
    traveller.keys('<f6>make');
    expect(traveller.rows().at(-3)).toMatch(/^find › make {2}\d+ of \d+ /);
    const current = reading().search?.current ?? 0;
    traveller.keys('<enter>');
    expect(reading().search?.current).not.toBe(current);
    // It is written, not a step.
    expect(traveller.travel.record).toBe(58);
    traveller.keys('<backspace><backspace><backspace><backspace><escape>');
    expect(reading().search).toBe(null);
    expect(traveller.keys('p').travel.record).toBeLessThan(58);
  });

  test('nothing is found of what is not there', () => {
    expect(traveller.keys('<f6>zzzz').rows().at(-3)).toMatch(/^find › zzzz {2}nothing/);
  });
});

describe('taking out', () => {
  test('the chosen block is copied, and opened in the editor', () => {
    traveller.keys('<ctrl+up><alt+c><alt+s><alt+e>');
    expect(traveller.acts).toEqual([
      { type: 'copy', text: expect.any(String), what: expect.stringMatching(/, \d+ lines?$/) },
      { type: 'copy', text: expect.any(String), what: expect.stringMatching(/, \d+ lines?$/) },
      { type: 'read-elsewhere', text: expect.any(String), name: expect.stringMatching(/\.(txt|md|sh)$/) },
    ]);
  });

  test('so is the record, by its own keys', () => {
    traveller.keys('yo');
    expect(traveller.acts).toEqual([
      { type: 'copy', text: expect.stringMatching(/^<state n="58"|^<\w+ n="58"/), what: 'record 58' },
      { type: 'read-elsewhere', text: expect.stringContaining('n="58"'), name: 'record-58.xml' },
    ]);
  });

  test('where nothing is meant, it is said how to choose', async () => {
    const beginning = (await Traveller.of(ASKED, SIZE)).read().keys('<alt+c>');
    expect([beginning.acts, beginning.travel.notice]).toEqual([
      [],
      'There is no answer yet; Ctrl+Up chooses another block.',
    ]);
  });
});

test('the keys are shown, all of them, where they are scrolled', () => {
  traveller.travel = { ...traveller.travel, size: { columns: 100, rows: 16 } };
  const seen = new Set<string>();
  traveller.keys('?');
  for (let page = 0; page < 10; page++) {
    for (const row of traveller.rows()) seen.add(row.trim().replace(/ +/g, ' '));
    traveller.keys('<ctrl+d>');
  }
  for (const row of [
    'Right, n the next step: an event and what followed from it',
    'Ctrl+O open or fold what tools were told and said',
  ])
    expect([...seen]).toContain(row);
  expect(traveller.keys('<escape>').travel.help).toBe(null);
});

test('a block stays the same block, though older ones are forgotten', () => {
  const { travel } = traveller.keys('<ctrl+up>');
  const { stop } = travel;
  const { chosen, folding } = travel.reading;
  if (!stop || chosen === null) throw new Error('nothing is chosen');
  const { length } = stop.seen.transcript.items;
  expect(SEEN.lightened(stop.seen).dropped).toBe(length);
  const opened = { ...travel, reading: { ...travel.reading, folding: { ...folding, other: new Set([1, chosen]) } } };
  const later = { ...stop, step: stop.step + 1, seen: { ...stop.seen, dropped: 2 } };
  const then = readAt(opened, later);
  expect([then.chosen, then.folding.other]).toEqual([chosen - 2, new Set([chosen - 2])]);
});
