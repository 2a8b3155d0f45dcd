/** A writer in a process of its own: see `writer.ts`. */
import { playWriter } from './writer.ts';

playWriter(process.argv.slice(2));
