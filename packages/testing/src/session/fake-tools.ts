/**
 * Tools that are functions of the test. The model is offered the real tools with their real parameters; what a call of
 * them does, the test says.
 */
import type { Outcome, Params, ToolSpec } from '@tagma/protocol';
import type { Clock, ToolRunContext } from '@tagma/runtime';
import { builtinSpecs } from '@tagma/tools';
import { TestMistake } from './mistake.ts';

/** A text is the output of a call that went well; an error that is thrown, that of one that failed. */
export type FakeTool = (params: Params, call: FakeCall) => string | Outcome | Promise<string | Outcome>;

/** What a fake tool knows of its call beside the parameters. */
export type FakeCall = {
  readonly tool: string;
  readonly folder: string;
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  /** Shows a piece of output while the call runs. */
  readonly output: (text: string) => void;
  /** Takes so long on the fake clock; ends early when the call is cancelled, or this signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** A tool that is not built in needs its specification. */
export type FakeToolWithSpec = { readonly spec: Omit<ToolSpec, 'name'>; readonly run: FakeTool };

/** What a command of the person's own does. */
export type FakeShell = (command: string, context: ToolRunContext & { readonly clock?: Clock }) => Promise<Outcome>;

/** The tools of a test, as a session has them, and what was asked of them. */
export type FakeTools = {
  /** What the model is offered: the built-in tools, and the test's own. */
  readonly specs: readonly ToolSpec[];
  /** Runs the fake of that name. A tool that there is none of is a mistake of the test. */
  readonly run: (
    name: string,
    params: Params,
    context: ToolRunContext & { readonly clock?: Clock },
  ) => Promise<Outcome>;
  /** The calls that ran, in order. */
  readonly calls: readonly { readonly tool: string; readonly params: Params }[];
};

/**
 * Tools for tests, by name: each call runs the fake. A built-in tool keeps its specification.
 * @throws TestMistake where a tool is not built in and has no specification
 */
export function fakeTools(fakes: { readonly [name: string]: FakeTool | FakeToolWithSpec } = {}): FakeTools {
  const specs = specsOf(fakes);
  const calls: { tool: string; params: Params }[] = [];
  return {
    specs,
    calls,
    async run(tool, params, { folder, signal, onOutput, clock }) {
      const fake = Object.hasOwn(fakes, tool) ? fakes[tool] : undefined;
      if (fake === undefined) throw notFaked(tool, params, Object.keys(fakes));
      if (signal.aborted) return { status: 'aborted', content: `${tool} was aborted before it began.`, details: {} };
      calls.push({ tool, params });
      const run = typeof fake === 'function' ? fake : fake.run;
      const wait = async (ms: number, other?: AbortSignal) =>
        clock?.wait(ms, other ? AbortSignal.any([signal, other]) : signal);
      const result = await run(params, { tool, folder, signal, output: onOutput, wait });
      if (typeof result !== 'string') return result;
      return { status: signal.aborted ? 'aborted' : 'ok', content: result, details: {} };
    },
  };
}

/** A tool that takes so long on the fake clock, and then says this. */
export function slowTool(ms: number, content: string): FakeTool {
  return async (_params, call) => {
    await call.wait(ms);
    return content;
  };
}

/** A tool that runs until the test ends it. */
export type HeldTool = FakeTool & {
  /** Ends the call that has run for longest with this result; said before a call begins, it ends as soon as it does. */
  readonly end: (result?: string | Outcome) => void;
};

/** A tool that runs until the test ends it, or the session cancels it. */
export function heldTool(): HeldTool {
  const results: (string | Outcome)[] = [];
  const running: AbortController[] = [];
  const tool: FakeTool = async (_params, call) => {
    const ending = new AbortController();
    if (results.length <= running.length) {
      running.push(ending);
      await call.wait(Number.POSITIVE_INFINITY, ending.signal);
      const place = running.indexOf(ending);
      if (place >= 0) running.splice(place, 1);
    }
    return results.shift() ?? `${call.tool} was cancelled.`;
  };
  const end = (result: string | Outcome = '') => {
    results.push(result);
    running.shift()?.abort();
  };
  return Object.assign(tool, { end });
}

function specsOf(fakes: { readonly [name: string]: FakeTool | FakeToolWithSpec }): readonly ToolSpec[] {
  const builtin = builtinSpecs();
  const own = Object.entries(fakes).flatMap(([name, fake]) => {
    if (typeof fake !== 'function') return { name, ...fake.spec };
    if (builtin.some((spec) => spec.name === name)) return [];
    const names = builtin.map((spec) => spec.name).join(', ');
    throw new TestMistake(
      `${name} is no built-in tool (${names}). Say what it takes: fakeTools({ ${name}: { spec: { description, parameters }, run } })`,
    );
  });
  return [...builtin.filter(({ name }) => own.every((spec) => spec.name !== name)), ...own];
}

function notFaked(tool: string, params: Params, faked: readonly string[]): TestMistake {
  const others =
    faked.length === 0 ? 'No tool is faked' : `Only ${faked.join(', ')} ${faked.length === 1 ? 'is' : 'are'} faked`;
  return new TestMistake(
    `The model has called ${tool} ${JSON.stringify(params)}, and the test does not say what that does. ${others}: add ` +
      `fakeTools({ ${tool}: () => 'its output' }).`,
  );
}
