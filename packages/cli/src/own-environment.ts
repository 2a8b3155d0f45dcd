/**
 * What this process was started with stands in its memory as long as it lives, and the kernel shows it to all programs of the
 * same person (`/proc/PID/environ`, `ps e`), whatever was taken out of the environment since. So it is overwritten there.
 */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** Of the fields behind the program's name in `/proc/PID/stat`, which begin with the third (proc(5): 50 and 51). */
const [ENV_START, ENV_END] = [50 - 3, 51 - 3];
const BYTES_MAX = 16 * 1024 * 1024;

/** On Linux alone. Never throws: where the memory cannot be written, it stays as it is. */
export function overwriteAtStart(names: ReadonlySet<string>): void {
  if (process.platform !== 'linux' || names.size === 0) return;
  let memory: number | null = null;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [start, end] = [Number(fields[ENV_START]), Number(fields[ENV_END])];
    if (!(start > 0 && end > start && end - start <= BYTES_MAX)) return;
    memory = openSync('/proc/self/mem', 'r+');
    const block = Buffer.alloc(end - start);
    const length = readSync(memory, block, 0, block.length, start);
    for (let at = 0; at < length; ) {
      const next = block.indexOf(0, at);
      const entryEnd = next < 0 ? length : next;
      const equals = block.indexOf('=', at);
      if (equals > at && equals < entryEnd && names.has(block.toString('utf8', at, equals))) {
        writeSync(memory, Buffer.alloc(entryEnd - equals - 1), 0, entryEnd - equals - 1, start + equals + 1);
      }
      at = entryEnd + 1;
    }
  } catch {
    // Somebody else's rules for memory: the sandbox keeps it from commands all the same.
  } finally {
    if (memory !== null) closeSync(memory);
  }
}
