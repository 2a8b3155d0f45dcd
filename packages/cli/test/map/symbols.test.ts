import { expect, test } from 'vitest';
import { importsIn, isSource, symbolsIn } from '../../src/map/symbols.ts';

test.each<[string, string, readonly string[], readonly string[]]>([
  [
    'a.ts',
    "import type { A } from './a.ts';\nimport 'x';\nexport const b = 1;\nexport default async function run() {}\nexport type T = 1;\nfunction own() {}\nawait import('./lazy.ts');",
    ['b', 'run', 'T'],
    ['./a.ts', './lazy.ts', 'x'],
  ],
  [
    'a.py',
    'from app.models import User\nimport os\nclass Shop:\n    def sell(self): ...\nasync def main(): ...\ndef _own(): ...',
    ['Shop', 'main'],
    ['app.models', 'os'],
  ],
  [
    'a.go',
    'import (\n\t"fmt"\n\tx "a/b"\n)\nfunc (s *Server) Serve() {}\nfunc own() {}\ntype Server struct {}',
    ['Serve', 'Server'],
    ['fmt', 'a/b'],
  ],
  [
    'a.rs',
    'mod shop;\nuse crate::text::Line;\npub fn sell() {}\n    pub(crate) async fn buy() {}\npub struct Shop;\nfn own() {}',
    ['sell', 'buy', 'Shop'],
    ['shop', 'crate::text::Line'],
  ],
  [
    'A.java',
    'import java.util.List;\npublic final class Shop {\n  interface Buyer {}\n}',
    ['Shop', 'Buyer'],
    ['java.util.List'],
  ],
  [
    'a.c',
    '#include "shop.h"\n#include <stdio.h>\nstruct shop { int a; };\nint sell(struct shop *s)\n{\n  return run(s);\n}',
    ['shop', 'sell'],
    ['shop.h'],
  ],
  ['a.rb', "require_relative 'shop'\nclass Shop\n  def sell; end\nend\ndef main; end", ['Shop', 'main'], ['shop']],
  ['a.php', '<?php\nuse App\\Shop;\nfinal class Sale {}\nfunction run() {}', ['Sale', 'run'], ['App\\Shop']],
  ['a.sh', 'source ./lib.sh\nbuild() {\n}\n', ['build'], ['./lib.sh']],
  ['a.xyz', 'export const a = 1;', [], []],
])('%s', (path, text, symbols, imports) => {
  expect([symbolsIn(path, text), [...importsIn(path, text)].sort()]).toEqual([symbols, [...imports].sort()]);
});

test('what a source is', () => {
  expect(['a.ts', 'b/c.PY', 'README.md', 'Makefile', '.ts'].map(isSource)).toEqual([true, true, false, false, true]);
});

test.each([
  'export const a '.repeat(2_000),
  'int a'.repeat(5_000),
  `${'('.repeat(24_000)}`,
  'public static '.repeat(2_000),
])('hostile text takes no time', (text) => {
  const before = performance.now();
  for (const path of ['a.ts', 'a.py', 'a.go', 'a.rs', 'a.java', 'a.c', 'a.rb', 'a.php', 'a.sh', 'a.lua', 'a.ex']) {
    symbolsIn(path, text);
    importsIn(path, text);
  }
  expect(performance.now() - before).toBeLessThan(1_000);
});
