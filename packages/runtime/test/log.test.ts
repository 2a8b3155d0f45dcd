/** The log: nothing secret gets into it, and nothing that it does reaches the session. */
import { expect, test } from 'vitest';
import type { Log } from '../src/deps.ts';
import { safeLog } from '../src/log.ts';
import { createRedactor } from '../src/redact.ts';

const KEY = 'sk-0123456789abcdef';
const redactor = createRedactor({ secrets: new Map([['API_KEY', KEY]]), chance: () => 0 });

test.each(['debug', 'info', 'warn', 'error'] as const)('%s: a secret in its fields is named, and not told', (how) => {
  const logged: unknown[] = [];
  const log: Log = {
    debug: (...all) => logged.push('debug', ...all),
    info: (...all) => logged.push('info', ...all),
    warn: (...all) => logged.push('warn', ...all),
    error: (...all) => logged.push('error', ...all),
  };
  safeLog(log, redactor)[how]?.({ error: `Error: ${KEY} was refused`, request: 3 }, 'a performer failed');
  expect(logged).toEqual([
    how,
    { error: 'Error: [redacted:API_KEY~aaaa] was refused', request: 3 },
    'a performer failed',
  ]);
});
