import type { ParamSchema, ToolSpec } from '../../src/index.ts';
import { TOOLS } from '../reply/tools.ts';

const text: ParamSchema = { type: 'string' };

/** Tools whose schemas say more, and whose names and parameters are less usual, than those of the scanner's tests. */
const UNUSUAL: readonly ToolSpec[] = [
  tool('now', {}, []),
  tool('Get_It "all"', { 'a-b.c_d': text, action: text, final: text, A: text }, ['action']),
  tool('sort', { by: { type: 'string', enum: ['size', ' a ', '', 'null', '</by>', '&lt;', 'two\nlines'] } }, ['by']),
  tool(
    'count',
    {
      level: { type: 'integer', enum: [1, 2, 30] },
      some: { type: 'integer', minimum: 1, maximum: 500 },
      below: { type: 'integer', minimum: -20, maximum: -3 },
      share: { type: 'number', minimum: 0, maximum: 1 },
      odd: { type: 'number', minimum: -1.25, maximum: 3600.5 },
      narrow: { type: 'number', minimum: 0.125, maximum: 0.1375 },
      least: { type: 'number', minimum: 7 },
      most: { type: 'integer', maximum: 99 },
      any: { type: 'number' },
      whole: { type: 'integer' },
    },
    [],
  ),
  tool(
    'plan',
    {
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            title: text,
            state: { type: 'string', enum: ['open', '<done>', '</steps>', 'a&b'] },
            weight: { type: 'number', minimum: 0 },
            'tags</steps>': { type: 'array', items: text },
            done: { type: 'boolean' },
          },
          required: ['state', 'done'],
        },
      },
      meta: { type: 'object', properties: { one: text, two: { type: 'integer' }, three: { type: 'object' } } },
      rows: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
      loose: {},
    },
    ['steps'],
  ),
];

export const GRAMMAR_TOOLS: readonly ToolSpec[] = [...TOOLS, ...UNUSUAL];

function tool(
  name: string,
  properties: { readonly [name: string]: ParamSchema },
  required: readonly string[],
): ToolSpec {
  return { name, description: '', parameters: { type: 'object', properties, required } };
}
