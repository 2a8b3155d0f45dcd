/** What scripts rely on: exit codes, what goes to which stream, and clear words where something is wrong. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run, temporaryFolder } from './command.ts';
import { printWith } from './scripted.ts';

const FINAL = '<final>the answer</final>';
const READ = '<action tool="read"><path>a.txt</path></action>';
const MAKE = '<action tool="bash"><command>touch made</command></action>';

describe('exit codes', () => {
  test.each([
    { title: 'a final', turns: [FINAL], args: [], code: 0, out: 'the answer\n', err: '' },
    {
      title: 'a denial that nothing made good',
      turns: [MAKE, FINAL],
      args: [],
      code: 3,
      out: 'the answer\n',
      err: 'denied (',
    },
    {
      title: 'a denial made good',
      turns: [MAKE, '<action tool="ls"/>', FINAL],
      args: [],
      code: 0,
      out: 'the answer\n',
      err: 'made good',
    },
    {
      title: 'an allow rule',
      turns: [MAKE, FINAL],
      args: ['--allow', 'Bash(touch made)'],
      code: 0,
      out: 'the answer\n',
      err: '',
    },
    { title: 'trust', turns: [MAKE, FINAL], args: ['--trust'], code: 0, out: 'the answer\n', err: '' },
    {
      title: 'the limit of turns',
      turns: [READ, READ],
      args: ['--max-turns', '2'],
      code: 4,
      out: '',
      err: 'limit of 2 turns',
    },
    { title: 'no usable reply', turns: ['', '', ''], args: [], code: 5, out: '', err: 'no usable reply' },
    {
      title: 'text without an element',
      turns: ['So.', 'So.', 'It is 4.'],
      args: [],
      code: 0,
      out: 'It is 4.\n',
      err: '',
    },
    {
      title: 'a server that fails',
      turns: ['<turn><failure status="401">bad key</failure></turn>'],
      args: [],
      code: 1,
      out: '',
      err: 'TAGMA_API_KEY',
    },
  ])('$title: exit $code', async ({ turns, args, code, out, err }) => {
    const ended = await printWith(turns, args);
    expect({ code: ended.code, out: ended.out }).toEqual({ code, out });
    expect(ended.err).toContain(err);
    expect((await run(['replay', ended.history])).code).toBe(0);
  });
});

describe('observations that the model can act on', () => {
  const last = (text: string) => `<turn><expect in="last">${text}</expect><reply>&lt;final>x&lt;/final></reply></turn>`;
  test.each([
    { title: 'an unknown tool', reply: '<action tool="read_file"><path>a</path></action>', says: 'Did you mean read?' },
    { title: 'a wrong parameter', reply: '<action tool="read"><file>a</file></action>', says: 'path' },
    { title: 'a file that is not there', reply: READ, says: 'a.txt' },
  ])('$title', async ({ reply, says }) => {
    const ended = await printWith([reply, last(says)]);
    expect(ended.mismatches).toEqual([]);
    expect(ended.code).toBe(0);
  });
});

describe('bad input', () => {
  test('no endpoint reachable: which URL, why, what to try', async () => {
    const ended = await run(['-p', 'x', '--endpoint', `http://127.0.0.1:${await closedPort()}/v1`, '--model', 'm']);
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(/http:\/\/127\.0\.0\.1:\d+\/v1/);
    expect(ended.err).toContain('--endpoint');
  });

  test.each([
    { title: 'no endpoint set', args: ['-p', 'x'], says: 'TAGMA_ENDPOINT' },
    { title: 'no prompt', args: ['-p'], says: 'no prompt' },
    { title: 'an unknown option', args: ['--prnt'], says: '--print' },
    { title: 'an unknown mode', args: ['-p', 'x', '--mode', 'yolo'], says: 'accept-edits' },
    { title: 'a folder that is not there', args: ['-p', 'x', '--cwd', '/nowhere/at/all'], says: '/nowhere/at/all' },
    { title: 'a broken rule', args: ['-p', 'x', '--allow', 'Bash('], says: '--allow' },
    { title: 'no turns', args: ['-p', 'x', '--max-turns', '0'], says: 'max-turns' },
    { title: 'a history that is none', args: ['replay', '/etc/hostname'], says: '/etc/hostname' },
    { title: 'a script that is not there', args: ['endpoint', 'nowhere.xml'], says: 'nowhere.xml' },
  ])('$title: exit 2, and says what to do', async ({ args, says }) => {
    const ended = await run(args);
    expect(ended.code).toBe(2);
    expect(ended.err).toContain(says);
    expect(ended.out).toBe('');
  });

  test('a torn history is replayed up to its last whole record, and what was torn is said', async () => {
    const { readFileSync } = await import('node:fs');
    const { history } = await printWith([READ, FINAL]);
    const torn = join(temporaryFolder(), 'torn.xml');
    writeFileSync(torn, readFileSync(history).subarray(0, -200));
    const ended = await run(['replay', torn]);
    expect(ended.code).toBe(0);
    expect(ended.out).toContain('torn');
  });
});

test('the prompt can be piped in', async () => {
  const ended = await run(['-p', '--endpoint', `http://127.0.0.1:${await closedPort()}/v1`, '--model', 'm'], {
    input: 'hello',
  });
  expect(ended.code).toBe(1);
});

test('the key is in no output and no history', async () => {
  const { readFileSync } = await import('node:fs');
  const key = 'sk-very-secret-key-123456';
  const ended = await printWith([`<final>Your key is ${key}.</final>`], [], { env: { TAGMA_API_KEY: key } });
  expect(ended.code).toBe(0);
  expect(`${ended.out}${ended.err}${readFileSync(ended.history, 'utf8')}`).not.toContain(key);
  expect(ended.out).toContain('[redacted:API_KEY]');
});

/** A port on which nothing listens. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
