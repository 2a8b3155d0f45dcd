import { describe, expect, test } from 'vitest';
import { environmentLayer } from '../../src/config/environment-layer.ts';
import { SETTINGS, variableOf } from '../../src/config/settings-table.ts';

const HOME_VARIABLE = ['$', '{PLACE}'].join('');

describe('a value of a variable', () => {
  test.each<[string, string, object]>([
    ['TAGMA_MODE', 'plan', { mode: 'plan' }],
    ['TAGMA_MODEL', '7', { model: '7' }],
    ['TAGMA_IMAGES', 'on', { images: 'on' }],
    ['TAGMA_SANDBOX_OFF', 'on', { sandbox: { off: true } }],
    ['TAGMA_CONTEXT_GUIDES', '0', { context: { guides: false } }],
    ['TAGMA_CONTEXT_COMPACT_AT', '0.5', { context: { compactAt: 0.5 } }],
    ['TAGMA_LIMITS_TOKENS_TOTAL', '1000', { limits: { tokensTotal: 1000 } }],
    ['TAGMA_FALLBACKS', 'a:b, c', { fallbacks: ['a:b', 'c'] }],
    ['TAGMA_FALLBACKS', '["a,b"]', { fallbacks: ['a,b'] }],
    ['TAGMA_PERMISSIONS_DENY', 'Bash(echo a, b)', { permissions: { deny: ['Bash(echo a, b)'] } }],
    ['TAGMA_PERMISSIONS_DENY', '["Read", "Edit"]', { permissions: { deny: ['Read', 'Edit'] } }],
    ['TAGMA_PROVIDERS', '{"work": {"url": "http://x"}}', { providers: { work: { url: 'http://x' } } }],
    ['TAGMA_HISTORY_DIR', `${HOME_VARIABLE}/histories`, { history: { dir: '/p/histories' } }],
    ['TAGMA_MODE', '', {}],
  ])('%s=%s', (variable, text, values) => {
    expect(environmentLayer({ [variable]: text, PLACE: '/p' })).toMatchObject({ ok: true, values, warnings: [] });
    const layer = environmentLayer({ [variable]: text, PLACE: '/p' });
    expect(layer.ok && layer.values).toEqual(values);
  });
});

test.each<[string, string, string]>([
  [
    'TAGMA_MODE',
    'plna',
    'TAGMA_MODE: "mode": should be "plan", "default", "accept-edits", "auto-in-project", "trust". Did you mean "plan"?',
  ],
  ['TAGMA_RETRIES', 'many', 'TAGMA_RETRIES: "retries": should be a number.'],
  ['TAGMA_RETRIES', '-1', 'TAGMA_RETRIES: "retries": should be at least 0.'],
  ['TAGMA_SANDBOX_OFF', 'maybe', 'TAGMA_SANDBOX_OFF: "sandbox.off": should be true or false.'],
  ['TAGMA_HISTORY_DIR', HOME_VARIABLE, 'TAGMA_HISTORY_DIR: "history.dir": the variable PLACE is not set.'],
])('%s=%s is refused', (variable, text, message) => {
  expect(environmentLayer({ [variable]: text })).toEqual({ ok: false, exit: 2, message });
});

test('of a variable that is like one the nearest is named, of another nothing is said', () => {
  const layer = environmentLayer({ TAGMA_MDOE: 'plan', TAGMA_OF_SOMEBODY_ELSES: 'x', TAGMA_BOX_API_KEY: 'k' });
  expect(layer).toMatchObject({ warnings: ['there is no variable TAGMA_MDOE; did you mean TAGMA_MODE?'], values: {} });
});

test('of a key that only a file can hold it is said', () => {
  const layer = environmentLayer({ TAGMA_KEYS: '{}' });
  expect(layer).toMatchObject({ warnings: ['TAGMA_KEYS sets nothing: keys are read from a file.'], values: {} });
});

test('no two keys have one variable', () => {
  const variables = SETTINGS.map(({ path }) => variableOf(path));
  expect(new Set(variables).size).toBe(variables.length);
});
