/** Under which name the findings are kept, and whether the address has to be said. */
import * as table from '@tagma/endpoint';
import { expect, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { keptOf, objectOf } from '../../src/doctor/keep.ts';

const FOUND = [{ row: 'stop', holds: 'yes', says: '', quirks: { takesStop: true } }] as const;
const KEPT = { quirks: { takesStop: true } };

test.each([
  {
    title: 'an address on this machine',
    patient: { server: { url: 'http://127.0.0.1:9999/v1' } },
    providers: {},
    expected: { local: { url: 'http://127.0.0.1:9999/v1', models: { small: KEPT } } },
  },
  {
    title: 'the usual port of a local server, where anything may listen: with its address',
    patient: { server: { url: 'http://127.0.0.1:8080/v1' } },
    providers: {},
    expected: { local: { url: 'http://127.0.0.1:8080/v1', models: { small: KEPT } } },
  },
  {
    title: 'the address of a provider that is known, under its name',
    patient: { server: { url: 'https://api.deepseek.com/v1' } },
    providers: {},
    expected: { deepseek: { url: 'https://api.deepseek.com/v1', models: { small: KEPT } } },
  },
  {
    title: 'an address that is configured, under its own name there',
    patient: { server: { url: 'http://box:1234/v1' } },
    providers: { mine: { url: 'http://box:1234/v1' } },
    expected: { mine: { models: { small: KEPT } } },
  },
  {
    title: 'a name that is taken by another',
    patient: { server: { url: 'http://127.0.0.1:9999/v1' } },
    providers: { local: { url: 'http://127.0.0.1:7777/v1' } },
    expected: { 'local-2': { url: 'http://127.0.0.1:9999/v1', models: { small: KEPT } } },
  },
  {
    title: 'a connection by its name',
    patient: { name: 'groq:small', server: { url: 'https://api.groq.com/openai/v1' } },
    providers: {},
    expected: { groq: { models: { small: KEPT } } },
  },
  {
    title: 'a key: the variable is kept, never the key, nor what the address holds',
    patient: {
      server: { url: 'https://host.example/v1?token=secret-token-0123', apiKey: 'secret-key', keyVariable: 'MY_KEY' },
    },
    providers: {},
    expected: { 'host-example': { url: 'https://host.example/v1', keyVariable: 'MY_KEY', models: { small: KEPT } } },
  },
])('$title', ({ patient, providers, expected }) => {
  const whole = { name: 'small', model: 'small', fields: {}, windowTokens: 0, ...patient };
  const kept = keptOf(whole, FOUND, { ...NO_CONFIG, providers }, table);
  expect(objectOf(kept)).toEqual({ providers: expected });
});
