/** What `tagma query` prints, and what its exit code says. What an expression finds is tested beside the history. */
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type QueryOptions, query } from '../../src/query/query.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/permission-asked.xml', import.meta.url));

async function asked(file: string, xpath: string, options: QueryOptions) {
  let out = '';
  const take = (text: string | Uint8Array) => {
    out += text;
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { code: await query(file, xpath, options), out };
}

test.each([
  ['text', '//event[@type="prompt.given"]/text', {}, 0, 'build it\n'],
  ['how many', '/history/event[@type="prompt.given"]', { count: true }, 0, '1\n'],
  ['as JSON', '//outcome/status', { json: true }, 0, '[\n  "error",\n  "timeout"\n]\n'],
  ['as XML', '//outcome/status', { xml: true }, 0, '<status>error</status>\n<status>timeout</status>\n'],
  ['a part', '/history/*/@n', { from: 2, to: 3 }, 0, '2\n3\n'],
  ['nothing', '//nothing', {}, 1, ''],
  ['no', 'exists(//nothing)', {}, 1, 'false\n'],
  ['a wrong expression', '//event[', {}, 2, ''],
] as const)('%s', async (_title, xpath, options, code, out) => {
  expect(await asked(GOLDEN, xpath, options)).toEqual({ code, out });
});

test.each([
  ['no history', fileURLToPath(import.meta.url)],
  ['no session', 'nothing-like-it'],
])('%s', async (_title, file) => {
  expect(await asked(file, '1', {})).toEqual({ code: 2, out: '' });
});
