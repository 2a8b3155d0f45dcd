/** What compares the configuration's programs with what the person trusts; its code is loaded where there are any. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import type { Admit } from './admit.ts';
import type { Guard } from './guard.ts';

export type Trusted = {
  readonly guard: Guard;
  /** @param outputFolder of the session, where there is a sandbox that can show copies; else null */
  readonly admitIn: (outputFolder: string | null) => Admit;
};

/** @param folder of the project, absolute */
export async function trustedPrograms(folder: string, config: Config, env: Environment): Promise<Trusted> {
  const [{ createGuard }, { admitBy }] = await Promise.all([import('./guard.ts'), import('./admit.ts')]);
  const guard = createGuard(folder, config, env);
  return {
    guard,
    admitIn: (outputFolder) => admitBy(guard, outputFolder === null ? null : join(outputFolder, '.tagma', 'programs')),
  };
}
