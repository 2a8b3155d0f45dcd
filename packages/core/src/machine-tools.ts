/**
 * The tools of the machine itself: `ask` waits for the person's answer, `todo` keeps a list of steps that he sees, `plan` begins a plan
 * and has him agree to it. They
 * run nothing in the world, so no permission is needed for them, and no performer. How they are answered stands in `asking.ts`.
 */
import type { ToolSpec } from '@tagma/protocol';

export const ASK: ToolSpec = {
  name: 'ask',
  description: 'Asks the user a question and waits for the answer.',
  body: 'question',
  readOnly: true,
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string', description: 'One question.' },
      options: { type: 'array', items: { type: 'string' }, description: 'Answers to choose from.' },
    },
    required: ['question'],
    additionalProperties: false,
  },
};

export const PLAN: ToolSpec = {
  name: 'plan',
  description: 'Begins a plan (nothing is changed until the user agrees to it), or says that it is written.',
  body: 'action',
  readOnly: true,
  parameters: {
    type: 'object',
    properties: { action: { type: 'string', enum: ['enter', 'done'] } },
    required: ['action'],
    additionalProperties: false,
  },
};

export const TODO: ToolSpec = {
  name: 'todo',
  description: 'Keeps your list of steps, which the user sees. Send the whole list each time.',
  readOnly: true,
  parameters: {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        description: '[{"text": "...", "status": "open|doing|done"}]',
        items: {
          type: 'object',
          properties: { text: { type: 'string' }, status: { type: 'string', enum: ['open', 'doing', 'done'] } },
          required: ['text'],
        },
      },
    },
    required: ['items'],
    additionalProperties: false,
  },
};

/** What the model is told of them. A session offers them beside the tools that run. */
export const MACHINE_TOOLS: readonly ToolSpec[] = [ASK, TODO, PLAN];

export function isMachineTool(tool: string): boolean {
  return MACHINE_TOOLS.some(({ name }) => name === tool);
}
