/** At which points a session has hooks. Where it has none, the machine does what it did before there were any. */
import type { Context } from '../context.ts';
import type { HookPoint } from './types.ts';

export function isHooked({ session }: Context, point: HookPoint): boolean {
  return session.settings.hooks?.includes(point) === true;
}
