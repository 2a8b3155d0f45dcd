/** A session to be killed. */
import { openSync, writeSync } from 'node:fs';
import { createHistory } from '../../packages/history/src/write/writer.ts';
import { runSession } from '../../packages/runtime/src/run-session.ts';
import { doors, STARTED } from './doors.ts';

/** Runs it to its end. What the history has acknowledged is written to the log, right after. */
export async function runToBeKilled(file: string, logFile: string): Promise<void> {
  const log = openSync(logFile, 'a');
  writeSync(1, 'ready\n');
  const created = createHistory(file, { session: STARTED.session });
  if (!created.ok) throw new Error(created.error.message);
  const { history } = created;
  const answer = await runSession(
    'Do all steps.',
    STARTED,
    doors(
      {
        append(records, options) {
          const appended = history.append(records, options);
          if (!appended.ok) return { ok: false, message: appended.error.message };
          writeSync(log, `acknowledged ${appended.last}\n`);
          return { ok: true };
        },
      },
      log,
    ),
  );
  history.close();
  if (!answer.ok) throw new Error(answer.message);
}
