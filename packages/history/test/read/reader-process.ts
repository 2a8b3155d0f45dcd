/** Reads a history in a process of its own: see `read-alone.ts`. */
import { printReading } from './read-alone.ts';

await printReading(process.argv.slice(2));
