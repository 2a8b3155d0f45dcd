/** Sessions of a project, as a person finds them again: in the state folder, or where the configuration says. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHistory, openHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { type Around, has, run, temporaryFolder } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

const state = realpathSync(temporaryFolder());
const project = realpathSync(temporaryFolder());
const around: Around = { env: { XDG_STATE_HOME: state }, cwd: project };

/** A run in the project; gives its history. */
async function session(prompt: string, replies: readonly string[], args: readonly string[] = [], where = around) {
  const endpoint = await startScriptedEndpoint(scriptOf(replies));
  const ended = await run(['-p', prompt, ...connection(endpoint.url), ...args], where);
  await endpoint.close();
  return { ...ended, file: /^history: (.*)$/m.exec(ended.err)?.[1] ?? '' };
}

const nameOf = (file: string) => basename(file, '.xml');
const sessions = (args: readonly string[], where = around) => run(['sessions', ...args], where);

let first = '';
let second = '';

beforeAll(async () => {
  writeFileSync(join(project, 'notes.txt'), 'The port is 8080 & <open>.\n'.repeat(3_000));
  const reads = ['<action tool="read"><path>notes.txt</path></action>', '<final>It is open.</final>'];
  first = (await session('Which port?\nSay it.', reads)).file;
  const writes = ['<action tool="write"><path>a.ts</path><content>1</content></action>', '<final>Written.</final>'];
  second = (await session('write a.ts', writes, ['--mode', 'accept-edits'])).file;
});

describe('the list', () => {
  test('this project, the newest first, whole where it is no terminal', async () => {
    const { code, out, err } = await sessions([]);
    expect([code, err]).toEqual([0, '']);
    expect(out.replaceAll(/[A-Z][a-z]{2} [ \d]\d \d\d:\d\d|\d+ kB/g, '…').split('\n')).toEqual([
      'id                          when          title        model     turns  state   size',
      `${nameOf(second)}  …  write a.ts   scripted      1  ended  …`,
      `${nameOf(first)}  …  Which port?  scripted      1  ended  …`,
      '',
      '2 sessions, …',
      '',
    ]);
  });

  test('for a program, and no more than so many', async () => {
    const listed = JSON.parse((await sessions(['list', '--json', '--limit', '1'])).out);
    expect(listed).toEqual([
      expect.objectContaining({
        session: nameOf(second),
        file: second,
        folder: project,
        title: 'write a.ts',
        prompts: 1,
      }),
    ]);
  });

  test('another project has none; all projects have them', async () => {
    const elsewhere = { ...around, cwd: temporaryFolder() };
    expect((await sessions([], elsewhere)).out).toMatch(/^No sessions of .* tagma sessions --all lists those of all/);
    expect((await sessions(['--all'], elsewhere)).out).toMatch(/\n2 sessions, \d+ kB\n$/);
  });

  test('of a folder that projects share, those of this one', async () => {
    const shared = ['--history', dirname(first)];
    expect((await sessions(shared)).out).toMatch(/\n2 sessions/);
    expect((await sessions([...shared, '--cwd', temporaryFolder()])).out).toMatch(/^No sessions of/);
  });

  test('what is no history, and what others can read, is said', async () => {
    const history = temporaryFolder();
    writeFileSync(join(history, 'a.xml'), '<a/>', { mode: 0o600 });
    writeFileSync(join(history, 'b.xml'), readFileSync(first), { mode: 0o644 });
    const { code, err } = await sessions(['--history', history]);
    expect(code).toBe(0);
    expect(err).toBe(
      `tagma: ${history}/a.xml: this is no history of Tagma.\n` +
        `tagma: others than you can read 1 file of these, such as ${history}/b.xml. Do: chmod 600 FILE\n`,
    );
  });
});

describe('the search', () => {
  test('in what a tool gave back, with the line', async () => {
    const { code, out } = await sessions(['search', '8080 & <open>']);
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines[0]).toBe(`${nameOf(first)} · Which port?`);
    expect(lines[1]).toMatch(/^ {2}record \d+, tool\.ended: The port is 8080 & <open>\.$/);
  });

  test.each([
    ['small letters find any', ['which PORT'.toLowerCase()], 0],
    ['a capital letter counts', ['Which pORT'], 1],
    ['unless it does not', ['-i', 'Which pORT'], 0],
    ['a pattern', ['-E', '^which p.rt\\?$'], 0],
    ['nothing', ['nowhere'], 1],
    ['no pattern', ['-E', '('], 2],
  ])('%s', async (_, args, code) => {
    expect((await sessions(['search', ...args])).code).toBe(code);
  });

  test('for a program, a line each', async () => {
    const { out } = await sessions(['search', '--json', 'written']);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        session: nameOf(second),
        type: 'reply.ended',
        field: 'text',
        line: '<final>Written.</final>',
      }),
    ]);
  });
});

describe('one session', () => {
  test('what it was about, and what can be done with it', async () => {
    const { code, out } = await sessions(['show', nameOf(second).slice(-6)]);
    expect(code).toBe(0);
    expect(out).toMatch(/^write a\.ts\n\nsession {5}\S+\nstate {7}ended\n/);
    expect(out).toContain('\nPrompts\n  record 3  write a.ts\n    done\n');
    expect(out).toContain(`\nFiles changed\n  ${project}/a.ts\n`);
    expect(out).toContain('\nLast answer\n  Written.\n');
    expect(out).toContain(`\n  tagma replay ${second}\n`);
  });

  test('a name that a shell would obey stands in no line that is to be typed', async () => {
    const forged = 'x; touch INJ #';
    const file = join(realpathSync(temporaryFolder()), 'a b.xml');
    const made = createHistory(file, { session: forged });
    if (!made.ok) throw new Error(made.error.message);
    made.history.close();
    const { out } = await sessions(['show', file]);
    expect(out.split('\n').filter((line) => line.startsWith('  tagma '))).toEqual(
      ['resume', 'replay', 'audit'].map((command) => `  tagma ${command} '${file}'`),
    );
  });

  test('one that is not there: those that are near', async () => {
    const name = nameOf(second);
    const slip = `${name.slice(0, -1)}${name.endsWith('0') ? '1' : '0'}`;
    const { code, err } = await sessions(['show', slip]);
    expect(code).toBe(2);
    expect(err).toContain(`tagma: ${slip}: there is no session of this name. Near it: ${name}`);
  });
});

describe('a query', () => {
  test.each([
    ['by its file', () => [second, '//event[@type="prompt.given"]/text'], 0, 'write a.ts\n'],
    ['by its name', () => [nameOf(second), 'count(//event[@type="tool.ended"])'], 0, '1\n'],
    ['nothing', () => [second, '//nothing'], 1, ''],
    ['a wrong expression', () => [second, '//event['], 2, ''],
  ])('%s', async (_, args, code, out) => {
    expect(await run(['query', ...args()], around)).toMatchObject({ code, out });
  });
});

describe('deleting', () => {
  /** A session in a project of its own, with outputs. */
  async function deletable() {
    const where = { ...around, cwd: realpathSync(temporaryFolder()) };
    const { file } = await session(
      'long',
      ['<action tool="bash">seq 1 9999</action>', '<final>x</final>'],
      ['-t'],
      where,
    );
    const outputs = join(state, 'tagma/outputs', nameOf(file));
    writeFileSync(`${file}.torn`, 'x');
    return { file, outputs, where, isThere: () => [file, `${file}.torn`, outputs].map((path) => existsSync(path)) };
  }

  test('not unasked; with --yes all that belongs to it', async () => {
    const { file, outputs, where, isThere } = await deletable();
    const refused = await sessions(['delete', nameOf(file)], where);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--yes deletes without asking') });
    expect([refused.err.includes(file), refused.err.includes(outputs), isThere()]).toEqual([
      true,
      true,
      [true, true, true],
    ]);
    expect(await sessions(['delete', '--yes', nameOf(file)], where)).toMatchObject({ code: 0, out: '' });
    expect(isThere()).toEqual([false, false, false]);
  });

  test('not one that runs, nor a file that is none, and then none of all', async () => {
    const { file, where, isThere } = await deletable();
    const opened = openHistory(file);
    if (!opened.ok) throw new Error(opened.error.message);
    const notes = join(project, 'notes.txt');
    for (const args of [[file], [file, first], [first, notes], [first, 'nonsense']]) {
      expect((await sessions(['delete', '--yes', ...args], where)).code).not.toBe(0);
    }
    expect([...isThere(), existsSync(first), existsSync(notes)]).toEqual([true, true, true, true, true]);
    opened.history.close();
  });

  test.each([
    ['an empty file of another name', 'empty.xml', '', 2],
    ['what a crash leaves of a session', '2026-01-01T00-00-00-0a1b2c.xml', '', 0],
    ['the same elsewhere', '../2026-01-01T00-00-00-0a1b2c.xml', '', 2],
    ['a history of a later format', '2026-01-01T00-00-00-0a1b2d.xml', 'format="9"', 2],
  ])('%s', async (_, name, head, code) => {
    const file = join(dirname(first), name);
    writeFileSync(file, head && readFileSync(first, 'utf8').replace(/format="\d+"/, head));
    expect([(await sessions(['delete', '--yes', file])).code, existsSync(file)]).toEqual([code, code !== 0]);
    rmSync(file, { force: true });
  });

  test.runIf(has('script'))('on a terminal it asks', async () => {
    const { file, where, isThere } = await deletable();
    const ask = (answer: string) => {
      const command = `${process.execPath} ${join(import.meta.dirname, '../dist/tagma.js')} sessions delete ${file}`;
      const options = { cwd: where.cwd as string, env: { ...process.env, ...where.env }, input: `${answer}\n` };
      return spawnSync('script', ['-qec', command, '/dev/null'], options);
    };
    expect([ask('n').status, isThere()]).toEqual([1, [true, true, true]]);
    expect([ask('y').status, isThere()]).toEqual([0, [false, false, false]]);
  });
});
