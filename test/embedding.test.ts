/** The program of docs/headless.md that embeds a session works as it stands there. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, environment, temporaryFolder } from './command.ts';
import { scriptOf } from './scripted.ts';

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'headless.md'), 'utf8');
const [, program = ''] = /<!-- file: embed.mjs -->\n```js\n([\s\S]*?)```/.exec(page) ?? [];
const BASH = (command: string) => `<action tool="bash"><command>${command}</command></action>`;

test('docs/headless.md: what it allows runs, the rest does not', async () => {
  const endpoint = await startScriptedEndpoint(scriptOf([BASH('npm test'), BASH('touch b'), '<final>one</final>']));
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'embed.mjs'), program);
  writeFileSync(join(folder, 'package.json'), '{"scripts": {"test": "touch a"}}');
  const names = temporaryFolder();
  writeFileSync(join(names, 'tagma'), `#!/bin/sh\nexec "${process.execPath}" "${BUNDLE}" "$@"\n`, { mode: 0o755 });
  const env = environment({ env: { TAGMA_ENDPOINT: endpoint.url, TAGMA_MODEL: 'scripted' } });
  const { stdout } = await promisify(execFile)(process.execPath, ['embed.mjs', 'do the tests pass?'], {
    ...{ cwd: folder, timeout: 30_000 },
    env: { ...env, PATH: `${names}:${env.PATH}` },
  });
  await endpoint.close();
  expect(stdout).toBe("runs bash { command: 'npm test' }\ndenied one\n");
  expect(['a', 'b'].map((name) => existsSync(join(folder, name)))).toEqual([true, false]);
});
