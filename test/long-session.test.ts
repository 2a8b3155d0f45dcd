/** A session whose conversation outgrows the window, over the real wire. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayHistory } from '../packages/history/src/index.ts';
import { run, temporaryFolder } from './command.ts';
import { connection, printWith } from './scripted.ts';

const LINES = 'A line of a file that is longer than it need be, and says nothing.\n';

/** A folder with files of about 3,500 tokens each. */
function folderOf(files: number): string {
  const folder = temporaryFolder();
  for (let i = 1; i <= files; i++) writeFileSync(join(folder, `f${i}.txt`), `file ${i}\n${LINES.repeat(250)}`);
  return folder;
}

const read = (i: number) => `<action tool="read"><path>f${i}.txt</path></action>`;
/** With a thought of some 900 tokens: thoughts are not shortened. */
const thoughtful = (i: number) => `<thought>${'so it is, and so it was '.repeat(115)}</thought>${read(i)}`;
const SUMMED_UP =
  '<turn><expect in="system">sum up the older part</expect><reply>&lt;final>Goal: do it. f1 was read.&lt;/final></reply></turn>';
const END = '<turn><expect in="any">do it</expect><reply>&lt;final>All read.&lt;/final></reply></turn>';

describe('a window that is nearly full', () => {
  test('is emptied in time: results are shortened, then summed up, the task is still told, and the last result is whole', async () => {
    const turns = [
      thoughtful(1),
      thoughtful(2),
      SUMMED_UP,
      thoughtful(3),
      // The next summary is made of the one before.
      SUMMED_UP.replace('<reply>', '<expect in="last">do it. f1 was read.</expect><reply>'),
      '<turn><expect in="any">do it. f1 was read.</expect><expect not-in="last">do not fit</expect><reply>&lt;final>All read.&lt;/final></reply></turn>',
    ];
    const { code, out, err, mismatches, history } = await printWith(
      turns,
      ['--window', '9000', '--compact-at', '0.5'],
      {
        folder: folderOf(3),
      },
    );
    expect({ code, out, mismatches }).toEqual({ code: 0, out: 'All read.\n', mismatches: [] });
    expect(err).toMatch(/compacted · .*because the window was nearly full/);
    expect(await replayHistory(history)).toMatchObject({ ok: true });
  });
});

describe('an endpoint that says the request is too large', () => {
  const TOO_LARGE = '<turn><failure status="400">This model\'s maximum context length is 4096 tokens</failure></turn>';

  test('is asked again, with less', async () => {
    const turns = [read(1), TOO_LARGE, END];
    const { code, out, err, mismatches } = await printWith(turns, [], { folder: folderOf(1) });
    expect({ code, out, mismatches }).toEqual({ code: 0, out: 'All read.\n', mismatches: [] });
    expect(err).toContain('because the request was too large');
    expect(err).not.toMatch(/^failed/m);
  });

  test('and goes on saying so: the turn fails, and says why', async () => {
    const turns = [read(1), TOO_LARGE, TOO_LARGE, TOO_LARGE];
    const { code, err } = await printWith(turns, [], { folder: folderOf(1) });
    expect(code).toBe(1);
    expect(err).toContain('maximum context length');
  });
});

test('a window that is smaller than the prompt is refused', async () => {
  const { code, err } = await run(['-p', 'do it', ...connection('http://127.0.0.1:9/v1'), '--window', '300']);
  expect(code).toBe(2);
  expect(err).toMatch(/--window 300: the prompt alone takes about \d+ tokens\./);
});

test('a result that is larger than the window is cut to it', async () => {
  const turns = [
    read(1),
    '<turn><expect in="last">continue with offset=</expect><reply>&lt;final>x&lt;/final></reply></turn>',
  ];
  const { code, mismatches } = await printWith(turns, ['--window', '3000'], { folder: folderOf(1) });
  expect({ code, mismatches }).toEqual({ code: 0, mismatches: [] });
});

test.each([
  { args: ['--max-tokens-total', '50'], of: 'the session', says: 'tokens', option: '--max-tokens-total' },
  { args: ['--max-prompt-tokens', '50'], of: 'one prompt', says: 'tokens', option: '--max-prompt-tokens' },
  { args: ['--max-time', '1'], of: 'one prompt', says: 'seconds', option: '--max-time' },
])('$args ends a turn that has used it up', async ({ args, of, says, option }) => {
  const slow = '<action tool="bash"><command>sleep 1.1</command></action>';
  const { code, err } = await printWith([slow, slow], ['--trust', ...args]);
  expect(code).toBe(4);
  expect(err).toMatch(new RegExp(`the limit of ${of} is reached: \\d+ ${says}`));
  expect(err).toContain(`${option} `);
});
