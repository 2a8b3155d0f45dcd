/**
 * The tools of a session by name. Whatever is asked, and whatever a tool does, an outcome comes back.
 */
import type { Outcome, Params, ToolSpec } from '@tagma/protocol';
import { BUILTIN_TOOLS } from './builtin.ts';
import { fitted } from './fitted-outcome.ts';
import { ls } from './ls.ts';
import { createMemory, type ToolMemory } from './memory.ts';
import type { Operations } from './operations.ts';
import { aborted, failed } from './outcome.ts';
import { readParams } from './params.ts';
import { runForPerson } from './person-shell.ts';
import { read } from './read.ts';
import type { ShellSettings } from './shell.ts';
import { specOf } from './spec.ts';
import { messageOf } from './thrown.ts';
import type { Tool, ToolContext } from './tool.ts';
import { takeBack } from './undo.ts';

/** The tools of a session, by name. */
export type Registry = {
  readonly specs: readonly ToolSpec[];
  /** Checks the parameters and runs the tool of that name. Never throws, never rejects. */
  run(name: string, params: Params, context: Omit<ToolContext, 'memory'>): Promise<Outcome>;
  /** The folder that the next `bash` runs in, where `cd` has led out of the project folder; null for the project folder. */
  shellFolder(): string | null;
  /** The unified diff of what a call would make of a file; null where there is none to be shown. Never rejects. */
  preview(name: string, params: Params, place: Pick<ToolContext, 'folder' | 'asWritten'>): Promise<string | null>;
  /** Takes back what write, edit and commands that could not be analysed have changed, for the person, whether the model has the tool for it or not. Never rejects. */
  undo(steps: number | 'turn', context: Omit<ToolContext, 'memory'>): Promise<Outcome>;
  /** Shows a file as `read` does, or a folder as `ls` does, whether the model has those tools or not. Never rejects. */
  look(what: Looked, context: Omit<ToolContext, 'memory'>): Promise<Outcome>;
  /** Runs a command of the person's own, in the shell of the session and outside of any sandbox. Never rejects. */
  shell(command: string, context: Omit<ToolContext, 'memory'>): Promise<Outcome>;
  /** The paths of what an undo would take back, the newest change first. */
  changed(steps: number | 'turn', outputFolder: string): Promise<readonly string[]>;
  /** The session has ended: what still runs for it is ended as well. */
  end(): Promise<void>;
};

/** A file or a folder by its absolute path, and how much of it: lines from `offset` on, names in a folder. */
export type Looked = {
  readonly kind: 'file' | 'folder';
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
};

/**
 * A registry is a session: what its tools remember is theirs alone. `operations`: what is done in another way than on this
 * machine, as this user. `shell`: that of the person's own commands. Throws where two tools have the same name.
 */
export function createRegistry(
  tools: readonly Tool[] = BUILTIN_TOOLS,
  memory: ToolMemory = createMemory(),
  operations: Partial<Operations> = {},
  shell: ShellSettings = {},
): Registry {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new TypeError('Two tools have the same name');
  const specs = tools.map(specOf);

  return {
    specs,
    async run(name, params, context) {
      const tool = byName.get(name);
      if (tool)
        return runTool(tool, params, { ...context, memory, operations: { ...operations, ...context.operations } });
      return failed(`There is no tool ${name}. The tools are: ${[...byName.keys()].join(', ')}.`);
    },
    async preview(name, params, place) {
      const tool = byName.get(name);
      const read = tool?.preview && readParams(tool, params);
      if (!tool?.preview || !read?.ok) return null;
      const { signal } = new AbortController();
      const context = { ...place, turn: 0, signal, outputFolder: '', memory, operations };
      return tool.preview(read.input, context).catch(() => null);
    },
    look({ kind, ...params }, context) {
      const tool = kind === 'folder' ? ls : (byName.get('read') ?? read);
      return runTool(tool, params, { ...context, memory, operations: { ...operations, ...context.operations } });
    },
    undo: (steps, context) => takeBack(steps, { ...context, memory }),
    shell: (command, context) =>
      runForPerson(command, shell, { ...context, memory, operations: { ...operations, ...context.operations } }),
    shellFolder: memory.shell.folder,
    changed: (steps, outputFolder) => memory.checkpoints(outputFolder).changed(steps),
    end: memory.end,
  };
}

/** Checks the parameters and runs one tool. Never throws, never rejects: a tool that throws gives an `error` outcome. */
export async function runTool<I>(tool: Tool<I>, params: Params, context: ToolContext): Promise<Outcome> {
  const read = readParams(tool, params);
  if (!read.ok) return failed(read.problem);
  if (context.signal.aborted) return aborted(`${tool.name} was aborted before it began. Nothing was done.`);
  try {
    return fitted(await tool.run(read.input, context), tool.name, context);
  } catch (error) {
    if (context.signal.aborted) return aborted(`${tool.name} was aborted.`);
    const message = messageOf(error);
    return failed(`${tool.name} failed in a way it was not made for: ${message}`, { unexpected: true });
  }
}
