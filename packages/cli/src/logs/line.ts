/** One line of the log: what is in it, whether it is asked for, and how a person reads it. */
import { LOG_LEVELS, type LogLevel } from './settings.ts';

export type LogEntry = {
  /** As it stands in the file. */
  readonly text: string;
  readonly level: LogLevel;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly session: string;
  readonly message: string;
  /** What else is said, in its order. */
  readonly fields: Readonly<Record<string, unknown>>;
};

export type Wanted = {
  /** A piece of its name. */
  readonly session?: string | undefined;
  /** This one, and what is worse. */
  readonly level?: LogLevel | undefined;
};

/** Numbers of pino. */
const LEVEL_NUMBERS: Readonly<Record<number, LogLevel>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'error',
};
const LEVEL_COLUMNS = 5;

/** Null for what is none of ours: a piece of a line, or something that another program has written. */
export function entryOf(text: string): LogEntry | null {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof values !== 'object' || values === null) return null;
  const { level, time, session, msg, ...fields } = values as Record<string, unknown>;
  const name = LEVEL_NUMBERS[Number(level)];
  if (name === undefined || typeof time !== 'number') return null;
  return { text, level: name, time, session: String(session ?? ''), message: String(msg ?? ''), fields };
}

export function isWanted({ session, level }: LogEntry, wanted: Wanted): boolean {
  if (wanted.session !== undefined && !session.includes(wanted.session)) return false;
  return wanted.level === undefined || weight(level) <= weight(wanted.level);
}

/** When, how bad, whose, what; a stack below it. */
export function shownEntry({ time, level, session, message, fields }: LogEntry): string {
  const values = Object.entries(fields);
  const isBlock = (value: unknown): value is string => typeof value === 'string' && value.includes('\n');
  const short = values.filter(([, value]) => !isBlock(value)).map(([key, value]) => `${key}=${shownValue(value)}`);
  const head = [timeOf(time), level.padEnd(LEVEL_COLUMNS), session, message, ...short].filter(Boolean).join(' ');
  const blocks = values.flatMap(([key, value]) => (isBlock(value) ? [`${key}:`, ...value.split('\n')] : []));
  return [head, ...blocks.map((line) => `    ${line}`)].join('\n');
}

function shownValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function timeOf(time: number): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? String(time) : at.toISOString();
}

function weight(level: LogLevel): number {
  return LOG_LEVELS.indexOf(level);
}
