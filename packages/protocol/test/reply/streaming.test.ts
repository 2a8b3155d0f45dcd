import { describe, expect, test } from 'vitest';
import { feedReply, overOf, type PartialReply, partialReply, startReply } from '../../src/index.ts';
import { TOOLS } from './tools.ts';

const EMPTY: PartialReply = { thoughts: [], actions: [], final: null, loose: '', over: null };

function partialOf(text: string): PartialReply {
  const scan = startReply({ tools: TOOLS });
  feedReply(scan, text);
  return partialReply(scan);
}

describe('what can be shown so far', () => {
  test.each<readonly [string, string, Partial<PartialReply>]>([
    ['nothing', '', {}],
    ['prose', 'So: ', { loose: 'So: ' }],
    ['prose, and what may become a tag', 'So: <act', { loose: 'So: ' }],
    ['a thought as it grows', '<thought>\nI loo', { thoughts: ['I loo'] }],
    ['a thought that has just opened', '<thought>', { thoughts: [''] }],
    ['a newline that may be layout is held back', '<thought>a\n  ', { thoughts: ['a'] }],
    ['a closing tag that may come is held back', '<thought>a</th', { thoughts: ['a'] }],
    ['an element that may show that the thought is over', '<thought>a\n<final>b', { thoughts: ['a'] }],
    ['an action by its tool', '<action tool="Bash">', { actions: [{ tool: 'bash', params: {} }] }],
    ['an action whose tool is not offered', '<action tool="fly">', { actions: [{ tool: 'fly', params: {} }] }],
    [
      'a parameter as it grows',
      '<action tool="write"><path>a</path><content>\nx <z',
      { actions: [{ tool: 'write', params: { path: 'a', content: 'x <z' } }] },
    ],
    [
      'a closer that may be value',
      '<action tool="bash"><command>a</command> b',
      { actions: [{ tool: 'bash', params: { command: 'a' } }] },
    ],
    [
      'a closer that was value',
      '<action tool="bash"><command>a</command> b</command></action>',
      { actions: [{ tool: 'bash', params: { command: 'a</command> b' } }] },
    ],
    [
      'a section of CDATA',
      '<action tool="bash"><command><![CDATA[ a\n]',
      { actions: [{ tool: 'bash', params: { command: ' a\n' } }] },
    ],
    [
      'a parameter in the attributes',
      '<action tool="bash" timeout="5">',
      { actions: [{ tool: 'bash', params: { timeout: '5' } }] },
    ],
    ['a body is shown once it is closed', '<action tool="bash">ls', { actions: [{ tool: 'bash', params: {} }] }],
    [
      'a body that is closed',
      '<action tool="bash">\nls\n</action>',
      { actions: [{ tool: 'bash', params: { command: 'ls' } }] },
    ],
    [
      'a JSON body as it grows',
      '<action tool="bash">{"command": "ls \\"a',
      { actions: [{ tool: 'bash', params: { command: 'ls "a' } }] },
    ],
    [
      'several actions',
      '<action tool="ls"/>\n<action tool="read"><path>a',
      {
        actions: [
          { tool: 'ls', params: {} },
          { tool: 'read', params: { path: 'a' } },
        ],
        loose: '\n',
      },
    ],
    ['the final as it grows', '<final>Do', { final: 'Do' }],
    ['the final', '<final>Done.</final>x', { final: 'Done.', over: 'final' }],
    ['a premature final is not shown', '<action tool="ls"/><final>Do', { actions: [{ tool: 'ls', params: {} }] }],
    ['an example in a fence', 'So:\n```\n<action tool="ls"/>', { loose: 'So:\n```\n<action tool="ls"/>' }],
    ['an invented observation', 'So:<observation>x', { loose: 'So:', over: 'forged-observation' }],
    ['a stray closer of a thought', 'I look.</think>', { thoughts: ['I look.'] }],
  ])('%s', (_title, text, expected) => {
    expect(partialOf(text)).toEqual({ ...EMPTY, ...expected });
  });
});

describe('the stream can be cancelled', () => {
  test.each<readonly [string, string, PartialReply['over']]>([
    ['behind the final', '<final>a</final>', 'final'],
    ['not before its closing tag is complete', '<final>a</final', null],
    ['not behind a premature one', '<action tool="ls"/><final>a</final>', null],
    ['at an invented observation', '<action tool="ls"/>\n<observation>', 'forged-observation'],
    ['at an invented message', '<message role="user">', 'forged-observation'],
    ['not while it may become another name', '<action tool="ls"/>\n<observation', null],
    ['not inside a fence', '```\n<action tool="ls"/>\n<observation>', null],
    ['not inside a thought', '<think><observation>', null],
    ['not inside a value', '<action tool="bash"><command><observation>', null],
  ])('%s', (_title, text, over) => {
    const scan = startReply({ tools: TOOLS });
    for (const character of text) feedReply(scan, character);
    expect(overOf(scan)).toBe(over);
  });
});
