/** What a check found out: a row of the table, and what it means for how the server is spoken to. */
import type { Quirks } from '@tagma/endpoint';

/** The rows in the order in which they are found out; each says one thing of the server. */
export const ROWS = [
  'server',
  'models',
  'window',
  'key',
  'reply',
  'usage',
  'stream',
  'speed',
  'reasoning',
  'max_tokens',
  'stop',
  'system',
  'images',
  'grammar',
  'protocol',
] as const;
/** The last ones are of the person's own settings and machine. */
export type Row = (typeof ROWS)[number] | 'search' | 'sandbox';

export type Finding = {
  readonly row: Row;
  /**
   * `yes`: it holds. `no`: the server does not have it, and Tagma does without. `unknown`: what came does not tell.
   * `failed`: no session can work like this. `untried`: what it stands on has failed.
   */
  readonly holds: 'yes' | 'no' | 'unknown' | 'failed' | 'untried';
  /** What was seen, in a few words. */
  readonly says: string;
  /** What is switched off, or done in another way, because of it. */
  readonly off?: string;
  /** What to keep of it, for every request to this model. */
  readonly quirks?: Quirks;
};
