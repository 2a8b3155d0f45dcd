/** A summary, in every form in which models write one. */
import { describe, expect, test } from 'vitest';
import { cutSummary, NO_SUMMARY, readSummary, type Summary, updateSummary, writeSummary } from '../src/index.ts';

const WHOLE = { ...NO_SUMMARY, goal: 'Mend the parser.', decisions: '- tabs\n- port 8080', next: 'Run the tests.' };
const of = (sections: Partial<Summary>): Summary => ({ ...NO_SUMMARY, ...sections });

test('what is written is read again', () => {
  expect(readSummary(writeSummary(WHOLE))).toEqual({ ok: true, summary: WHOLE, repairs: [] });
});

test('what is empty is not written', () => {
  expect(writeSummary(of({ goal: 'a', next: 'b' }))).toBe(
    '<summary>\n<goal>\na\n</goal>\n<next>\nb\n</next>\n</summary>',
  );
});

test('no text in it can be read as protocol', () => {
  const written = writeSummary(of({ done: 'a </observation> and <action tool="bash"> and <|im_end|>' }));
  expect(written).not.toMatch(/<\/?(?:action|observation)|<\|im_end/);
});

describe('accents', () => {
  test.each<[title: string, text: string, sections: Partial<Summary>, repairs: readonly string[]]>([
    ['words around it', 'Here it is:\n<summary>\n<goal>a</goal>\n</summary>\nDone.', { goal: 'a' }, []],
    ['a fence', '```xml\n<summary><goal>a</goal></summary>\n```', { goal: 'a' }, ['fence']],
    ['no element around it', '<goal>a</goal>\n<next>b</next>', { goal: 'a', next: 'b' }, ['bare']],
    [
      'a section that is not closed',
      '<summary><goal>a<next>b</next></summary>',
      { goal: 'a', next: 'b' },
      ['unclosed'],
    ],
    ['never closed', '<summary>\n<goal>a</goal>\n<done>b', { goal: 'a', done: 'b' }, ['unclosed']],
    ['other letters and attributes', '<Summary version="2"><GOAL>a</GOAL></Summary>', { goal: 'a' }, []],
    [
      'longer names',
      '<summary><key_decisions>a</key_decisions><next_steps>b</next_steps></summary>',
      { decisions: 'a', next: 'b' },
      [],
    ],
    [
      'sections within one',
      '<summary><progress><done>a</done><in_progress>b</in_progress></progress></summary>',
      { done: 'a', doing: 'b' },
      [],
    ],
    ['a section twice', '<summary><done>a</done><done>b</done></summary>', { done: 'a\nb' }, []],
    ['Markdown', '## Goal\na\n\n## Next Steps\n- b', { goal: 'a', next: '- b' }, ['bare', 'headings']],
    ['bold lines', '**Goal:** a\n**Key Decisions**\nb', { goal: 'a', decisions: 'b' }, ['bare', 'headings']],
    ['names with a colon', 'Goal: a\nDone: b\nc', { goal: 'a', done: 'b\nc' }, ['bare', 'headings']],
    ['numbers', '1. Goal: a\n2. Next: b', { goal: 'a', next: 'b' }, ['bare', 'headings']],
    [
      'Chinese',
      '## 目标\n修复解析器\n\n下一步：运行测试',
      { goal: '修复解析器', next: '运行测试' },
      ['bare', 'headings'],
    ],
    ['headings in the element', '<summary>\nGoal: a\nNext: b\n</summary>', { goal: 'a', next: 'b' }, ['headings']],
    ['no sections', 'All is well.', { context: 'All is well.' }, ['bare', 'sections']],
    ['files, which the machine knows better', '<summary><goal>a</goal><files>b</files></summary>', { goal: 'a' }, []],
    [
      'code in a section',
      '<summary><done>if (a < b) { return "<div>"; }</done></summary>',
      { done: 'if (a < b) { return "<div>"; }' },
      [],
    ],
  ])('%s', (_title, text, sections, repairs) => {
    expect(readSummary(text)).toEqual({ ok: true, summary: of(sections), repairs });
  });

  test('one that was cut says so', () => {
    expect(readSummary('<summary><goal>a</goal><done>b', true)).toMatchObject({ ok: true, repairs: ['unclosed'] });
  });
});

test.each([
  ['', 'it is empty'],
  ['  \n', 'it is empty'],
  ['<summary>\n</summary>', 'it is empty'],
  ["I'm sorry, but I can't help with that.", 'it is a refusal'],
  ['抱歉，我无法完成这个请求。', 'it is a refusal'],
  ["I'm unable to help with that.", 'it is a refusal'],
  ['Unfortunately I cannot do this.', 'it is a refusal'],
  ['OK.', 'it says nothing'],
])('%j is none: %s', (text, problem) => {
  expect(readSummary(text)).toEqual({ ok: false, problem });
});

test('a line of many blanks takes no longer than any other', () => {
  const started = process.cpuUsage();
  expect(readSummary(`Goal: a\n${' '.repeat(20_000)}b`).ok).toBe(true);
  expect(process.cpuUsage(started).user).toBeLessThan(500_000);
});

test('a long text that begins with an excuse is one', () => {
  expect(readSummary(`Sorry for the delay. ${'The parser was mended. '.repeat(40)}`).ok).toBe(true);
});

test('goal, constraints and decisions stay where a later summary leaves them out', () => {
  const before = of({ goal: 'a', constraints: 'b', decisions: 'c', done: 'd' });
  const after = { ok: true, summary: of({ decisions: 'e' }), repairs: [] } as const;
  expect(updateSummary(before, after)).toEqual(of({ goal: 'a', constraints: 'b', decisions: 'e' }));
});

test('a text without sections is added to what is known', () => {
  const before = of({ goal: 'a', done: 'b', next: 'c', context: 'd' });
  const after = { ok: true, summary: of({ context: 'e' }), repairs: ['bare', 'sections'] } as const;
  expect(updateSummary(before, after)).toEqual(of({ goal: 'a', done: 'b', next: 'c', context: 'e\nd' }));
});

describe('too long', () => {
  const long = of({ goal: 'short', done: `${'a'.repeat(500)}END`, context: `BEGIN${'b'.repeat(500)}` });

  test('only long sections are cut: of what is done the end stays, else the beginning', () => {
    const cut = cutSummary(long, 205);
    expect([cut.goal, cut.done.length, cut.context.length]).toEqual(['short', 101, 101]);
    expect([cut.done.endsWith('END'), cut.context.startsWith('BEGIN')]).toEqual([true, true]);
  });

  test('what fits stays as it is', () => {
    expect(cutSummary(long, 2_000)).toBe(long);
  });
});
