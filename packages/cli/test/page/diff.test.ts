/** A unified diff as marked lines. */
import { expect, test } from 'vitest';
import { diffOf } from '../../src/page/diff.ts';

const inside = (diff: string) => diffOf(diff, 7).markup.replace(/^<div class="diff"><pre>(.*)<\/pre><\/div>$/s, '$1');

test.each([
  [
    'one line for another',
    '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n',
    '<span class="file">--- a/x\n+++ b/x</span><span class="hunk">@@ -1,2 +1,2 @@</span><span class="same"> same</span><del>-old</del><ins>+new</ins>',
  ],
  [
    'lines that look like names of files',
    '--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- a\n-b\n+++ c\n',
    '<span class="file">--- a/x\n+++ b/x</span><span class="hunk">@@ -1,2 +1 @@</span><del>--- a\n-b</del><ins>+++ c</ins>',
  ],
  [
    'a file after another, without a newline at its end',
    '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n--- a/y\n+++ b/y\n@@ -0,0 +1 @@\n+<b>\n',
    '<span class="file">--- a/x\n+++ b/x</span><span class="hunk">@@ -1 +1 @@</span><del>-a</del><span class="same">\\ No newline at end of file</span><ins>+b</ins>' +
      '<span class="file">--- a/y\n+++ b/y</span><span class="hunk">@@ -0,0 +1 @@</span><ins>+&lt;b&gt;</ins>',
  ],
  ['what is no diff', 'a\n-b\n', '<span class="same">a\n-b</span>'],
])('%s', (_title, diff, markup) => {
  expect(inside(diff)).toBe(markup);
});

test('a long one is folded, and keeps its marks', () => {
  const { markup } = diffOf(`--- a/x\n+++ b/x\n@@ -0,0 +1,80 @@\n${'+new\n'.repeat(80)}`, 7);
  expect(markup).toContain('<summary>43 more lines</summary>');
  expect(markup.match(/<ins>/g)?.length).toBe(2);
});
