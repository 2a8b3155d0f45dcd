/** Keys at random, through every dialog, at every size: each frame is whole, and no control of any text is in it. */
import { visible } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { modelsFound } from '../../src/dialogs/models-list.ts';
import { promptsFound } from '../../src/dialogs/rewinding.ts';
import type { SessionChoice } from '../../src/dialogs/session-choice.ts';
import { outlineFound, sessionsFound } from '../../src/dialogs/sessions-list.ts';
import { KEY_TABLE } from '../../src/keys/key-table.ts';
import { namesOf, TYPED_COMMANDS } from '../../src/keys/typed-commands.ts';
import type { Act } from '../../src/screen/model.ts';
import { resized } from '../../src/screen/press.ts';
import { view } from '../../src/screen/view.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const STEPS = 250;
const WICKED = 'x\n\x1b]52;c;!\x07 修复 👩‍👩‍👧‍👦 \u202e \u0301 \ud800 a long text that goes on and on';
const SESSION: SessionChoice = {
  ...{ session: WICKED, file: '/h/s.xml', bytes: 4_200, folder: '/p', startedAt: 0, changedAt: 0, title: WICKED },
  ...{ model: WICKED, prompts: 2, replies: 9, tokens: 12, cost: 0.1, state: 'cut off', torn: true, parent: null },
  ...{ ageMs: 200_000, isShown: false },
};
const MODEL = { name: WICKED, place: WICKED, windowTokens: 1, prices: { input: 1, output: 2 }, lacks: WICKED };

/** The same numbers for the same seed (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What whoever has opened the screen would find, at once. */
class Walked extends Screen {
  override follow(next: Parameters<Screen['follow']>[0]): void {
    super.follow(next);
    for (const act of next.acts) this.found(act);
  }

  private found(act: Act): void {
    const points = [1, 2, 3].map((prompt) => ({ prompt, record: prompt, at: 0, text: WICKED }));
    const sessions = Array.from({ length: 30 }, (_, index) => ({ ...SESSION, file: `/h/${index}.xml` }));
    const models = Array.from({ length: 30 }, (_, index) => ({ ...MODEL, name: `${index} ${WICKED}` }));
    if (act.type === 'find-prompts') super.follow(promptsFound(this.model, { ok: true, points }));
    if (act.type === 'find-models') super.follow(modelsFound(this.model, { ok: true, models, message: null }));
    if (act.type === 'find-sessions') super.follow(sessionsFound(this.model, { ok: true, sessions }));
    if (act.type === 'outline-session') super.follow(outlineFound(this.model, '/h/3.xml', [WICKED, WICKED]));
  }
}

const CHORDS = [...new Set(KEY_TABLE.flatMap(({ chords }) => chords))].filter((chord) => !/^ctrl\+[cdz]$/.test(chord));
const TYPED = ['a', 'e', '修', '/', ' ', '?', ...TYPED_COMMANDS.flatMap(namesOf).map((name) => `/${name}<enter>`)];

test.each(Array.from({ length: 6 }, (_, seed) => seed + 1))('seed %i', (seed) => {
  const below = chance(seed);
  const one = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const screen = new Walked({ columns: 80, rows: 24 });
  for (let step = 0; step < STEPS; step++) {
    const choice = below(10);
    if (choice < 5) screen.keys(`<${one(CHORDS)}>`);
    else if (choice < 8) screen.keys(one(TYPED));
    else if (choice === 8)
      screen.model = resized(screen.model, { columns: 1 + below(140), rows: 1 + below(50) }, screen.clock);
    else if (screen.model.state === 'thinking')
      screen.session.reply(below(2) === 0 ? BASH : `<final>${WICKED}</final>`);
    else if (screen.model.state === 'checking') screen.session.takes(RUNS);
    const frame = view(screen.model);
    const about = `seed ${seed}, step ${step}, ${screen.model.dialog?.kind ?? 'no dialog'}`;
    expect([frame.rows.length, ...new Set(frame.rows.map((row) => row.length))], about).toEqual([
      screen.model.size.rows,
      screen.model.size.columns,
    ]);
    const { caret } = frame;
    if (caret) expect(caret.row < frame.rows.length && caret.column < screen.model.size.columns, about).toBe(true);
    const text = frame.rows.map((row) => row.map((cell) => cell.text).join('')).join('');
    expect(visible(text), about).toBe(text);
  }
});
