/** Which sandbox is found, and what the person is told where there is none. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { confine, findSandbox } from '../src/index.ts';
import { type KernelSettings, whyNot } from '../src/why-not.ts';
import { hasSandbox, Place } from './place.ts';

const SETTINGS: KernelSettings = { usernsClone: null, usernsMax: 15_000, apparmorRestricts: null };

type Row = readonly [
  title: string,
  state: 'absent' | 'no-bash' | 'failed',
  message: string,
  settings: Partial<KernelSettings>,
  why: RegExp,
];
const ROWS: readonly Row[] = [
  ['it is not installed', 'absent', '', {}, /not installed: install it .*apt install bubblewrap/],
  [
    'Debian’s setting',
    'failed',
    'bwrap: No permissions to creating new namespace, likely because …',
    { usernsClone: 0 },
    /sysctl kernel\.unprivileged_userns_clone=1/,
  ],
  [
    'no namespaces at all',
    'failed',
    'bwrap: Creating new namespace failed: No space left on device',
    { usernsMax: 0 },
    /sysctl user\.max_user_namespaces=15000/,
  ],
  [
    'AppArmor, when it maps users',
    'failed',
    'bwrap: setting up uid map: Permission denied',
    { apparmorRestricts: 1 },
    /AppArmor forbids it.*bwrap-userns-restrict/,
  ],
  [
    'AppArmor, when it sets up the network',
    'failed',
    'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
    { apparmorRestricts: 1 },
    /AppArmor forbids it/,
  ],
  [
    'a container without the right',
    'failed',
    'bwrap: Creating new namespace failed: Operation not permitted',
    {},
    /seccomp=unconfined/,
  ],
  [
    'a container that hides /proc',
    'failed',
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    {},
    /systempaths=unconfined.*unmask=ALL/,
  ],
  [
    'an old one',
    'failed',
    'bwrap: Unknown option --ro-bind-try',
    {},
    /too old \(bwrap: Unknown option --ro-bind-try\)/,
  ],
  ['open files and no bash', 'no-bash', '200', {}, /open files \(200\) .* no bash/],
  ['anything else', 'failed', 'bwrap: something new', {}, /^bubblewrap does not work here: bwrap: something new$/],
];
test.each(ROWS)('why there is none: %s', (_, state, message, settings, why) => {
  expect(whyNot(state, message, { ...SETTINGS, ...settings })).toMatch(why);
});

test('a system without one', async () => {
  const sandbox = await findSandbox({}, 'win32');
  expect(sandbox).toEqual({ kind: 'none', why: 'There is no sandbox for win32: commands run with all your rights.' });
});

test('where there is none, nothing is confined by mistake', () => {
  const place = new Place();
  const command = { file: 'true', args: [], folder: place.project, environment: {} };
  expect(() => confine(command, place.layout(), { kind: 'none', why: 'x' })).toThrow('there is no sandbox');
  place.remove();
});

describe.runIf(hasSandbox)('on this machine', () => {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place.remove());

  test('bubblewrap is found also where the search path does not lead to it', async () => {
    expect((await findSandbox({}, 'linux')).kind).toBe('bubblewrap');
  });

  test('what has worked is told, and believed next time; another mark is not', async () => {
    const marks: string[] = [];
    const known = { has: (mark: string) => marks.includes(mark), add: (mark: string) => marks.push(mark) };
    expect((await findSandbox({}, 'linux', known)).kind).toBe('bubblewrap');
    expect(marks).toEqual([expect.stringMatching(/^[0-9a-f-]{36} \/\S*bwrap \d+/)]);
    expect((await findSandbox({}, 'linux', known)).kind).toBe('bubblewrap');
    expect(marks).toHaveLength(1);
  });

  test('a program of that name further back on the path, or relative to the project, is not asked', async () => {
    const fake = place.file('home/project/bwrap', '#!/bin/sh\ntouch "$0.asked"\n');
    chmodSync(fake, 0o755);
    const sandbox = await findSandbox({ PATH: `${place.project}:.` }, 'linux');
    expect(sandbox.kind === 'none' ? '' : sandbox.path).not.toBe(fake);
  });

  test('a search path does not keep a confined command from its own programs', async () => {
    const { stdout } = await place.run('command -v sh', {}, { PATH: join(place.root, 'none') });
    expect(stdout).toBe('');
  });
});
