/** The commands that the documents promise are there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../packages/build/workspace.mjs';

const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

test.each(['npm run demo', 'npm test'])('the README shows %s', (command) => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(command);
});

test.each(['README.md', 'CONTRIBUTING.md'])('every npm command in %s is a script', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map(([, run, test]) => run ?? test ?? '');
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});
