import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toClipboard } from '../src/clipboard.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tagma-clipboard-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program of that name that keeps what it is told. */
function program(name: string, script = 'cat > "$FOLDER/$(basename "$0").told"'): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

const NONE = 'no program of this machine has a clipboard (wl-copy, xclip, xsel, pbcopy, clip.exe).';

const rows: readonly (readonly [
  title: string,
  programs: readonly (readonly [name: string, script?: string])[],
  env: { readonly [name: string]: string },
  platform: NodeJS.Platform,
  expected: object,
  taker: string | null,
])[] = [
  [
    'under Wayland',
    [['wl-copy'], ['xclip']],
    { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' },
    'linux',
    { ok: true },
    'wl-copy',
  ],
  ['under X', [['wl-copy'], ['xclip']], { DISPLAY: ':0' }, 'linux', { ok: true }, 'xclip'],
  [
    'by another program where one fails',
    [['xclip', 'exit 3'], ['xsel']],
    { DISPLAY: ':0' },
    'linux',
    { ok: true },
    'xsel',
  ],
  ['on macOS', [['pbcopy']], {}, 'darwin', { ok: true }, 'pbcopy'],
  ['without a display', [['wl-copy'], ['xclip']], {}, 'linux', { ok: false, message: NONE }, null],
  ['without a program', [], { DISPLAY: ':0' }, 'linux', { ok: false, message: NONE }, null],
  [
    'where it fails',
    [['xclip', 'exit 3']],
    { DISPLAY: ':0' },
    'linux',
    { ok: false, message: 'xclip: ended with 3.' },
    null,
  ],
];

test.each(rows)('%s', async (_, programs, env, platform, expected, taker) => {
  for (const [name, script] of programs) program(name, script);
  const text = '中文\nline\n';
  expect(await toClipboard(text, { PATH: `${folder}:/usr/bin:/bin`, FOLDER: folder, ...env }, platform)).toEqual(
    expected,
  );
  if (taker !== null) expect(readFileSync(join(folder, `${taker}.told`), 'utf8')).toBe(text);
});

test('one that never ends is not waited for', async () => {
  program('pbcopy', 'exec sleep 60');
  expect(await toClipboard('x', { PATH: `${folder}:/usr/bin:/bin` }, 'darwin')).toEqual({
    ...{ ok: false, message: 'pbcopy: took longer than 3 s.' },
  });
});
