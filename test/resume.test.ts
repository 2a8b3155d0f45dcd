/** Sessions that ended or were cut off go on: real processes, killed in the middle, a real server, files on the disk. */
import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BEHAVIOUR } from '../packages/core/src/index.ts';
import { auditHistory, openHistory, readHistory } from '../packages/history/src/index.ts';
import type { HistoryRecord } from '../packages/protocol/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { run } from './command.ts';
import { type Person, person } from './resumed.ts';
import { connection, scriptOf } from './scripted.ts';

const FINAL = '<final>the answer</final>';
const READ = '<action tool="read"><path>a.txt</path></action>';
/** It ends by itself soon after whoever started it has been killed. */
const APPEND = '<action tool="bash"><command>echo ran >> log; sleep 2</command></action>';
const INTERRUPTED =
  'interrupted: the session was cut off while it ran, and its effect is unknown; look before you do it again.';
const observed = (tool: string, call: number, status: string, content: string) =>
  `<observation tool="${tool}" call="${call}" status="${status}">\n${content}\n</observation>`;

async function eventsIn(file: string): Promise<readonly string[]> {
  const read = await readHistory(file);
  if (!read.ok || read.fault) throw new Error('it cannot be read');
  return read.records.filter(({ kind }) => kind === 'event').map(({ type }) => type);
}

async function holds(file: string): Promise<void> {
  expect(await run(['replay', file])).toMatchObject({ code: 0, err: '' });
  const audited = await auditHistory(file);
  if ('error' in audited) throw new Error(audited.error.message);
  expect({ holds: audited.holds, findings: audited.findings }).toEqual({ holds: true, findings: [] });
}

/** Killed while a command runs that has changed something; before that a file was read. */
async function cutOff(...args: readonly string[]): Promise<Person> {
  const one = person();
  writeFileSync(join(one.folder, 'a.txt'), 'what stands in a.txt\n');
  await one.killed([READ, `${APPEND}\n${READ}`], () => one.holds('log') !== '', '-p', 'do it', '-t', ...args);
  return one;
}

describe.concurrent('a session that was killed in the middle of a tool', () => {
  test('goes on: the tool is not run again, and the model hears of it with all that it had seen', async () => {
    const one = await cutOff();
    const again = await one.asks([FINAL], '-c', '-p');
    expect(again).toMatchObject({ code: 0, out: 'the answer\n' });
    expect(one.holds('log')).toBe('ran\n');
    const [first = [], ...others] = again.requests;
    expect(others).toEqual([]);
    expect(first.slice(0, 2)).toEqual(['do it', '<action tool="read">\n<path>a.txt</path>\n</action>']);
    expect(first[2]).toContain('what stands in a.txt');
    expect(first[4]).toBe(
      `${observed('bash', 2, 'aborted', INTERRUPTED)}\n\n${observed('read', 3, 'skipped', 'not run: an earlier action of the same reply was denied, failed or stopped. Send it again if it is still wanted.')}`,
    );
    await holds(one.file());
    // And it says so before anything runs, and which mode must be said again.
    const { err } = again;
    const said = err.split('\n').filter((line) => line.startsWith('tagma: '));
    expect(said.slice(0, 2)).toEqual([
      'tagma: The session was cut off in the middle of a turn.',
      'tagma: Interrupted, its effect is unknown, and it is not run again: call 2, bash echo ran >> log; sleep 2',
    ]);
    expect(said[2]).toMatch(
      /^tagma: going on with \S+ in .*: scripted at \S+, was at \S+; mode default \(trust has to be said again: --trust\)\.$/,
    );
    expect(err.indexOf(said[2] ?? '')).toBeLessThan(err.indexOf('goes on'));
  });

  test('takes another prompt instead', async () => {
    const one = await cutOff();
    const { requests } = await one.asks([FINAL], '-c', '-p', 'what is done?');
    expect(requests[0]?.at(-1)).toMatch(/status="aborted">[\s\S]*<\/observation>\n\nwhat is done\?$/);
  });

  test('with a torn tail: the tail is copied aside, which is told', async () => {
    const one = await cutOff();
    const file = one.file();
    const text = readFileSync(file, 'utf8');
    const torn = `${text.slice(0, text.lastIndexOf('</history>'))}<event n="9999" type="tool.en`;
    writeFileSync(file, torn);
    const { err, code } = await one.asks([FINAL], '-c', '-p');
    expect(code).toBe(0);
    expect(err).toContain(`were the piece of a write that was cut off. They are in ${file}.torn now.`);
    await holds(file);
  });

  test('killed again, it goes on again', async () => {
    const one = await cutOff();
    const before = one.holds('log');
    await one.killed([APPEND], () => one.holds('log').length > before.length, '-c', '-p', '-t');
    const { requests } = await one.asks([FINAL], '-c', '-p');
    expect(one.holds('log')).toBe('ran\nran\n');
    expect(requests[0]?.slice(-1)).toEqual([observed('bash', 4, 'aborted', INTERRUPTED)]);
    expect((await eventsIn(one.file())).filter((type) => type === 'session.resumed')).toHaveLength(2);
    await holds(one.file());
  });
});

describe.concurrent('a session that ended', () => {
  test('goes on with another prompt, another model and other settings', async () => {
    const one = person();
    await one.asks([FINAL], '-p', 'begin');
    const { requests, code, err } = await one.asks(
      [FINAL],
      '-c',
      '-p',
      'and now?',
      '--model',
      'another',
      '--mode',
      'plan',
    );
    expect(code).toBe(0);
    expect(requests[0]).toEqual([
      'begin',
      FINAL,
      expect.stringMatching(/^and now\?\n\n<observation tool="plan" by="user"/),
    ]);
    expect(err).toMatch(/: another at \S+, was scripted; mode plan\./);
    const next = await one.asks([FINAL], '-c', '-p', 'and then?');
    expect(next.err).toContain('mode plan.');
    await holds(one.file());
  });

  test('asks the server of before, where none is named', async () => {
    const one = person();
    const endpoint = await startScriptedEndpoint(scriptOf([FINAL, FINAL]));
    await one.tagma('-p', 'begin', ...connection(endpoint.url));
    const { code, err } = await one.tagma('-c', '-p', 'more');
    await endpoint.close();
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining(`: scripted at ${endpoint.url}; mode default.`),
    });
  });

  test('the server of before gets the key only where the person names it', async () => {
    const one = person();
    const keys: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      keys.push(headers.authorization);
      response.writeHead(401).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const named = ['--endpoint', `http://127.0.0.1:${(server.address() as AddressInfo).port}`, '--model', 'm'];
    const around = { env: { HOME: one.home, TAGMA_API_KEY: 'mine' }, cwd: one.folder };
    await run(['-p', 'begin', ...named], around);
    const { err } = await run(['-c', '-p', 'more'], around);
    await run(['-c', '-p', 'more', ...named], around);
    server.close();
    expect({ keys, err }).toEqual({
      keys: ['Bearer mine', undefined, 'Bearer mine'],
      err: expect.stringContaining('TAGMA_API_KEY is not sent to http://127.0.0.1:'),
    });
  });

  test('after a turn that failed, with that turn', async () => {
    const one = person();
    const failed = await one.asks(['<turn><failure status="401">bad key</failure></turn>'], '-p', 'begin');
    expect(failed.code).toBe(1);
    const { requests, err, out } = await one.asks([FINAL], '-c', '-p');
    expect({ out, requests }).toEqual({ out: 'the answer\n', requests: [['begin']] });
    expect(err).toContain('tagma: Its last turn had failed:');
  });

  test('by a piece of its name, by its file, and with the text after -p', async () => {
    const one = person();
    await one.asks([FINAL], '-p', 'begin');
    const name = one.file().split('/').at(-1)?.slice(0, -'.xml'.length) ?? '';
    for (const which of [name, name.slice(-6), one.file()]) {
      expect(await one.asks([FINAL], 'resume', which, '-p', 'more')).toMatchObject({ code: 0, out: 'the answer\n' });
    }
    expect(await one.asks([FINAL], 'resume', '-p', 'more')).toMatchObject({ code: 0, out: 'the answer\n' });
  });

  test('with its limits, its rules and its tools, as far as they are not said anew', async () => {
    const one = person();
    const set = ['--max-turns', '7', '--deny', 'Bash(make)', '--allow', 'Bash(true)', '--tools', 'minimal'];
    await one.asks([FINAL], '-p', 'begin', ...set);
    await one.asks([FINAL], '-c', '-p', 'more', '--max-time', '60', '--deny', 'Bash(rm:*)');
    const read = await readHistory(one.file());
    const { fields = {} } = (read.ok && read.records.find(({ type }) => type === 'session.resumed')) || {};
    expect(fields).toMatchObject({
      parent: null,
      behaviour: BEHAVIOUR,
      settings: { turnsMax: 7, timeMsMax: 60_000, mode: 'default' },
    });
    const { rules } = fields.settings as { rules: { says: string; tool: string; pattern: string }[] };
    expect(rules.map(({ says, tool, pattern }) => `${says} ${tool} ${pattern}`)).toEqual([
      'deny bash rm:*',
      'deny bash make',
      'allow bash true',
    ]);
    expect((fields.tools as { name: string }[]).map(({ name }) => name)).toEqual(['bash', 'read', 'write', 'edit']);
  });

  test('with what the model is told of the project, as far as it is not said anew', async () => {
    const one = person();
    writeFileSync(join(one.folder, 'AGENTS.md'), 'Use tabs.\n');
    await one.asks([FINAL], '-p', 'begin', '--no-guides', '--map', 'on');
    await one.asks([FINAL], '-c', '-p', 'more');
    await one.asks([FINAL], '-c', '-p', 'more', '--guides', '--map', 'off');
    const read = await readHistory(one.file());
    const begun = (read.ok ? read.records : []).filter(({ type }) => type.startsWith('session.'));
    const told = begun.flatMap(({ fields: { settings, system } }) => {
      if (settings === undefined) return [];
      const { guides, map } = settings as { guides?: boolean; map?: string };
      return [[guides, map, `${system}`.includes('Use tabs.'), `${system}`.includes('tool="map"')]];
    });
    expect(told).toEqual([
      [false, 'on', false, true],
      [false, 'on', false, true],
      [true, 'off', true, false],
    ]);
  });

  test('an undo reaches back behind it', async () => {
    const one = person();
    await one.asks(
      ['<action tool="write"><path>b.txt</path><content>new</content></action>', FINAL],
      '-p',
      'begin',
      '-t',
    );
    const undo = '<action tool="undo"><steps>1</steps></action>';
    const { requests } = await one.asks([undo, FINAL], '-c', '-p', 'take it back', '-t');
    expect(requests[1]?.at(-1)).toContain('Took back 1 step');
    expect(one.holds('b.txt')).toBe('');
  });

  test('one that lies in the project brings no allowance: it may have come with it', async () => {
    const one = person();
    const inside = ['--history', join(one.folder, 'kept')];
    const MAKE = '<action tool="bash"><command>touch made</command></action>';
    await one.asks([FINAL], '-p', 'begin', '--allow', 'Bash(touch made)', '--mode', 'accept-edits', ...inside);
    const { code, err } = await one.asks([MAKE, FINAL], '-c', '-p', 'make it', ...inside);
    expect({ code, made: one.holds('made') }).toEqual({ code: 3, made: '' });
    expect(err).toContain('mode default');
  });

  test('a file from elsewhere brings no allowance', async () => {
    const one = person();
    await one.asks([FINAL], '-p', 'begin', '--allow', 'Bash(touch made)', '--mode', 'accept-edits');
    const two = person();
    const MAKE = '<action tool="bash"><command>touch made</command></action>';
    const { code, err } = await two.asks([MAKE, FINAL], 'resume', one.file(), '-p', 'make it');
    expect({ code, made: two.holds('made') }).toEqual({ code: 3, made: '' });
    expect(err).toContain('mode default');
  });
});

describe.concurrent('nobody goes on', () => {
  const REFUSED: readonly (readonly [string, (one: Person) => unknown, readonly string[], string])[] = [
    ['where no turn waits and nothing is said', () => {}, ['-c', '-p'], 'waits to go on, and there is no prompt'],
    ['where it is not there', () => {}, ['resume', 'nothing-like-it', '-p', 'x'], 'there is no session of this name'],
    [
      'where it is no history',
      (one) => writeFileSync(join(one.folder, 'x.xml'), '<x/>'),
      ['resume', './x.xml', '-p', 'x'],
      'x.xml',
    ],
    [
      'where a record has been changed',
      (one) => {
        const text = readFileSync(one.file(), 'utf8');
        writeFileSync(one.file(), text.replace(/the answer(?![\s\S]*the answer)/, 'another one'));
      },
      ['-c', '-p', 'x'],
      'Go on from before it: tagma fork ',
    ],
    [
      'where something stands behind its end',
      (one) => appendFileSync(one.file(), '<more/>'),
      ['-c', '-p', 'x'],
      'tagma: ',
    ],
  ];

  test('where it does not replay to its end', async () => {
    const one = person();
    await one.asks([FINAL], '-p', 'begin');
    const opened = openHistory(one.file());
    if (!opened.ok) throw new Error(opened.error.message);
    const { n } = opened.history.last();
    const foreign: HistoryRecord = {
      kind: 'effect',
      type: 'tool.run',
      at: 0,
      fields: { id: 7, call: 7, tool: 'bash' },
    };
    opened.history.append([foreign], { sync: true });
    opened.history.close();
    const { code, err } = await one.tagma('-c', '-p', 'x');
    expect(code).toBe(2);
    expect(err).toContain(`record ${n + 1}: effect differs when it is replayed, so nobody can go on from its end.`);
    expect(err).toContain(`Go on from before it: tagma fork ${one.file()} --at ${n}\n`);
  });

  test.each(REFUSED)('%s', async (_title, change, args, says) => {
    const one = person();
    await one.asks([FINAL], '-p', 'begin');
    change(one);
    const before = readFileSync(one.file(), 'utf8');
    const { code, err } = await one.tagma(...args);
    expect({ code, says: err.includes(says) }, err).toEqual({ code: 2, says: true });
    expect(readFileSync(one.file(), 'utf8')).toBe(before);
  });

  test('where another process has it', async () => {
    const one = person();
    await one.asks([FINAL], '-p', 'begin');
    const opened = openHistory(one.file());
    const [named, newest] = [await one.tagma('resume', one.file(), '-p', 'x'), await one.tagma('-c', '-p', 'x')];
    if (opened.ok) opened.history.close();
    expect([named.code, newest.code]).toEqual([2, 2]);
    expect(named.err).toContain(`process ${process.pid} is writing to it.\nA copy can go its own way: tagma fork `);
    expect(newest.err).toContain('to go on with (1 session of it running).');
  });

  test('where its folder is gone, until it is said where it is', async () => {
    const one = person();
    await one.asks([FINAL], '-p', 'begin');
    const file = one.file();
    rmSync(one.folder, { recursive: true });
    const args = ['resume', file, '-p', 'x'];
    const { code, err } = await run(args, { env: { HOME: one.home } });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining(`is not there any more: ${one.folder}\n--cwd FOLDER says where it is now.`),
    });
  });

  test('where there is none of this folder', async () => {
    const { code, err } = await person().tagma('-c', '-p', 'x');
    expect({ code, err: err.split('\n')[0] }).toEqual({
      code: 2,
      err: expect.stringMatching(/^tagma: there is no session of .* to go on with\.$/),
    });
  });
});

test('--resume goes on with the session that is named, and without a terminal and a name with the newest', async () => {
  const one = person();
  await one.asks([FINAL], '-p', 'first');
  const piece = one.file().slice(-10, -4);
  const named = await one.asks([FINAL], `--resume=${piece}`, '-p', 'second');
  const newest = await one.asks([FINAL], '--resume', '-p', 'third');
  expect([named.requests, newest.requests]).toEqual([
    [['first', FINAL, 'second']],
    [['first', FINAL, 'second', FINAL, 'third']],
  ]);
  expect(await one.tagma('--resume=nosuch', '-p', 'x')).toEqual({
    ...{ code: 2, out: '' },
    err: 'tagma: nosuch: there is no session of this name.\ntagma sessions lists those that there are.\n',
  });
});
