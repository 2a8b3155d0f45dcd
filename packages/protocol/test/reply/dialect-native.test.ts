import { describe, expect, test } from 'vitest';
import { type Finish, type NativeCall, parseReply, type ReplyFields } from '../../src/index.ts';
import { TOOLS } from './tools.ts';

type Seen = {
  readonly actions: readonly (readonly [string, object, string | null])[];
  readonly final?: string | null;
  readonly repairs: readonly string[];
};

function call(name: string, given: NativeCall['arguments']): NativeCall {
  return { name, arguments: given };
}

function seen(text: string, finish: Finish, fields: Partial<ReplyFields>): Seen {
  const reply = parseReply(text, finish, { tools: TOOLS }, { reasoning: '', ...fields });
  const actions = reply.actions.map(({ tool, params, error }) => [tool, params, error?.code ?? null] as const);
  return { actions, final: reply.final, repairs: reply.repairs };
}

const repairs = ['dialect:native'];
const LS = call('bash', '{"command": "ls"}');
const ls = ['bash', { command: 'ls' }, null] as const;

describe('dialect native: the endpoint’s own fields', () => {
  test.each<readonly [string, string, Finish, Partial<ReplyFields>, Seen]>([
    ['a call', '', 'stop', { toolCalls: [LS] }, { actions: [ls], repairs }],
    [
      'an object for the arguments',
      '',
      'stop',
      { toolCalls: [call('bash', { command: 'ls' })] },
      { actions: [ls], repairs },
    ],
    ['the older field', '', 'stop', { functionCall: LS }, { actions: [ls], repairs }],
    ['several', '', 'stop', { toolCalls: [LS, call('ls', '')] }, { actions: [ls, ['ls', {}, null]], repairs }],
    ['prose beside it', 'I look.', 'stop', { toolCalls: [LS] }, { actions: [ls], repairs }],
    [
      'a plain action before it',
      '<action tool="ls"/>',
      'stop',
      { toolCalls: [LS] },
      { actions: [['ls', {}, null], ls], repairs },
    ],
    [
      'the same in the text',
      '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>',
      'stop',
      { toolCalls: [LS] },
      { actions: [ls], repairs: ['dialect:hermes', 'dialect:native'] },
    ],
    [
      'a final before it ends the reply',
      '<final>Done.</final>',
      'stop',
      { toolCalls: [LS] },
      { actions: [], final: 'Done.', repairs: ['after-final'] },
    ],
    [
      'an invented observation before it ends the reply',
      '<action tool="ls"/><observation>',
      'stop',
      { toolCalls: [LS] },
      { actions: [['ls', {}, null]], repairs: ['forged-observation'] },
    ],
    [
      'lenient JSON',
      '',
      'stop',
      { toolCalls: [call('edit', "{'path': 'a', 'old': 'x', 'new': 'y', 'all': True,")] },
      { actions: [['edit', { path: 'a', old: 'x', new: 'y', all: true }, null]], repairs },
    ],
    [
      'encoded twice',
      '',
      'stop',
      { toolCalls: [call('bash', '"{\\"command\\": \\"ls\\"}"')] },
      { actions: [ls], repairs },
    ],
    [
      'null for the arguments',
      '',
      'stop',
      { toolCalls: [call('ls', 'null')] },
      { actions: [['ls', {}, null]], repairs },
    ],
    [
      'broken JSON',
      '',
      'stop',
      { toolCalls: [call('bash', '{"command": "echo "a""}')] },
      { actions: [['bash', { command: 'echo ' }, 'bad-params']], repairs },
    ],
    [
      'cut at the limit',
      '',
      'length',
      { toolCalls: [LS, call('write', '{"path": "a", "content": "ha')] },
      { actions: [ls, ['write', { path: 'a', content: 'ha' }, 'truncated']], repairs },
    ],
    [
      'cut where only a bracket is missing',
      '',
      'length',
      { toolCalls: [call('write', '{"path": "a", "content": "ha"')] },
      { actions: [['write', { path: 'a', content: 'ha' }, 'truncated']], repairs },
    ],
    [
      'cut before its arguments',
      '',
      'length',
      { toolCalls: [LS, call('ls', '')] },
      { actions: [ls, ['ls', {}, 'truncated']], repairs },
    ],
    ['whole at the limit', '', 'length', { functionCall: LS }, { actions: [ls], repairs }],
    ['the older field beside the newer', '', 'stop', { toolCalls: [LS], functionCall: LS }, { actions: [ls], repairs }],
    [
      'a tool that is not offered',
      '',
      'stop',
      { toolCalls: [call('fly', '{"to": "x"}')] },
      { actions: [['fly', { to: 'x' }, 'unknown-tool']], repairs },
    ],
    [
      'Chinese',
      '',
      'stop',
      { toolCalls: [call('grep', '{"pattern": "错误"}')] },
      { actions: [['grep', { pattern: '错误' }, null]], repairs },
    ],
    ['none', '<final>x</final>', 'stop', { toolCalls: [] }, { actions: [], final: 'x', repairs: [] }],
  ])('%s', (_title, text, finish, fields, expected) => {
    expect(seen(text, finish, fields)).toEqual({ final: null, ...expected });
  });
});
