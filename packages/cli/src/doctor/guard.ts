/** What the doctor's own session is held by, as a session of the person's would be. */
import { type FindSecrets, findSecrets } from '@tagma/protocol';
import type { Sandbox } from '@tagma/sandbox';
import { type Config, NO_CONFIG } from '../config/config.ts';

export type Guard = {
  readonly config: Config;
  /** Of all connections, by their names. */
  readonly secrets: ReadonlyMap<string, string>;
  /** What the person's own patterns find. */
  readonly findOwnSecrets: FindSecrets | null;
  /** Found as for a session; null: none is wanted. */
  readonly sandbox: Sandbox | null;
};

/** For checks without a session. */
export const NO_GUARD: Guard = { config: NO_CONFIG, secrets: new Map(), findOwnSecrets: null, sandbox: null };

/** For the person: without the secrets that are known, and those that are told by their look or by the person's patterns. */
export function shownBy(
  { secrets, findOwnSecrets }: Pick<Guard, 'secrets' | 'findOwnSecrets'>,
  hideSecrets: (text: string, secrets: readonly string[]) => string,
): (text: string) => string {
  const finders = [findSecrets, ...(findOwnSecrets === null ? [] : [findOwnSecrets])];
  return (text) => finders.reduce(without, hideSecrets(text, [...secrets.values()]));
}

function without(text: string, find: FindSecrets): string {
  return find(text).reduceRight((left, { start, end }) => `${left.slice(0, start)}[redacted]${left.slice(end)}`, text);
}
