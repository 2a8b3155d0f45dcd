import { expect, test } from 'vitest';
import { ownSecrets } from '../src/own-secrets.ts';

const found = async (redact: Readonly<Record<string, string>>, text: string) => {
  const own = await ownSecrets({ redact, file: 'c.jsonc' });
  if (!own.ok) return own.message;
  return own.find?.(text).map(({ name, start, end }) => `${name} ${text.slice(start, end)}`) ?? [];
};

test.each([
  {
    title: 'the whole match',
    redact: { pin: 'PIN-\\d+' },
    text: 'PIN-4711 PIN-12',
    expected: ['pin PIN-4711', 'pin PIN-12'],
  },
  { title: 'the group', redact: { word: '(?i)password=(\\S+)' }, text: 'PassWord=x y', expected: ['word x'] },
  {
    title: 'the whole match without its group',
    redact: { word: 'a(b)?c' },
    text: 'ac abc',
    expected: ['word ac', 'word b'],
  },
  { title: 'several patterns', redact: { a: 'a+', b: 'b+' }, text: 'abba', expected: ['a a', 'a a', 'b bb'] },
  {
    title: 'code units beyond the usual ones',
    redact: { a: 'ü.' },
    text: '\u{1f600}ü\u{1f600}',
    expected: ['a ü\u{1f600}'],
  },
])('what a pattern finds: $title', async ({ redact, text, expected }) => {
  expect(await found(redact, text)).toEqual(expected);
});

test.each([
  { pattern: 'a*', message: /^c\.jsonc: "redact\.x": it matches the empty text too/ },
  { pattern: '(a', message: /^c\.jsonc: "redact\.x": .*missing closing \).* It is a regular expression of RE2/ },
  { pattern: '(?=a)b', message: /^c\.jsonc: "redact\.x": .*no lookarounds/ },
  { pattern: '(a)\\1', message: /^c\.jsonc: "redact\.x": .*no backreferences/ },
])('refused: $pattern', async ({ pattern, message }) => {
  expect(await found({ x: pattern }, '')).toMatch(message);
});

test('no pattern can be made slow', async () => {
  const { user } = process.cpuUsage();
  await found({ x: '(a+)+$', y: '(a|aa)+b', z: '.*.*.*=' }, 'a'.repeat(200_000));
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(3_000);
});
