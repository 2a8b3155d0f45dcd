import type { ParamSchema, ToolSpec } from '../../src/index.ts';

const text: ParamSchema = { type: 'string' };

/** Tools of every shape that the scanner has to know: with and without a body parameter, and with every type of parameter. */
export const TOOLS: readonly ToolSpec[] = [
  tool('bash', { command: text, timeout: { type: 'number' } }, ['command'], 'command'),
  tool('read', { path: text, offset: { type: 'number' }, limit: { type: 'number' } }, ['path'], 'path'),
  tool('write', { path: text, content: text }, ['path', 'content']),
  tool('edit', { path: text, old: text, new: text, all: { type: 'boolean' } }, ['path', 'old', 'new']),
  tool('grep', { pattern: text, path: text, glob: text, ignoreCase: { type: 'boolean' } }, ['pattern'], 'pattern'),
  tool('ls', { path: text, limit: { type: 'integer', minimum: 1, maximum: 500 } }, [], 'path'),
  tool('ask', { question: text, options: { type: 'array' } }, ['question'], 'question'),
  tool('todo', { items: { type: 'array' } }, ['items']),
  tool('git', { action: text, message: text, ref: text }, ['action'], 'action'),
  tool(
    'note',
    {
      message: text,
      kind: { type: 'string', enum: ['info', 'warning'] },
      file: { type: 'string', format: 'path' },
      extra: { type: 'object' },
    },
    ['message'],
  ),
];

function tool(
  name: string,
  properties: { readonly [name: string]: ParamSchema },
  required: readonly string[],
  body?: string,
): ToolSpec {
  const spec = { name, description: '', parameters: { type: 'object', properties, required } } as const;
  return body === undefined ? spec : { ...spec, body };
}
