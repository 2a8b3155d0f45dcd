/** A registry that is loaded for the first call. */
import { expect, test } from 'vitest';
import { BUILTIN_TOOLS, builtinSpecs, createRegistry, laterRegistry } from '../src/index.ts';
import { workspace } from './workspace.ts';

function counted() {
  let loads = 0;
  const registry = laterRegistry(builtinSpecs(), async () => {
    loads++;
    return createRegistry(BUILTIN_TOOLS);
  });
  return { registry, loads: () => loads };
}

test('the model is told of the tools, and a session ends, without any of them', async () => {
  const { registry, loads } = counted();
  expect(registry.specs).toEqual(createRegistry().specs);
  expect(registry.shellFolder()).toBeNull();
  await registry.end();
  expect(loads()).toBe(0);
});

test('what runs at the same time is one registry', async () => {
  const { context, path } = workspace({ 'a.txt': 'one' });
  const { registry, loads } = counted();
  const calls = [{ path: 'a.txt' }, { path: 'b.txt' }].map((params) => registry.run('read', params, context));
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(['ok', 'error']);
  expect(loads()).toBe(1);
  await registry.run('write', { path: 'a.txt', content: 'two' }, context);
  expect(await registry.changed(1, context.outputFolder)).toEqual([path('a.txt')]);
  await registry.run('bash', { command: 'cd /' }, context);
  expect(registry.shellFolder()).toBe('/');
  await registry.end();
});

test('where they cannot be loaded the call fails, the next one tries again, and a session can end', async () => {
  const { context } = workspace({ 'a.txt': 'one' });
  let loads = 0;
  const registry = laterRegistry(builtinSpecs(), async () => {
    loads++;
    if (loads < 3) throw new Error(`no ${loads}`);
    return createRegistry(BUILTIN_TOOLS);
  });
  const read = () => registry.run('read', { path: 'a.txt' }, context);
  await expect(read()).rejects.toThrow('no 1');
  const failing = read();
  const ended = registry.end();
  await expect(failing).rejects.toThrow('no 2');
  await ended;
  expect(await read()).toMatchObject({ status: 'ok' });
  await registry.end();
});
