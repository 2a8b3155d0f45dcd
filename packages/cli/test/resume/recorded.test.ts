/** What a file from elsewhere may say of how much runs unasked. */
import { type Fact, type Mode, type Snapshot, start, step } from '@tagma/core';
import { sessionStarted } from '@tagma/testing';
import { expect, test } from 'vitest';
import { foreignFacts } from '../../src/resume/recorded.ts';
import type { Source } from '../../src/resume/source.ts';

const STARTED = sessionStarted({ session: 's' });

function after(snapshot: Snapshot, facts: readonly Fact[]): Snapshot {
  return facts.reduce((at, fact) => step(at, { ...fact, at: 0 }).snapshot, snapshot);
}

/** Goes on in this mode, of a session that began in `auto-in-project` and came to another mode. */
function goneOn(mode: Mode, isOwn: boolean, then: Mode): { readonly mode: Mode; readonly planBegunIn: Mode | null } {
  const settings = (mode: Mode) => ({ ...STARTED.settings, mode });
  const snapshot = after(start(), [
    { ...STARTED, settings: settings('auto-in-project') },
    { type: 'mode.changed', mode: then },
  ]);
  const resumed: Fact = { ...STARTED, type: 'session.resumed', settings: settings(mode), parent: null };
  const { context } = after(snapshot, [resumed, ...foreignFacts({ snapshot, isOwn } as Source, mode)]);
  return { mode: context.mode, planBegunIn: context.planBegunIn };
}

test.each([
  ['an own file: to where the plan was begun', 'plan', true, 'plan', 'auto-in-project'],
  ['one from elsewhere: to the default', 'plan', false, 'plan', 'default'],
  ['one in which no plan was being made', 'plan', false, 'default', null],
  ['another mode, said now', 'accept-edits', false, 'plan', null],
] as const)('a plan leads back, in %s', (_title, mode, isOwn, then, planBegunIn) => {
  expect(goneOn(mode, isOwn, then)).toEqual({ mode, planBegunIn });
});
