import { expect, test } from 'vitest';
import { jsonLine } from '../../src/headless/json-line.ts';

test.each([
  ['nothing to escape', 'a "b" €😀', '{"text":"a \\"b\\" €😀"}\n'],
  ['lines', 'a\nb\r\u2028c\u2029', '{"text":"a\\nb\\r\\u2028c\\u2029"}\n'],
  ['what a terminal obeys', '\u001b[2J\u009b2J\u007f', '{"text":"\\u001b[2J\\u009b2J\\u007f"}\n'],
  ['half of a character', 'a\ud83db\ude00\ude00', '{"text":"a\ufffdb\ufffd\ufffd"}\n'],
  ['a text that looks like one', '\\ud83d \\\\ud83d', '{"text":"\\\\ud83d \\\\\\\\ud83d"}\n'],
])('%s', (_, text, line) => {
  expect(jsonLine({ text })).toBe(line);
});
