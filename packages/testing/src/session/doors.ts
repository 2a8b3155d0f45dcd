/** A session's doors to the world, with the test's fakes behind them: each does its work when its turn on the stage has come. */
import type { HistoryRecord } from '@tagma/protocol';
import type { HistorySink, SessionDeps, Tools } from '@tagma/runtime';
import type { FakeClock } from './fake-clock.ts';
import { type FakeFacts, fakeFacts } from './fake-facts.ts';
import { type FakeShell, type FakeTools, fakeTools } from './fake-tools.ts';
import { isForTheTest } from './mistake.ts';
import { type ScriptedModel, scriptedModel } from './scripted-model.ts';
import type { Stage } from './stage.ts';

export type DoorChoices = {
  /** One without a reply where it is left out. */
  readonly model?: Pick<ScriptedModel, 'ask'>;
  /** None is faked where it is left out. */
  readonly tools?: DoorTools;
  readonly facts?: FakeFacts;
  /** The plan that the model has written, or the text of its file; empty where it is left out, as if there were none. */
  readonly plan?: string | ((file: string) => string);
  readonly secrets?: SessionDeps['secrets'];
  /** Where the records go as well. */
  readonly history?: HistorySink;
};

type DoorTools = Pick<FakeTools, 'run' | 'specs'> & Pick<Tools, 'undo'> & { readonly shell?: FakeShell };

export type Doors = {
  readonly deps: SessionDeps;
  readonly specs: FakeTools['specs'];
  /** Grows while the session goes on. */
  readonly records: readonly HistoryRecord[];
};

export function doorsOf(choices: DoorChoices, stage: Stage, clock: FakeClock): Doors {
  const { model = scriptedModel([]), plan = '' } = choices;
  const tools: DoorTools = choices.tools ?? fakeTools();
  const { undo, shell } = tools;
  const takeFacts = fakeFacts(choices.facts);
  const records: HistoryRecord[] = [];

  /** An error is one of the test, or one that the session is told like any other. */
  const blaming = async <T>(work: () => Promise<T>, isMistake: (error: unknown) => boolean): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isMistake(error)) stage.blame(error);
      throw error;
    }
  };

  const deps: SessionDeps = {
    model: {
      ask: (messages, hooks) =>
        stage.atTheDoor(['model.ask', 'summary.ask'], (own) =>
          // A model never rejects: whatever a script throws is for the test.
          blaming(
            () => model.ask(messages, { ...hooks, clock: own }),
            () => true,
          ),
        ),
    },
    tools: {
      run: (name, params, context) =>
        stage.atTheDoor(['tool.run'], (own) =>
          blaming(() => tools.run(name, params, { ...context, clock: own }), isForTheTest),
        ),
      ...(undo && {
        undo: (steps, context) =>
          stage.atTheDoor(['undo.run'], () => blaming(async () => undo(steps, context), isForTheTest)),
      }),
      ...(shell && {
        shell: (command, context) =>
          stage.atTheDoor(['shell.run'], (own) =>
            blaming(() => shell(command, { ...context, clock: own }), isForTheTest),
          ),
      }),
    },
    facts: (call, place) => stage.atTheDoor(['facts.take'], () => blaming(() => takeFacts(call, place), isForTheTest)),
    readPlan: (file) =>
      stage.atTheDoor(['plan.review'], () =>
        blaming(async () => (typeof plan === 'function' ? plan(file) : plan), isForTheTest),
      ),
    history: {
      append(added, how) {
        records.push(...added);
        return choices.history?.append(added, how) ?? { ok: true };
      },
    },
    clock,
    log: { info: () => {}, error: () => {} },
    secrets: choices.secrets ?? new Map(),
    chance: () => 0,
    outputFolder: '/outputs',
  };
  return { deps, specs: tools.specs, records };
}
