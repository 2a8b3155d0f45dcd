import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { WASM_TIERING_FLAG } from '../src/wasm-optimisation.ts';

test('this Node knows the flag, set and unset: it says nothing on standard error', () => {
  const { set, unset } = WASM_TIERING_FLAG;
  const script = `for (const flag of ['${set}', '${unset}']) require('node:v8').setFlagsFromString(flag); console.log('ok')`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'ok\n', stderr: '' });
});
