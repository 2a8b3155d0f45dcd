/** The hooks of the configuration, as the session asks them. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HookPoint } from '@tagma/core';
import type { BroughtHook, Hook } from '@tagma/runtime';
import { commandHook, moduleHook, processHook } from '@tagma/runtime';
import { spawnHere } from '@tagma/tools';
import type { Brought, Config } from '../config/config.ts';
import type { ConfiguredHook } from '../config/hooks-schema.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import type { CommandSandbox } from '../sandbox.ts';
import { ADMIT_NONE, type Admit } from '../trusted/admit.ts';
import { hookKey, hookName } from '../trusted/entries.ts';
import { type Guard, NO_GUARD } from '../trusted/guard.ts';

/** What is around the hooks that a project brings. */
export type AroundHooks = {
  /** Who compares them with what the person trusts. */
  readonly guard: Guard;
  readonly admit: Admit;
  readonly sandbox: Pick<CommandSandbox, 'isOn' | 'operations'>;
};

const NOTHING_AROUND: AroundHooks = { guard: NO_GUARD, admit: ADMIT_NONE, sandbox: { isOn: false, operations: {} } };

/** @param folder of the project: programs run there */
export function hooksOf(
  { hooks: configured = [], file: named }: Pick<Config, 'hooks' | 'file'>,
  folder: string,
  around: AroundHooks = NOTHING_AROUND,
): { readonly ok: true; readonly hooks: readonly Hook[] } | Problem {
  const file = named ?? '';
  const hooks: Hook[] = [];
  for (const [index, one] of configured.entries()) {
    const path = one.module === undefined ? null : moduleFile(one.module, file);
    // A pipe would be waited for when it is loaded.
    if (path !== null && !statSync(path, { throwIfNoEntry: false })?.isFile()) {
      const cure = 'Write the module, or take the hook out.';
      return problem(EXIT.usage, `${file}: hooks: there is no file ${path}.\n${cure}`);
    }
    hooks.push(hookOf(one, path, folder, broughtBy(one, hookKey(index), around)));
  }
  return { ok: true, hooks };
}

function hookOf(hook: ConfiguredHook, path: string | null, folder: string, brought: BroughtHook | null): Hook {
  const { on, command, tools, timeout } = hook;
  const shared = {
    name: hookName(hook),
    on: [on].flat() as readonly HookPoint[],
    ...(tools && { tools }),
    ...(timeout && { timeoutMs: timeout * 1_000 }),
  };
  if (path === null)
    return commandHook({ ...shared, command: command as [string, ...string[]], folder, ...(brought && { brought }) });
  const url = pathToFileURL(path).href;
  return brought ? processHook({ ...shared, url, folder, brought }) : moduleHook({ ...shared, url });
}

/** Null for the person's own. */
function broughtBy(
  { isForeign, network = false }: Brought<ConfiguredHook>,
  key: string,
  { guard, admit, sandbox: { isOn, operations } }: AroundHooks,
): BroughtHook | null {
  if (!isForeign) return null;
  return {
    bounds: isOn ? { writes: 'project', network, beyond: [] } : null,
    spawn: operations.spawn ?? spawnHere,
    ...(operations.stopped && { stopped: operations.stopped }),
    admit(point, { tool }) {
      // It is asked once the call has been allowed, with all that the person was asked about.
      if (point === 'before_tool_call') guard.allow(String(tool));
      return admit(key);
    },
  };
}

/** The file of a module, absolute. */
function moduleFile(module: string, file: string): string {
  const path = module.startsWith('~/') ? `${homedir()}${module.slice(1)}` : module;
  return resolve(dirname(file), path);
}
