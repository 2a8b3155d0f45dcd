import { expect, test } from 'vitest';
import { saidWith } from '../src/piped.ts';

test.each<[string, string | undefined, string, ReturnType<typeof saidWith>]>([
  ['both', 'why?', 'log', { prompt: 'why?', input: 'log' }],
  ['a prompt alone', 'why?', '', { prompt: 'why?', input: '' }],
  ['what is piped in is the prompt', undefined, 'why?', { prompt: 'why?', input: '' }],
  ['beside a blank one', ' ', 'why?', { prompt: 'why?', input: '' }],
  ['neither', undefined, '', { prompt: undefined, input: '' }],
])('%s', (_, given, piped, said) => {
  expect(saidWith(given, piped)).toEqual(said);
});
