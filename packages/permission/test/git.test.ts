import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
beforeAll(() => {
  place = makePlace();
  writeFileSync(join(place.folder, '.git/hooks/pre-commit'), '');
});
afterAll(() => place.remove());

const at = (path: string, where: 'inside' | 'protected') => ({ path: join(place.folder, path), where });
const project = () => ({ path: place.folder, where: 'inside' as const });
const looks = (...reads: Facts['reads'][number][]) => ({ reads });
const runs = (...programs: string[]) => ({ readOnly: false, runs: programs });

const rows: [params: { [name: string]: unknown }, expected: () => Partial<Facts>][] = [
  [{ action: 'status' }, () => looks(project())],
  [{ action: 'diff', ref: 'main..dev' }, () => looks(project())],
  [{ action: 'log', ref: '-x' }, () => looks(project())],
  [{ action: 'diff', files: ['src/a.ts', '.env'] }, () => looks(at('src/a.ts', 'inside'), at('.env', 'protected'))],
  [{ action: 'show', ref: 'HEAD:src/a.ts' }, () => looks(project(), at('src/a.ts', 'inside'))],
  [{ action: 'show', ref: 'HEAD:.env' }, () => looks(project(), at('.env', 'protected'))],
  [{ action: 'show', ref: ':0:.env' }, () => looks(project(), at('0', 'inside'), at('.env', 'protected'))],
  [{ action: 'diff', ref: 'a:x..b:.env' }, () => looks(project(), at('x', 'inside'), at('.env', 'protected'))],
  [{ action: 'commit', message: 'x' }, () => runs('git', '.git/hooks/pre-commit')],
  [
    { action: 'commit', message: 'x', files: ['.env'] },
    () => ({ ...runs('git', '.git/hooks/pre-commit'), ...looks(at('.env', 'protected')) }),
  ],
  [{ action: 'push' }, () => ({ ...runs('git'), network: ['*'] })],
  [{ action: 'reset' }, () => ({ readOnly: false, unknown: 'git has no action reset here' })],
  [{}, () => ({ readOnly: false, unknown: 'its action is missing' })],
  [{ action: 'diff', files: 'a' }, () => ({ readOnly: false, unknown: 'its files are not a list of paths' })],
  [{ action: 'diff', ref: 7 }, () => ({ readOnly: false, unknown: 'its ref is no text' })],
];

test.each(rows)('git %j', async (params, expected) => {
  expect(await takeFacts({ tool: 'git', params }, place)).toEqual({ ...NO_FACTS, ...expected() });
});

test('a file in a commit is unknown where the repository is larger than the project', async () => {
  const inner = { ...place, folder: join(place.folder, 'src') };
  expect(await takeFacts({ tool: 'git', params: { action: 'show', ref: 'HEAD:x' } }, inner)).toMatchObject({
    unknown: 'it is not clear which file HEAD:x is',
  });
});
