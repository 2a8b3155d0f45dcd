import { expect, test } from 'vitest';
import { type Change, changesBetween } from '../../src/step/changes.ts';

const shared = { deep: { list: [1, 2] } };

test.each<[string, unknown, unknown, readonly Change[]]>([
  ['nothing, of the same value', shared, shared, []],
  ['nothing, of equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['a member', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: 'b', before: 2, after: 3 }]],
  ['a member that was added', {}, { a: null }, [{ path: 'a', after: null }]],
  ['a member that was taken away', { a: 1 }, {}, [{ path: 'a', before: 1 }]],
  ['a member of a member of a list', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, [{ path: 'a[0].b', before: 1, after: 2 }]],
  [
    'a list that grew',
    { a: [1] },
    { a: [1, 2, 3] },
    [
      { path: 'a[1]', after: 2 },
      { path: 'a[2]', after: 3 },
    ],
  ],
  [
    'a list whose first member was taken',
    { a: [{ x: 1 }, { x: 2 }] },
    { a: [{ x: 2 }] },
    [{ path: 'a[0]', before: { x: 1 } }],
  ],
  ['a member in the middle of a list', { a: [1, 2, 3] }, { a: [1, 9, 3] }, [{ path: 'a[1]', before: 2, after: 9 }]],
  ['a value of another kind', { a: [1] }, { a: { b: 1 } }, [{ path: 'a', before: [1], after: { b: 1 } }]],
  ['null and a value', { a: null }, { a: { b: 1 } }, [{ path: 'a', before: null, after: { b: 1 } }]],
])('%s', (_title, before, after, expected) => {
  expect(changesBetween(before, after)).toEqual(expected);
});
