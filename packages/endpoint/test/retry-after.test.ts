import { describe, expect, test } from 'vitest';
import { complaintOfBody } from '../src/complaint.ts';
import { resetMs, waitMs } from '../src/retry-after.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const said = (message: string, fields: object = {}) => JSON.stringify({ error: { message, ...fields } });

test.each([
  ['6m0s', 360_000],
  ['1m2.5s', 62_500],
  ['20ms', 20],
  ['1h', 3_600_000],
  ['2d3h', 183_600_000],
  ['7.66s', 7_660],
  ['11.38', 11_380],
  ['1767225630', 30_000],
  ['1767225630000', 30_000],
  ['2026-01-01T00:00:30Z', 30_000],
  ['2025-12-31T00:00:00Z', 0],
  ['soon', null],
  ['', null],
  ['5 apples', null],
])('the end of a limit: %s', (text, ms) => {
  expect(resetMs(text, NOW)).toBe(ms);
});

describe('how long a server asks to wait', () => {
  const rows: [title: string, status: number, body: string, headers: Record<string, string>, ms: number | null][] = [
    ['nothing', 429, said('Slow down'), {}, null],
    ['the header', 429, said('Try again in 9s'), { 'retry-after': '2', 'x-ratelimit-reset': '50' }, 2_000],
    ['the header in milliseconds first', 429, '', { 'retry-after': '2', 'retry-after-ms': '1500' }, 1_500],
    ['words: seconds', 429, said('Please try again in 1.2s. Visit …'), {}, 1_200],
    ['words: milliseconds', 429, said('Please try again in 620ms.'), {}, 620],
    ['words: minutes and seconds', 429, said('Please try again in 2m59.56s.'), {}, 179_560],
    ['words: written out', 429, said('Retry after 20 seconds.'), {}, 20_000],
    ['words: Google', 429, said('Please retry in 34.074824224s.'), {}, 34_075],
    ['words without a unit', 429, said('try again in 5'), {}, null],
    ['words that name a time of something else', 429, said('The limit is 5s'), {}, null],
    ['Google', 429, said('no', { details: [{ '@type': 'x' }, { retryDelay: '7s' }] }), {}, 7_000],
    ['Hugging Face', 503, '{"error":"loading","estimated_time":20.5}', {}, 20_500],
    ['OpenRouter', 429, said('no', { metadata: { headers: { 'X-RateLimit-Reset': String(NOW + 4_000) } } }), {}, 4_000],
    [
      'OpenAI: what is used up',
      429,
      '',
      {
        'x-ratelimit-remaining-requests': '99',
        'x-ratelimit-reset-requests': '8m',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '1m2.5s',
      },
      62_500,
    ],
    [
      'both used up: the slower one',
      429,
      '',
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '8m',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '2s',
      },
      480_000,
    ],
    [
      'something left of each: the sooner one',
      429,
      '',
      {
        'x-ratelimit-remaining-requests': '5',
        'x-ratelimit-reset-requests': '8m',
        'x-ratelimit-remaining-tokens': '80',
        'x-ratelimit-reset-tokens': '6s',
      },
      6_000,
    ],
    [
      'something left, and another failure',
      500,
      '',
      { 'x-ratelimit-remaining-tokens': '80', 'x-ratelimit-reset-tokens': '6s' },
      null,
    ],
    [
      'used up, whatever the status',
      500,
      '',
      { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6s' },
      6_000,
    ],
    [
      'Anthropic',
      429,
      '',
      {
        'anthropic-ratelimit-input-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': '2026-01-01T00:00:12Z',
        'anthropic-ratelimit-requests-remaining': '49',
        'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:59Z',
      },
      12_000,
    ],
    [
      'Cerebras',
      429,
      '',
      { 'x-ratelimit-remaining-tokens-minute': '0', 'x-ratelimit-reset-tokens-minute': '11.38' },
      11_380,
    ],
    ['Mistral', 429, '', { 'ratelimitbysize-remaining': '0', 'ratelimitbysize-reset': '23' }, 23_000],
    ['the standard of the future', 429, '', { 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 30_000],
    ['nonsense', 429, '', { 'x-ratelimit-reset': 'tomorrow' }, null],
  ];
  test.each(rows)('%s', (_, status, body, headers, ms) => {
    expect(waitMs(complaintOfBody(status, body, headers), NOW)).toBe(ms);
  });
});
