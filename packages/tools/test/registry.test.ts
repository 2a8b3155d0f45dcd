import { existsSync } from 'node:fs';
import type { ToolSpec } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { BUILTIN_TOOLS, builtinSpecs, createRegistry, runTool, settledSpecs, specOf, type Tool } from '../src/index.ts';
import { workspace } from './workspace.ts';

/** Name, body, whether it only reads, and its parameters in one line. */
function shapeOf({ name, body, readOnly, parameters }: ToolSpec) {
  const required = new Set(parameters.required);
  const names = Object.entries(parameters.properties).map(
    ([key, { type }]) => `${key}${required.has(key) ? '' : '?'}: ${type}`,
  );
  return [name, body, readOnly, names.join(', ')];
}

test('the tools that wait for settings have their names, bodies and parameters', () => {
  const built = new Map(builtinSpecs().map((spec) => [spec.name, spec]));
  const planned = settledSpecs().filter((spec) => !built.has(spec.name));
  expect(planned.map(shapeOf)).toEqual([['search', 'query', true, 'query: string, limit?: integer']]);
  const changed = settledSpecs().filter(
    (spec) => built.has(spec.name) && JSON.stringify(spec) !== JSON.stringify(built.get(spec.name)),
  );
  expect(changed.map(shapeOf)).toEqual([]);
});

describe('the specs of the built-in tools', () => {
  test('have the names, bodies and parameters that the protocol settles', () => {
    expect(builtinSpecs().map(shapeOf)).toEqual([
      [
        'bash',
        'command',
        undefined,
        'command: string, timeout?: number, background?: boolean, job?: string, action?: string',
      ],
      ['read', 'path', true, 'path: string, offset?: integer, limit?: integer'],
      ['write', undefined, undefined, 'path: string, content: string'],
      ['edit', undefined, undefined, 'path: string, old: string, new: string, all?: boolean'],
      ['glob', 'pattern', true, 'pattern: string, path?: string'],
      [
        'grep',
        'pattern',
        true,
        'pattern: string, path?: string, glob?: string, ignoreCase?: boolean, literal?: boolean, context?: integer, limit?: integer',
      ],
      ['ls', 'path', true, 'path?: string, limit?: integer'],
      ['fetch', 'url', true, 'url: string, limit?: integer'],
      [
        'git',
        'action',
        undefined,
        'action: string, ref?: string, files?: array, message?: string, remote?: string, branch?: string',
      ],
      ['undo', 'steps', undefined, 'steps?: integer'],
    ]);
  });

  test('are plain JSON with a description for every tool and parameter', () => {
    const specs = builtinSpecs();
    expect(JSON.parse(JSON.stringify(specs))).toEqual(specs);
    for (const { description, parameters } of specs) {
      for (const text of [description, ...Object.values(parameters.properties).map((schema) => schema.description)]) {
        expect(text).toMatch(/^[A-Z].*\.$/);
      }
    }
  });

  test('hold only what the protocol knows of JSON Schema', () => {
    const tool: Tool<{ path: string; items?: readonly string[] | undefined }> = {
      name: 'sample',
      description: 'A sample.',
      input: z.strictObject({
        path: z.string().check(z.describe('Where.')),
        items: z.optional(z.array(z.enum(['a', 'b']))),
      }),
      run: async () => ({ status: 'ok', content: '', details: {} }),
    };
    expect(specOf(tool)).toEqual({
      name: 'sample',
      description: 'A sample.',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Where.' },
          items: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        },
        required: ['path'],
        additionalProperties: false,
      },
    });
    const wrong = { ...tool, input: z.strictObject({ path: z.union([z.string(), z.number()]) }) } as Tool;
    expect(() => specOf(wrong)).toThrow('sample.path has several types, which parameters of a tool cannot');
    const longer = { ...tool, input: z.strictObject({ path: z.string().check(z.minLength(2)) }) } as Tool;
    expect(() => specOf(longer)).toThrow('sample.path uses minLength, which parameters of a tool cannot');
  });
});

describe('a registry', () => {
  const throwing: Tool<object> = {
    name: 'throwing',
    description: 'Throws.',
    input: z.strictObject({}),
    run: () => {
      throw new Error('no disk');
    },
  };

  test('runs a tool by name', async () => {
    const { context } = workspace({ 'a.txt': 'hello\n' });
    const outcome = await createRegistry().run('read', { path: 'a.txt' }, context);
    expect(outcome).toMatchObject({ status: 'ok', content: 'hello\n' });
  });

  test('answers an unknown name with the names there are', async () => {
    const { context } = workspace();
    expect(await createRegistry().run('read_file', {}, context)).toEqual({
      status: 'error',
      content: 'There is no tool read_file. The tools are: bash, read, write, edit, glob, grep, ls, fetch, git, undo.',
      details: {},
    });
  });

  test('makes an outcome of what a tool throws', async () => {
    const { context } = workspace();
    expect(await createRegistry([throwing]).run('throwing', {}, context)).toEqual({
      status: 'error',
      content: 'throwing failed in a way it was not made for: no disk',
      details: { unexpected: true },
    });
  });

  test.each(BUILTIN_TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s does nothing once aborted',
    async (_, tool) => {
      const { context, path } = workspace({ 'a.txt': 'a' }, { signal: AbortSignal.abort() });
      const params = {
        bash: { command: 'touch done' },
        write: { path: 'done', content: '' },
        edit: { path: 'a.txt', old: 'a', new: 'b' },
        read: { path: 'a.txt' },
        glob: { pattern: '*' },
        grep: { pattern: 'a' },
        fetch: { url: 'http://127.0.0.1:9' },
        git: { action: 'status' },
      }[tool.name];
      const outcome = await runTool(tool, params ?? {}, context);
      expect(outcome).toEqual({
        status: 'aborted',
        content: `${tool.name} was aborted before it began. Nothing was done.`,
        details: {},
      });
      expect(existsSync(path('done'))).toBe(false);
    },
  );

  test('refuses two tools of one name', () => {
    expect(() => createRegistry([throwing, throwing])).toThrow('Two tools have the same name');
  });
});
