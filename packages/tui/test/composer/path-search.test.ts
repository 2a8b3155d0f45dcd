import { describe, expect, test } from 'vitest';
import { foundAt, search, searchable } from '../../src/composer/path-search.ts';

function found(texts: readonly string[], query: string, max = 10): string[] {
  return search(searchable(texts), query, max).map(({ index }) => texts[index] ?? '');
}

describe('a search in paths', () => {
  const rows: readonly (readonly [title: string, texts: string[], query: string, expected: string[]])[] = [
    ['signs in order, with others between', ['abc', 'cab', 'axbxc'], 'abc', ['abc', 'axbxc']],
    ['case does not count', ['README.md', 'src/Ärger.ts'], 'äRG', ['src/Ärger.ts']],
    [
      'the last part of a path before its folders',
      ['view/model.ts', 'model/view.ts'],
      'view',
      ['model/view.ts', 'view/model.ts'],
    ],
    ['signs together before signs apart', ['axbxc.ts', 'xabcx.ts'], 'abc', ['xabcx.ts', 'axbxc.ts']],
    ['the starts of words', ['userscontrol.ts', 'UserController.ts'], 'uc', ['UserController.ts', 'userscontrol.ts']],
    ['folders and name with a slash', ['tui/src/view.ts', 'core/src/view.ts'], 't/vi', ['tui/src/view.ts']],
    ['each of several words', ['tui/view.ts', 'tui/press.ts', 'core/view.ts'], 'view tui', ['tui/view.ts']],
    ['of equals the shorter', ['src/ab.tsx', 'src/ab.ts'], 'ab', ['src/ab.ts', 'src/ab.tsx']],
    ['signs of two code units', ['🐀.md', '🐁.md'], '🐁', ['🐁.md']],
    ['all of them without a query, as they come', ['b', 'a'], ' ', ['b', 'a']],
    ['nothing', ['abc'], 'abcd', []],
  ];
  test.each(rows)('finds %s', (_, texts, query, expected) => {
    expect(found(texts, query)).toEqual(expected);
  });

  test('keeps the best of many', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `folder/x${index}yz`);
    expect(found([...many, 'folder/xyz'], 'xyz', 2)).toEqual(['folder/xyz', 'folder/x0yz']);
    expect(found(many, '', 2)).toEqual(['folder/x0yz', 'folder/x1yz']);
  });

  const places: readonly (readonly [text: string, query: string, expected: number[]])[] = [
    ['src/view.ts', 'vie', [4, 5, 6]],
    ['src/view.ts', 's/v', [0, 3, 4]],
    ['src/view.ts', 'view src', [0, 1, 2, 4, 5, 6, 7]],
    ['src/view.ts', 'x', []],
  ];
  test.each(places)('in %s, %s stands at %j', (text, query, expected) => {
    expect(foundAt(text, query)).toEqual(expected);
  });
});
