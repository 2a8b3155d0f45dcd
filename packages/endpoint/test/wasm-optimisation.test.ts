import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { WASM_TIERING_FLAG } from '../src/wasm-optimisation.ts';

test('this Node knows the flag: it says nothing on standard error', () => {
  const script = `require('node:v8').setFlagsFromString('${WASM_TIERING_FLAG}'); console.log('ok')`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'ok\n', stderr: '' });
});
