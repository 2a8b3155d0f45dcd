/** What stands where from inside, and the lines that say so to either sandbox. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confine, type Mount, type Sandbox, seatbeltProfile } from '../src/index.ts';
import { Place } from './place.ts';

let place: Place;
beforeAll(() => {
  place = new Place();
  for (const path of ['.ssh/id', '.npmrc', '.config/gh/x', '.aws/config', 'project/.tagma/rules'])
    place.file(`home/${path}`);
});
afterAll(() => place.remove());

/** Those in the place alone, by their paths in it; the home is shown where the place is in a folder that is covered. */
function inPlace(mounts: readonly Mount[]): readonly string[] {
  const within = mounts.filter(({ kind, path }) => path.startsWith(place.root) && kind !== 'show');
  return within.map(({ kind, path }) => `${kind} ${path.slice(place.root.length)}`);
}

test('the project is written, secrets are hidden: parents first', () => {
  expect(inPlace(place.layout().mounts)).toEqual([
    ...['write /home/project', 'hide-folder /home/.ssh', 'hide-folder /home/.aws', 'hide-file /home/.npmrc'],
    ...['keep /home/project/.tagma', 'hide-folder /home/.config/gh'],
  ]);
});

test('what leads to a secret in a project cannot be moved', () => {
  expect(inPlace(place.layout({ folder: place.home }).mounts).filter((row) => row.includes('.config'))).toEqual([
    'write /home/.config',
    'hide-folder /home/.config/gh',
  ]);
});

test('what a variable puts elsewhere is hidden there too', () => {
  place.file('moved/gh/x');
  place.file('gnupg/key');
  const environment = { XDG_CONFIG_HOME: join(place.root, 'moved'), GNUPGHOME: join(place.root, 'gnupg') };
  const { mounts } = place.layout({ folder: place.root }, environment);
  expect(inPlace(mounts).filter((row) => /gnupg|moved/.test(row))).toEqual([
    'write /moved',
    'hide-folder /gnupg',
    'hide-folder /moved/gh',
  ]);
});

test('a folder of secrets that is a file hides nothing, and nothing fails', () => {
  place.file('moved-file');
  const { mounts } = place.layout({}, { XDG_CONFIG_HOME: join(place.root, 'moved-file') });
  expect(inPlace(mounts).filter((row) => row.includes('moved-file'))).toEqual([]);
});

const command = { file: '/bin/sh', args: ['-c', 'a "b"'], folder: '/', environment: { PATH: '/bin', A_TOKEN: 'x' } };
const BUBBLEWRAP: Sandbox = { kind: 'bubblewrap', path: '/usr/bin/bwrap', inherited: [], shell: '/bin/sh' };

test('a command keeps its arguments, and begins in its folder', () => {
  const confined = confine(command, place.layout(), BUBBLEWRAP);
  expect(confined.args.slice(-6)).toEqual(['--chdir', '/', '--', '/bin/sh', '-c', 'a "b"']);
  expect(confined).toMatchObject({
    file: '/usr/bin/bwrap',
    folder: '/',
    environment: { PATH: '/bin', TMPDIR: '/tmp' },
  });
  expect(confined.environment).not.toHaveProperty('A_TOKEN');
});

test('without the network it is a namespace of its own', () => {
  const flags = [false, true].map((network) =>
    confine(command, place.layout({ network }), BUBBLEWRAP).args.includes('--unshare-net'),
  );
  expect(flags).toEqual([true, false]);
});

test('the profile for Seatbelt (its words; never tried)', () => {
  const layout = place.layout({ temporary: place.folder('temporary') });
  const text = seatbeltProfile({
    ...layout,
    mounts: layout.mounts.filter(({ kind, path }) => path.startsWith(place.root) && kind !== 'show'),
  });
  const lines = text.replaceAll(place.root, '').split('\n');
  expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
  expect(lines.filter((line) => line.includes('network'))).toEqual([]);
  expect(lines.slice(lines.findIndex((line) => line.includes('mach-lookup')) + 1)).toEqual([
    '(allow file-write* (subpath "/temporary"))',
    '(allow file-write* (subpath "/home/project"))',
    ...['.ssh', '.aws', '.npmrc'].map((name) => `(deny file-read* file-write* (subpath "/home/${name}"))`),
    '(deny file-write* (subpath "/home/project/.tagma"))',
    '(deny file-read* file-write* (subpath "/home/.config/gh"))',
    '',
  ]);
  const quoted: Mount = { kind: 'keep', path: '/a "b"\\c' };
  expect(seatbeltProfile({ ...layout, mounts: [quoted] })).toContain('(deny file-write* (subpath "/a \\"b\\"\\\\c"))');
  expect(seatbeltProfile(place.layout({ network: true }))).toContain('(allow network-outbound (remote ip))');
});

test('the profile of macOS for what shares the machine: all but writing where nothing allows it, and what is Tagma’s own', () => {
  const own = new Place();
  own.file('home/.config/tagma/keys.json');
  own.file('home/.ssh/id');
  const layout = own.layout({ network: true, sharesMachine: true, hidden: [own.folder('kept')] });
  own.remove();
  const within = (path: string) => path.startsWith(own.root);
  const text = seatbeltProfile({ ...layout, mounts: layout.mounts.filter(({ path }) => within(path)) });
  const lines = text.replaceAll(own.root, '').split('\n');
  expect(lines.slice(0, 4)).toEqual([
    ...['(version 1)', '(allow default)', '(deny file-write*)', '(deny mach-priv-task-port)'],
  ]);
  expect(lines.filter((line) => line.includes('subpath "/home/project"'))).toEqual([
    '(allow file-write* (subpath "/home/project"))',
  ]);
  expect(lines.filter((line) => line.startsWith('(deny file-read*'))).toEqual([
    '(deny file-read* file-write* (subpath "/kept"))',
    '(deny file-read* file-write* (subpath "/home/.config/tagma"))',
  ]);
});
