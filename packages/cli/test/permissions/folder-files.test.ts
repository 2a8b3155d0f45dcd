/** What a trusted project may change without being asked about again: a commit that arrives later must not run in its name. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { hashOfFolder } from '../../src/permissions/folder-files.ts';

const hook = (command: readonly string[]) => ({ hooks: [{ on: 'agent_end', command }] });

/** Whether the trust ends with the change of a file. */
const ROWS: readonly (readonly [title: string, config: object, changed: string, ends: boolean])[] = [
  ['a script of a hook, anywhere in the project', hook(['node', 'tools/check.mjs']), 'tools/check.mjs', true],
  ['one that a shell starts', hook(['sh', '-c', 'node "tools/check.mjs" --fast']), 'tools/check.mjs', true],
  ['one as the value of an option', hook(['node', '--import=./tools/check.mjs', '-e', '0']), 'tools/check.mjs', true],
  ['one without its ending, as Node finds it', hook(['node', 'tools/check']), 'tools/check.js', true],
  ['a folder, as Node starts it', hook(['node', 'tools']), 'tools/index.js', true],
  ['a module, beside the configuration', { hooks: [{ on: 'agent_end', module: 'no.mjs' }] }, '.tagma/no.mjs', true],
  ['a module elsewhere', { hooks: [{ on: 'agent_end', module: '../lib/no.mjs' }] }, 'lib/no.mjs', true],
  ['what a program finds by itself', hook(['npm', 'run', 'check']), 'package.json', false],
  [
    'one of very many',
    hook(['node', ...Array.from({ length: 150 }, (_, number) => `many/${number}.mjs`)]),
    'many/99.mjs',
    true,
  ],
  ['a file that nothing names', hook(['node', 'tools/check.mjs']), 'tools/other.mjs', false],
];

test.each(ROWS)('%s', (_, config, changed, ends) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-trust-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (let number = 0; number < 150; number += 1) write(`many/${number}.mjs`, '');
  write('.tagma/config.jsonc', JSON.stringify(config));
  const before = hashOfFolder(folder);
  write(changed, 'harmless');
  const trusted = hashOfFolder(folder);
  write(changed, 'does harm');
  const after = hashOfFolder(folder);
  expect([trusted !== before, after !== trusted]).toEqual([ends, ends]);
});
