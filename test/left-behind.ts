/** Files that share a process leave it as they found it: what one of them left behind, others would find. */
import { afterAll, expect } from 'vitest';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGTSTP', 'SIGCONT'];

function left() {
  return {
    folder: process.cwd(),
    environment: { ...process.env },
    listeners: Object.fromEntries(SIGNALS.map((name) => [name, process.listenerCount(name)])),
    clock: [Date, setTimeout, setInterval, setImmediate, performance.now],
    streams: [process.stdout.write, process.stderr.write],
    exitCode: process.exitCode,
  };
}

const found = left();
afterAll(() => expect(left(), 'what the file leaves behind').toEqual(found));
