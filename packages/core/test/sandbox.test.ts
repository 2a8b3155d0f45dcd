/** Commands in a sandbox: what each is held within, and what becomes of one that it has stopped. */
import type { Bounds, Facts, Outcome } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { type Emitted, type Mode, messagesOf } from '../src/index.ts';
import { type Drive, facts, prompted, READ_A, READS, RUN_MAKE, RUNS, types } from './drive.ts';

const LOOKS = facts({ readOnly: true, runs: ['ls'] });
const AWAY = facts({ runs: ['cp'], writes: [{ path: '/elsewhere/a', where: 'outside' }] });
const GUARDED = facts({ runs: ['git'], writes: [{ path: '/project/.git/config', where: 'protected' }] });
const SECRETS = facts({ runs: ['touch'], writes: [{ path: '/project/.env', where: 'protected' }] });

/** What mode `trust` shares with the machine. */
const SHARED = { network: true, sharesMachine: true } as const;

const sandboxed = (settings = {}) => prompted({ sandbox: true, mode: 'auto-in-project', ...settings });
const running = (emitted: readonly Emitted[]) => emitted.find((one) => one.type === 'tool.run');
const answered = (machine: Drive, answer: 'once' | 'no', reason = '') =>
  machine.send({ type: 'permission.answered', request: machine.id('person.ask'), answer, reason });
const stopped = (machine: Drive, status: Outcome['status'] = 'error') =>
  machine.send({
    type: 'tool.ended',
    request: machine.id('tool.run'),
    outcome: { status, content: 'read-only', details: { blocked: 'the network' } },
    durationMs: 5,
  });
const lastMessage = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1)?.content ?? '';

describe('what a command is held within', () => {
  const rows: readonly (readonly [title: string, facts: Facts, mode: Mode, bounds: Bounds | undefined])[] = [
    ['one that looks writes nothing', LOOKS, 'default', { writes: 'nothing', network: false, beyond: [] }],
    ['one that runs', RUNS, 'auto-in-project', { writes: 'project', network: false, beyond: [] }],
    [
      'with all that is the machine’s, where all is allowed',
      RUNS,
      'trust',
      { writes: 'project', beyond: [], ...SHARED },
    ],
    ['one that looks, where all is allowed', LOOKS, 'trust', { writes: 'nothing', beyond: [], ...SHARED }],
    [
      'what cannot be analysed, where all is allowed',
      facts({ unknown: 'who knows' }),
      'trust',
      { writes: 'project', beyond: [], ...SHARED },
    ],
    [
      'without the system and its devices, which no mode opens',
      facts({
        runs: ['cp'],
        writes: ['/etc/x', '/usr/local/bin/x', '/dev/sda', '/var/lib/x', '/elsewhere/a', '/var/tmp/x', '/srv/x'].map(
          (path) => ({ path, where: 'outside' }),
        ),
      }),
      'trust',
      { writes: 'project', beyond: ['/elsewhere/a', '/var/tmp/x', '/srv/x'], ...SHARED },
    ],
    [
      'with what is removed of what is installed',
      facts({
        runs: ['rm'],
        deletes: [
          { path: '/project/node_modules', where: 'inside' },
          { path: '/project/src', where: 'inside' },
        ],
      }),
      'auto-in-project',
      {
        ...{ writes: 'project', network: false, beyond: [] },
        selfRunning: ['/project/node_modules'],
      },
    ],
    [
      'with what a package manager installs into, and what git tracks',
      facts({ runs: ['npm', 'git'], installs: ['node_modules'], movesWorkTree: true }),
      'auto-in-project',
      { writes: 'project', network: false, beyond: [], installs: ['node_modules'], movesWorkTree: true },
    ],
    [
      'with the network that was allowed',
      facts({ runs: ['curl'], network: ['example.org'] }),
      'trust',
      { writes: 'project', beyond: [], ...SHARED },
    ],
    ['with the path that was allowed', AWAY, 'trust', { writes: 'project', beyond: ['/elsewhere/a'], ...SHARED }],
    [
      'with an environment file that was allowed',
      SECRETS,
      'trust',
      { writes: 'project', beyond: ['/project/.env'], ...SHARED },
    ],
    [
      'where no mode opens what the sandbox keeps',
      GUARDED,
      'trust',
      { writes: 'project', beyond: ['/project/.git/config'], ...SHARED },
    ],
  ];
  test.each(rows)('%s', (_title, found, mode, bounds) => {
    const machine = sandboxed({ mode });
    machine.reply(RUN_MAKE);
    expect(running(machine.facts(found))?.bounds).toEqual(bounds);
  });

  test('where the person was asked about what it keeps, it runs outside', () => {
    const machine = sandboxed();
    machine.reply(RUN_MAKE);
    machine.facts(GUARDED);
    expect(running(answered(machine, 'once'))).not.toHaveProperty('bounds');
  });

  test('other tools start none, and without a sandbox there is nothing to be held in', () => {
    const machine = sandboxed();
    machine.reply(READ_A);
    expect(running(machine.facts(READS))).not.toHaveProperty('bounds');
    const free = prompted({ mode: 'trust' });
    free.reply(RUN_MAKE);
    expect(running(free.facts(RUNS))).not.toHaveProperty('bounds');
  });
});

describe('stopped by it', () => {
  test('the person is asked, without an "always", and it runs again outside', () => {
    const machine = sandboxed();
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    expect(types(stopped(machine))).toEqual(['facts.take']);
    const asked = machine.facts(RUNS).find((one) => one.type === 'person.ask');
    expect(asked).toMatchObject({
      why: 'the sandbox has kept it from the network: it would run again, outside',
      always: null,
    });
    expect(running(answered(machine, 'once'))).not.toHaveProperty('bounds');
    machine.ended('made');
    expect(lastMessage(machine)).toContain('made');
    expect(lastMessage(machine)).not.toContain('read-only');
  });

  test('the person says no: the model is told how it ended, and that it was not let out', () => {
    const machine = sandboxed();
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    stopped(machine);
    machine.facts(RUNS);
    expect(types(answered(machine, 'no', 'use the mirror'))).toEqual(['model.ask']);
    expect(lastMessage(machine)).toContain('status="error"');
    expect(lastMessage(machine)).toMatch(
      /read-only\n.*the user did not let it run outside of the sandbox: use the mirror/,
    );
  });

  test('outside it may fail as it likes', () => {
    const machine = sandboxed();
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    stopped(machine);
    machine.facts(RUNS);
    answered(machine, 'once');
    expect(types(stopped(machine))).toEqual(['model.ask']);
  });

  test('what is forbidden by now does not run outside either', () => {
    const machine = sandboxed();
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    stopped(machine);
    expect(types(machine.facts({ ...RUNS, forbidden: 'it removes your home folder' }))).toEqual([
      'call.judged',
      'model.ask',
    ]);
  });

  test('where nobody is there, and where it went well all the same, the model is told at once', () => {
    const alone = sandboxed({ headless: true });
    alone.reply(RUN_MAKE);
    alone.facts(RUNS);
    expect(types(stopped(alone))).toEqual(['model.ask']);
    const machine = sandboxed();
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    expect(types(stopped(machine, 'ok'))).toEqual(['model.ask']);
  });

  test.each([
    ['a write outside of the project', '--no-sandbox, or "sandbox": {"writable": [PATH]} in the configuration'],
    ['the network', '--no-sandbox'],
  ])('where nobody is there, what was kept from %s says what lets it through', (blocked, ways) => {
    const alone = sandboxed({ headless: true });
    alone.reply(RUN_MAKE);
    alone.facts(RUNS);
    alone.send({
      type: 'tool.ended',
      request: alone.id('tool.run'),
      outcome: { status: 'error', content: 'no', details: { blocked } },
      durationMs: 5,
    });
    expect(lastMessage(alone)).toContain(`the user can allow it from the start: ${ways}`);
  });

  test('aborted meanwhile, its own end is told', () => {
    const machine = sandboxed();
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    machine.send({ type: 'abort.requested', by: 'person' });
    stopped(machine);
    expect(machine.state()).toBe('finished');
    expect(lastMessage(machine)).toContain('read-only');
  });
});
