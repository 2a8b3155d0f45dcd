import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetSecret, keepSecret, secretOf, secretsFile } from '../../src/secrets/index.ts';

const LIBSECRET = `#!/bin/sh
# What the program of libsecret does, with a folder for its keyring; its words go to a file.
ring="$RING"; action="$1"; for last in "$@"; do :; done
echo "$*" >> "$ring/said"
case "$action" in
  store) cat > "$ring/key-$last" ;;
  lookup) cat "$ring/key-$last" 2>/dev/null || exit 1 ;;
  clear) rm -f "$ring/key-$last" ;;
esac
`;

function place(program: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-keyring-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  if (program !== null) {
    writeFileSync(join(bin, 'secret-tool'), program);
    chmodSync(join(bin, 'secret-tool'), 0o755);
  }
  return { XDG_CONFIG_HOME: folder, RING: folder, PATH: program === null ? bin : `${bin}:${process.env.PATH}` };
}

const NAME = 'the keyring (secret-tool)';
const isLinux = process.platform === 'linux';

test.runIf(isLinux)('a key in the keyring is in no file and no argument', async () => {
  const env = place(LIBSECRET);
  expect(await keepSecret('deepseek', 'sk-secret', env, 'keyring')).toEqual({ ok: true, where: NAME });
  expect(JSON.parse(readFileSync(secretsFile(env), 'utf8'))).toEqual({ deepseek: { keyring: true } });
  expect(readFileSync(join(env.RING, 'said'), 'utf8')).not.toContain('sk-secret');
  expect(await secretOf('deepseek', env)).toEqual({ ok: true, key: 'sk-secret', where: NAME });
  expect(await forgetSecret('deepseek', env)).toEqual({ ok: true, where: secretsFile(env) });
  expect(await secretOf('deepseek', env)).toBe(null);
});

test.runIf(isLinux)('a keyring that fails says why, and nothing is kept', async () => {
  const env = place('#!/bin/sh\necho "Cannot open the bus." >&2\nexit 1\n');
  const said = { ok: false, message: `${NAME}: Cannot open the bus.` };
  expect(await keepSecret('deepseek', 'k', env, 'keyring')).toEqual(said);
  expect(await secretOf('deepseek', env)).toBe(null);
});

test.runIf(isLinux)('without a program for it there is no keyring', async () => {
  const env = place(null);
  const kept = await keepSecret('deepseek', 'k', env, 'keyring');
  expect(kept).toEqual({ ok: false, message: expect.stringContaining('"secrets": "file"') });
  mkdirSync(join(env.XDG_CONFIG_HOME, 'tagma'), { recursive: true });
  writeFileSync(secretsFile(env), '{"deepseek": {"keyring": true}}', { mode: 0o600 });
  expect(await secretOf('deepseek', env)).toMatchObject({ ok: false, exit: 2 });
});
