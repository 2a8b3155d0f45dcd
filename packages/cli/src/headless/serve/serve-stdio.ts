/** `tagma serve --stdio`: requests on standard input, answers and events on standard output, until `shutdown` or the end of the input. */
import { rmSync } from 'node:fs';
import type { Endings } from '../../endings.ts';
import { EXIT } from '../../exit.ts';
import type { Prepared } from '../../prepare.ts';
import { jsonLine } from '../json-line.ts';
import { type Out, outTo } from '../out.ts';
import { drive } from '../steering/driven.ts';
import { linesOf } from '../steering/lines.ts';
import { errorWith, RPC } from './rpc.ts';
import { type Served, serve } from './served.ts';

/** @param notices what was said before the session began */
export async function serveStdio(prepared: Prepared, endings: Endings, notices: readonly string[]): Promise<number> {
  const out = outTo(process.stdout);
  const send = (message: object) => out.write(jsonLine(message));
  let breakOff = (_: 'broken') => {};
  const broken = new Promise<'broken'>((resolve) => {
    breakOff = resolve;
  });
  const served = serve(send, (tell, deltas) => {
    const driven = drive(prepared, { out, tell, deltas, endCode: endings.exitCode });
    for (const message of notices) tell({ type: 'notice', message });
    void driven.broken.then(() => breakOff('broken'));
    return driven;
  });
  let stopListening = () => {};
  const asked = new Promise<'signal'>((resolve) => {
    stopListening = endings.onEnd(() => resolve('signal'));
  });
  const reason = await Promise.race([takeAll(served, send, out), asked, broken]);
  stopListening();
  process.stdin.destroy();
  const driven = served.driven();
  if (driven) await driven.end(reason === 'signal' ? 'signal' : 'quit');
  else await leaveNothing(prepared);
  served.end();
  return reason === 'broken' ? EXIT.failed : EXIT.done;
}

/** Who closes the input has gone: nobody is left to work for. */
async function takeAll(served: Served, send: (message: object) => void, out: Out): Promise<'quit'> {
  try {
    for await (const line of linesOf(process.stdin)) {
      if (!line.ok) send(errorWith(null, { code: RPC.parseError, message: `Parse error: ${line.message}` }));
      else if (await served.take(line.text)) break;
      // Who sends and does not read is not listened to: what it is answered would pile up.
      await out.room();
    }
  } catch (error) {
    if (!process.stdin.destroyed) throw error;
  }
  return 'quit';
}

/** No session has begun: its history holds nothing. */
async function leaveNothing({ from, file, close }: Prepared): Promise<void> {
  await close();
  if (from === null) rmSync(file, { force: true });
}
