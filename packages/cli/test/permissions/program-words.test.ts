/** What a person is told of a project's hooks and tools before he trusts them. */
import { expect, test } from 'vitest';
import { wordsOfHook, wordsOfTool } from '../../src/permissions/program-words.ts';

const node = { command: ['node', 'x.mjs'] };

test.each([
  [
    'a hook with the network',
    wordsOfHook({ on: 'before_tool_call', command: ['scripts/x.mjs'], network: true }, 'held'),
    'hook scripts/x.mjs runs before each call, in the sandbox, with the network',
  ],
  [
    'a module with a name, for two points and two tools',
    wordsOfHook(
      { name: 'guard', on: ['on_tool_result', 'agent_end'], module: 'x.mjs', tools: ['bash', 'write'] },
      'held',
    ),
    'hook guard (x.mjs) runs after each call and at agent_end, for bash, write, in the sandbox',
  ],
  [
    'words that could be read in two ways, and what else is set',
    wordsOfHook({ on: 'on_input', command: ['sh', '-c', 'a; b'], timeout: 5 }, 'unknown'),
    'hook sh -c "a; b" runs at each message of yours, in the sandbox where there is one: {"timeout":5}',
  ],
  [
    'a tool, where there is no sandbox to hold it',
    wordsOfTool('issue', { ...node, description: 'Shows it.', parameters: {}, network: true }, 'free'),
    'tool issue (node x.mjs) runs when the model calls it, with all your rights, for there is no sandbox: {"description":"Shows it.","parameters":{}}',
  ],
])('%s', (_, words, expected) => {
  expect(words).toBe(expected);
});
