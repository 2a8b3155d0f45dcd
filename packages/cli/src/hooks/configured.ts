/** The hooks of the configuration, as the session asks them. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HookPoint } from '@tagma/core';
import type { Hook } from '@tagma/runtime';
import { commandHook, moduleHook } from '@tagma/runtime';
import type { Config } from '../config/config.ts';
import type { ConfiguredHook } from '../config/hooks-schema.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';

/** How long a name is that is made of a command. */
const NAME_MAX = 60;

/** @param folder of the project: programs run there */
export function hooksOf(
  { hooks: configured = [], file: named }: Pick<Config, 'hooks' | 'file'>,
  folder: string,
): { readonly ok: true; readonly hooks: readonly Hook[] } | Problem {
  const file = named ?? '';
  const hooks: Hook[] = [];
  for (const one of configured) {
    const path = one.module === undefined ? null : moduleFile(one.module, file);
    if (path !== null && !existsSync(path)) {
      const cure = 'Write the module, or take the hook out.';
      return problem(EXIT.usage, `${file}: hooks: there is no file ${path}.\n${cure}`);
    }
    hooks.push(hookOf(one, path, folder));
  }
  return { ok: true, hooks };
}

function hookOf({ on, command, tools, timeout, ...rest }: ConfiguredHook, path: string | null, folder: string): Hook {
  const name = rest.name ?? (rest.module ?? (command ?? []).join(' ')).slice(0, NAME_MAX);
  const shared = {
    name,
    on: [on].flat() as readonly HookPoint[],
    ...(tools && { tools }),
    ...(timeout && { timeoutMs: timeout * 1_000 }),
  };
  if (path !== null) return moduleHook({ ...shared, url: pathToFileURL(path).href });
  return commandHook({ ...shared, command: command as [string, ...string[]], folder });
}

/** The file of a module, absolute. */
function moduleFile(module: string, file: string): string {
  const path = module.startsWith('~/') ? `${homedir()}${module.slice(1)}` : module;
  return resolve(dirname(file), path);
}
