import { expect, test } from 'vitest';
import { logSettings } from '../../src/logs/settings.ts';

const log = (level: string, bytesMax = 5_000_000, filesMax = 3) => ({ ok: true, log: { level, bytesMax, filesMax } });

test.each([
  ['nothing said', false, {}, undefined, log('info')],
  ['by the configuration', false, {}, { level: 'error', size: 0.5, files: 0 } as const, log('error', 500_000, 0)],
  ['the environment before it', false, { TAGMA_LOG_LEVEL: 'warn' }, { level: 'error' } as const, log('warn')],
  ['an empty variable says nothing', false, { TAGMA_LOG_LEVEL: '' }, { level: 'error' } as const, log('error')],
  ['the option before all', true, { TAGMA_LOG_LEVEL: 'warn' }, { level: 'error' } as const, log('debug')],
])('%s', (_title, isDebug, env, configured, expected) => {
  expect(logSettings(isDebug, env, configured)).toEqual(expected);
});

test.each([
  ['bogus', 'there is no level "bogus". There are: silent, error, warn, info, debug, trace.'],
  ['inof', 'there is no level "inof". Did you mean info? There are: silent, error, warn, info, debug, trace.'],
])('a level that there is not: %s', (level, said) => {
  const message = `TAGMA_LOG_LEVEL: ${said}`;
  expect(logSettings(true, { TAGMA_LOG_LEVEL: level })).toEqual({ ok: false, exit: 2, message });
});
