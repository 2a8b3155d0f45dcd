/** The pure packages read no clock, no file, no socket and no random number, and have no way to. */
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../../packages/build/workspace.mjs';
import { readSources, type Source } from './sources.ts';

const PURE = ['protocol', 'core'];

const FORBIDDEN = [
  ...['Date', 'Math.random', 'performance', 'crypto'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame'],
  ...['process', 'globalThis', 'global', 'window', 'self', 'require', 'module', 'Buffer', '__filename', '__dirname'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'navigator', 'console'],
];
const MARK = '__forbidden__';

test.each(PURE)('%s bundles for no platform at all', async (name) => {
  const result = await build({
    entryPoints: [join(ROOT, 'packages', name, 'src', 'index.ts')],
    bundle: true,
    platform: 'neutral',
    write: false,
    logLevel: 'silent',
  });
  expect(result.errors).toEqual([]);
});

test.each(PURE)('%s names no clock, chance, process or network', async (name) => {
  const sources = (await readSources()).filter((source) => source.package === name);
  const found = await Promise.all(
    sources.map(async (source) => (await forbiddenIn(source)).map((word) => `${source.path}: ${word}`)),
  );
  expect(found.flat()).toEqual([]);
});

/** Of the screen only these have streams, timers and a clock; all else is told what time it is. */
const TIMED_SCREENS = [
  'packages/tui/src/accessible/accessible-screen.ts',
  'packages/tui/src/screen/frames.ts',
  'packages/tui/src/screen/on-terminal.ts',
  'packages/tui/src/screen/screen.ts',
  'packages/tui/src/screen/session-stage.ts',
  'packages/tui/src/screen/timers.ts',
  'packages/tui/src/screen/viewer.ts',
  'packages/tui/src/travel/show-travel.ts',
];
const TIME_AND_CHANCE = [
  ...['Date', 'Math.random', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'process'],
];

test('the screen reads the clock where it has its streams, and nowhere else', async () => {
  const sources = (await readSources()).filter(
    ({ package: name, path }) => name === 'tui' && !path.startsWith('packages/tui/src/terminal/'),
  );
  const found = await Promise.all(
    sources.map(async (source) => (await forbiddenIn(source)).some((word) => TIME_AND_CHANCE.includes(word))),
  );
  expect(
    sources
      .filter((_, index) => found[index])
      .map(({ path }) => path)
      .sort(),
  ).toEqual(TIMED_SCREENS);
});

test('a global is found, and what only looks like one is not', async () => {
  const text = `
    /** Date, process */
    export const now = () => Date.now();
    export const text = 'setTimeout';
    export const chance = Math.random;
    export const whole = (fetch: number, row: { process: number }) => fetch + row.process + Math.max(1, 2);
  `;
  expect(await forbiddenIn({ text })).toEqual(['Date', 'Math.random']);
});

/** The compiler knows what is a global and what a parameter, a property or a string: it renames the globals alone. */
async function forbiddenIn({ text }: Pick<Source, 'text'>): Promise<string[]> {
  const marked = FORBIDDEN.map((word) => [word, `${MARK}${word.replace('.', '$')}`] as const);
  const { code } = await transform(text, { loader: 'ts', define: Object.fromEntries(marked) });
  return marked.filter(([, mark]) => new RegExp(`${mark.replaceAll('$', '\\$')}\\b`).test(code)).map(([word]) => word);
}
