/** What a person or the machine gets wrong: an error that names the place and the cure, exit 2, and nothing overwritten. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUNDLE, environment, run, start, temporaryFolder } from './command.ts';
import { connection, printWith } from './scripted.ts';

const FINAL = '<final>the answer</final>';
/** Nobody listens there, and nobody is asked: all of this is found out before. */
const SERVER = connection('http://127.0.0.1:1/v1');

describe.runIf(process.platform === 'linux')('a folder that cannot be written', () => {
  test.each([
    {
      title: 'histories in a file system that makes no folders',
      args: ['--history', '/proc/nope'],
      says: 'the folder /proc/nope cannot be written (ENOENT: no such file or directory).\nName another folder with --history.\n',
    },
    {
      title: 'histories below a device',
      args: ['--history', '/dev/null/x'],
      says: 'the folder /dev/null/x cannot be written (ENOTDIR: not a directory).\nName another folder with --history.\n',
    },
    {
      title: 'the state folder',
      env: { XDG_STATE_HOME: '/dev/null/x' },
      args: ['--history', temporaryFolder()],
      says: 'the folder /dev/null/x/tagma/outputs cannot be written (ENOTDIR: not a directory).\nTagma keeps what it writes in ~/.local/state, or in the folder that XDG_STATE_HOME names: name one that you can write.\n',
    },
  ])('$title', async ({ args, env = {}, says }) => {
    const ended = await run(['-p', 'x', ...SERVER, ...args], { env });
    expect(ended).toEqual({ code: 2, out: '', err: `tagma: ${says}` });
  });

  test('that of the caches: a session does without', async () => {
    const ended = await printWith([FINAL], [], { env: { XDG_CACHE_HOME: '/proc/nope', TAGMA_CODE_CACHE: '' } });
    expect({ ...ended, err: ended.err.includes('cannot be written') }).toMatchObject({
      ...{ code: 0, out: 'the answer\n', err: false },
    });
  });
});

const HINT = '(tagma --help lists the options)\n';

describe('what the command line gets wrong', () => {
  test.each([
    {
      title: 'an unknown option',
      args: ['--modle', 'x'],
      says: "unknown option '--modle'\n(Did you mean one of --mode, --model?)\n",
    },
    { title: 'a missing value', args: ['--model'], says: "option '--model <name>' argument missing\n" },
    {
      title: 'a value of the wrong type',
      args: ['--max-cost', 'x'],
      says: "option '--max-cost <amount>' argument 'x' is invalid. It should be a number, such as 0.5.\n",
    },
    {
      title: 'a value that there is not',
      args: ['--mode', 'trusst'],
      says: "option '--mode <mode>' argument 'trusst' is invalid. Allowed choices are plan, default, accept-edits, auto-in-project, trust. Did you mean trust?\n",
    },
    {
      title: 'options that contradict each other',
      args: ['-t', '--mode', 'plan'],
      says: "option '-t, --trust' cannot be used with option '--mode <mode>'\n",
    },
    {
      title: 'more words than one',
      args: ['and', 'more'],
      says: "the prompt is one text, in quotation marks: tagma 'x and more'\n",
    },
  ])('$title', async ({ args, says }) => {
    const { history, ...ended } = await refused(args);
    expect([ended, existsSync(history)]).toEqual([{ code: 2, out: '', err: `error: ${says}${HINT}` }, false]);
  });
});

test('an address that is none is refused before a session begins', async () => {
  const { history, ...ended } = await refused(['--endpoint', 'nope']);
  const err =
    'tagma: The endpoint "nope" is not an http:// or https:// address.\nDid you mean http://nope? Give the address of an OpenAI-compatible server with --endpoint, as in http://127.0.0.1:8080/v1.\n';
  expect([ended, existsSync(history)]).toEqual([{ code: 2, out: '', err }, false]);
});

describe('a configuration that is wrong is refused with its place, and stays as it is', () => {
  test.each([
    { title: 'no JSON', text: '// mine\n{\n  "model": \n}\n', says: ['4:1: a value is missing.'] },
    {
      title: 'a wrong type, and an unknown key',
      text: '{\n  "outputDays": "x", "thme": "y"\n}\n',
      says: ['2:3: "outputDays": should be a number.', '2:22: there is no key "thme"; did you mean "theme"?'],
    },
    {
      title: 'a value out of its bounds',
      text: '{"log": {"size": 0}}',
      says: ['1:10: "log.size": should be at least 0.01.'],
    },
    {
      title: 'a folder of prompt texts that is not there',
      text: '{"prompts": "/nowhere"}',
      says: [' "prompts": /nowhere is not a folder.'],
    },
    {
      title: 'a pattern that is none',
      text: '{"redact": {"pin": "a*"}}',
      says: [' "redact.pin": it matches the empty text too: let it ask for one character at least.'],
    },
  ])('$title', async ({ text, says }) => {
    const file = join(temporaryFolder(), 'config.jsonc');
    writeFileSync(file, text);
    const { history, ...ended } = await refused(['--config', file]);
    const err = `tagma: ${says.map((line) => `${file}:${line}\n`).join('')}`;
    expect([ended, existsSync(history), readFileSync(file, 'utf8')]).toEqual([{ code: 2, out: '', err }, false, text]);
  });

  test('a tool that there is not', async () => {
    const file = join(temporaryFolder(), 'config.jsonc');
    writeFileSync(file, '{"tools": "raed"}');
    const { history, code, err } = await refused(['--config', file]);
    const said = err.startsWith(`tagma: ${file}: "tools": there is no tool raed.`);
    expect([code, said, existsSync(history)]).toEqual([2, true, false]);
  });

  test('an unknown key alone is warned about', async () => {
    const file = join(temporaryFolder(), 'config.jsonc');
    writeFileSync(file, '{"thme": "dark"}');
    const { out, ...ended } = await run(['models', '--config', file]);
    expect(out).toContain('deepseek:');
    const err = `tagma: ${file}:1:2: there is no key "thme"; did you mean "theme"?\n`;
    expect(ended).toEqual({ code: 0, err });
  });

  test('a folder in its place', async () => {
    const folder = temporaryFolder();
    const { history, ...ended } = await refused(['--config', folder]);
    const err = `tagma: the configuration cannot be read: ${folder} is a folder. --config names it.\n`;
    expect([ended, existsSync(history)]).toEqual([{ code: 2, out: '', err }, false]);
  });
});

/** A session that is begun by nothing: `history` would have been made. */
async function refused(args: readonly string[]) {
  const history = join(temporaryFolder(), 'new');
  return { history, ...(await run(['-p', ...SERVER, '--history', history, 'x', ...args])) };
}

test.each(['C', 'de_DE.ISO-8859-1'])('in the locale %s a text is what it is', async (locale) => {
  const said = 'Grüße, 世界 ✓';
  const ended = await printWith([`<final>${said}</final>`], ['--set', 'bashFence=true'], { env: { LC_ALL: locale } });
  expect([ended.code, ended.out, readFileSync(ended.history, 'utf8').includes(said)]).toEqual([0, `${said}\n`, true]);
});

describe('standard output', () => {
  const into = (where: string) =>
    spawnSync('sh', ['-c', `exec "$@" ${where}`, 'sh', process.execPath, BUNDLE, 'grammar'], {
      env: environment(),
      encoding: 'utf8',
    });

  test('closed by who has read enough: without a word, 141', async () => {
    const { child, ended } = start(['machine', '--format', 'json']);
    child.stdout?.destroy();
    expect(await ended).toEqual({ code: 141, out: '', err: '' });
  });

  // Node opens /dev/null in its place, so that it looks like one that nobody wants to read.
  test('closed from the start: nothing fails', () => {
    const { status, stderr } = into('>&-');
    expect([status, stderr]).toEqual([0, '']);
  });

  test.skipIf(!existsSync('/dev/full'))('full: said, exit 1 (skipped without /dev/full)', () => {
    const { status, stderr } = into('>/dev/full');
    const said = 'tagma: standard output cannot be written: ENOSPC: no space left on device, write.\n';
    expect([status, stderr]).toEqual([1, said]);
  });
});
