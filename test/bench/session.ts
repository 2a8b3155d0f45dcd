/**
 * How much memory a session of a thousand turns takes: the built command in a process of its own. `resident` is the peak of
 * the whole process; `heap` is what is still held at the end of the turn, after a collection.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayFigure } from '../figures.ts';
import { ENDPOINT_ROLE, serveInstantly, startInstantEndpoint } from '../instant-endpoint.ts';
import { runLongSession, TURNS } from '../long-session.ts';

const MEGABYTE = 1024 * 1024;
const RESIDENT_MB_MAX = 150;

/** Loaded before the command: at its end it writes down what was used. */
const PROBE = `
const { writeFileSync } = require('node:fs');
process.on('exit', () => {
  const resident = process.resourceUsage().maxRSS * 1024;
  globalThis.gc();
  writeFileSync(process.env.HOME + '/used.json', JSON.stringify({ resident, heap: process.memoryUsage().heapUsed }));
});
`;

if (process.argv[2] === ENDPOINT_ROLE) serveInstantly();
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
  const endpoint = await startInstantEndpoint();
  try {
    const probe = join(folder, 'probe.cjs');
    writeFileSync(probe, PROBE);
    endpoint.start({ clients: ['tagma'], turns: TURNS, block: TURNS });
    const options = ['--expose-gc', '--require', probe];
    await Promise.all([runLongSession(endpoint.url('tagma'), folder, options), endpoint.measured()]);
    const { resident, heap } = JSON.parse(readFileSync(join(folder, 'used.json'), 'utf8'));
    console.log(`heap at the end: ${(heap / MEGABYTE).toFixed(0)} MB`);
    sayFigure('resident MB, peak', resident / MEGABYTE, { max: RESIDENT_MB_MAX });
  } finally {
    endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
