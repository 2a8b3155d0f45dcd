/** What a call would do, by a table instead of a look at the disk: enough for the verdict to be the one of real life. */
import { type Facts, NO_FACTS, type Params } from '@tagma/protocol';
import type { TakeFacts } from '@tagma/runtime';

/** What the model asks for. */
export type Call = { readonly tool: string; readonly params: Params };

/** What differs from the table, by tool or for each call; undefined leaves it as it is. */
export type FakeFacts =
  | { readonly [tool: string]: Partial<Facts> }
  | ((call: Call) => Partial<Facts> | undefined | Promise<Partial<Facts> | undefined>);

const inside = (params: Params, folder: string) => {
  const path = typeof params.path === 'string' ? params.path : '.';
  return [{ path: path.startsWith('/') ? path : `${folder}/${path}`, where: 'inside' as const }];
};
const reads = (params: Params, folder: string): Partial<Facts> => ({ reads: inside(params, folder) });
const writes = (params: Params, folder: string): Partial<Facts> => ({
  readOnly: false,
  writes: inside(params, folder),
});

/** By tool. All paths are taken to be inside the project; a command is its first word, and changes something. */
const FACTS: { readonly [tool: string]: (params: Params, folder: string) => Partial<Facts> } = {
  read: reads,
  ls: reads,
  glob: reads,
  grep: reads,
  write: writes,
  edit: (params, folder) => ({ ...reads(params, folder), ...writes(params, folder) }),
  bash: ({ command }) => ({ readOnly: false, runs: [String(command).trim().split(/\s+/)[0] ?? ''] }),
};

/** A tool that the table does not know would run a program of its name. */
export function fakeFacts(facts: FakeFacts = {}): TakeFacts {
  return async ({ tool, params }, { folder }) => {
    const usual = Object.hasOwn(FACTS, tool) ? FACTS[tool]?.(params, folder) : { readOnly: false, runs: [tool] };
    const own = typeof facts === 'function' ? await facts({ tool, params }) : facts[tool];
    return wholeFacts({ ...usual, ...own });
  };
}

export function wholeFacts(facts: Partial<Facts>): Facts {
  return { ...NO_FACTS, ...facts };
}
