import { expect, test } from 'vitest';
import { goodbye } from '../../src/screen/goodbye.ts';

test('nothing in the name of a file is obeyed by the terminal', async () => {
  expect(await goodbye('/nowhere/e\x1b]0;x\x07vil.xml', {})).toBe('history: /nowhere/e␛]0;x␇vil.xml\n');
});
