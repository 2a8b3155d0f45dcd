/** How much is logged, and how much of it is kept: by the option, the environment and the configuration, in this order. */
import { nearestNames } from '@tagma/protocol';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';

/** From nothing to everything; each holds those before it. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_MEGABYTES_MAX = 1_000;
export const LOG_FILES_MAX = 100;

const LEVEL_DEFAULT: LogLevel = 'info';
const MEGABYTES_DEFAULT = 5;
const FILES_DEFAULT = 3;
const BYTES_A_MEGABYTE = 1_000_000;

export type LogSettings = {
  readonly level: LogLevel;
  /** From this size on the file is put aside, and another one begun. */
  readonly bytesMax: number;
  /** How many that were put aside are kept. */
  readonly filesMax: number;
};

type Configured = {
  readonly level?: LogLevel | undefined;
  readonly size?: number | undefined;
  readonly files?: number | undefined;
};

/** @param configured what stands under `log` in the configuration */
export function logSettings(
  isDebug: boolean,
  env: Environment,
  { level = LEVEL_DEFAULT, size = MEGABYTES_DEFAULT, files = FILES_DEFAULT }: Configured = {},
): { readonly ok: true; readonly log: LogSettings } | Problem {
  const { TAGMA_LOG_LEVEL: named } = env;
  if (named && !isLevel(named)) return problem(EXIT.usage, aboutUnknown(named));
  const chosen = isDebug ? 'debug' : named && isLevel(named) ? named : level;
  return { ok: true, log: { level: chosen, bytesMax: Math.round(size * BYTES_A_MEGABYTE), filesMax: files } };
}

function isLevel(name: string): name is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(name);
}

function aboutUnknown(name: string): string {
  const [near] = nearestNames(name, LOG_LEVELS, 1);
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  return `TAGMA_LOG_LEVEL: there is no level ${JSON.stringify(name)}.${guess} There are: ${LOG_LEVELS.join(', ')}.`;
}
