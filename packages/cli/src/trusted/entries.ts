/** What the configuration has run: hooks, tools, the shell of commands; who brings each, and which calls it is about. */
import type { Config } from '../config/config.ts';
import type { ConfiguredHook } from '../config/hooks-schema.ts';

export type Entry = {
  /** By which it is found again in this session. */
  readonly key: string;
  /** In words, for whoever is asked: `the hook guard`. */
  readonly by: string;
  /** What may name files of the project. */
  readonly words: readonly string[];
  /** Whether the project brings it. */
  readonly isForeign: boolean;
  /** Only calls of these tools are about it; null: all. */
  readonly tools: readonly string[] | null;
};

/** How long a name is that is made of a command. */
const NAME_MAX = 60;

export function hookName({ name, module, command = [] }: Pick<ConfiguredHook, 'name' | 'module' | 'command'>): string {
  return name ?? (module ?? command.join(' ')).slice(0, NAME_MAX);
}

export const SHELL_KEY = 'shell';

export function hookKey(index: number): string {
  return `hook ${index}`;
}

export function toolKey(name: string): string {
  return `tool ${name}`;
}

export function entriesOf({ hooks = [], customTools = {}, bash = {} }: Config): readonly Entry[] {
  const { shell = [], prefix = [] } = bash;
  const ofShell: Entry = {
    ...{ key: SHELL_KEY, by: 'the shell of commands', words: [shell, prefix].flat() },
    ...{ isForeign: bash.isForeign === true, tools: ['bash'] },
  };
  return [
    ...hooks.map((hook, index) => ({
      ...{
        key: hookKey(index),
        by: `the hook ${hookName(hook)}`,
        words: [hook.module ?? [], hook.command ?? []].flat(),
      },
      ...{ isForeign: hook.isForeign === true, tools: hook.tools ?? null },
    })),
    ...Object.entries(customTools).map(([name, { command, isForeign }]) => ({
      ...{ key: toolKey(name), by: `the tool ${name}`, words: command },
      ...{ isForeign: isForeign === true, tools: [name] },
    })),
    ...(ofShell.words.length > 0 ? [ofShell] : []),
  ];
}
