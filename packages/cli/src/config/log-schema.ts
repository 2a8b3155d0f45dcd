/** What the configuration says of the log file: `"log": {"level": "debug", "size": 5, "files": 3}`. */
import * as z from 'zod/mini';
import { LOG_FILES_MAX, LOG_LEVELS, LOG_MEGABYTES_MAX } from '../logs/settings.ts';

export const logSchema = z.strictObject({
  level: z.optional(z.enum(LOG_LEVELS)),
  /** In megabytes; a file that is larger is put aside. */
  size: z.optional(z.number().check(z.minimum(0.01), z.maximum(LOG_MEGABYTES_MAX))),
  /** How many that were put aside are kept. */
  files: z.optional(z.int().check(z.nonnegative(), z.maximum(LOG_FILES_MAX))),
});
