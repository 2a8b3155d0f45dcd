import { describe, expect, test } from 'vitest';
import type { SteppingAct } from '../../src/machine/acts.ts';
import { STEPPING_PERFORMERS } from '../../src/machine/perform.ts';
import type { Done, Stepping } from '../../src/machine/stepping.ts';
import type { Model } from '../../src/screen/model.ts';
import type { Performer, Stage } from '../../src/screen/stage.ts';
import { Screen } from '../model-screen.ts';

const REFUSED: Done = { ok: false, message: 'edit: it is \u001b wrong' };

/** Carries an act out upon a door that answers `result`: what the door was asked for, and the model after it. */
function performed(act: SteppingAct, result: Done = { ok: true }, hasDoor = true) {
  const asked: unknown[] = [];
  const ask =
    (name: string) =>
    (...given: unknown[]) => {
      asked.push([name, ...given]);
      return result;
    };
  const stepping = {
    hold: ask('hold'),
    pass: ask('pass'),
    drop: ask('drop'),
    change: ask('change'),
    breakpoints: { add: ask('add'), remove: (number: number) => ask('remove')(number).ok },
  } as unknown as Stepping;
  let model: Model = new Screen().model;
  const stage = {
    shown: () => (hasDoor ? { stepping } : {}),
    follow: (change: (model: Model) => { readonly model: Model }) => {
      model = change(model).model;
    },
  } as unknown as Stage;
  (STEPPING_PERFORMERS[act.type] as Performer<SteppingAct>)(act, stage);
  return { asked, notice: model.notice, draft: model.composer.text };
}

const acts: readonly (readonly [act: SteppingAct, asked: readonly unknown[], notice: string | null])[] = [
  [{ type: 'hold-events', on: true }, ['hold', true], null],
  [{ type: 'pass-event' }, ['pass', 0], null],
  [{ type: 'drop-event' }, ['drop'], null],
  [{ type: 'change-event', text: 'text x' }, ['change', 'text x'], null],
  [{ type: 'change-event', text: null }, ['change', null], null],
  [{ type: 'add-breakpoint', name: 'acting' }, ['add', 'acting'], 'acting is a breakpoint. /break lists them.'],
  [{ type: 'remove-breakpoint', number: 2 }, ['remove', 2], 'Breakpoint 2 is none any more.'],
];

test.each(acts)('%j asks the door', (act, asked, notice) => {
  expect(performed(act)).toEqual({ asked: [asked], notice, draft: '' });
});

describe('what is refused is said', () => {
  test.each<[SteppingAct, string, string]>([
    [{ type: 'drop-event' }, 'edit: it is ␛ wrong', ''],
    [{ type: 'change-event', text: 'text x' }, 'edit: it is ␛ wrong', '/edit text x'],
    [{ type: 'remove-breakpoint', number: 2 }, 'There is no breakpoint 2. /break lists them.', ''],
  ])('%j', (act, notice, draft) => {
    expect(performed(act, REFUSED)).toMatchObject({ notice, draft });
  });

  test('and that there is no such door', () => {
    expect(performed({ type: 'hold-events', on: true }, REFUSED, false).notice).toBe(
      'The events of this session cannot be held.',
    );
  });
});
