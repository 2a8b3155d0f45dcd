import { describe, expect, test } from 'vitest';
import { parseReply } from '../../src/index.ts';
import { action, describeRows, said, thought } from './rows.ts';
import { TOOLS } from './tools.ts';

const ls = action('bash', { command: 'ls' });
const LS = '<action tool="bash"><command>ls</command></action>';

describeRows('thoughts', [
  ['a written thought', `<thought>So.</thought>${LS}`, 'stop', { thoughts: [said('So.')], actions: [ls] }],
  [
    'other names',
    '<think>a</think><thinking>b</thinking><reasoning>c</reasoning><final>d</final>',
    'stop',
    {
      thoughts: [thought('a'), thought('b'), thought('c')],
      final: 'd',
    },
  ],
  [
    'any name closes any',
    `<think>a</reasoning><thought>b</thinking>${LS}`,
    'stop',
    { thoughts: [thought('a'), said('b')], actions: [ls] },
  ],
  ['there is no nesting', `<think>a<think>b</think>${LS}`, 'stop', { thoughts: [thought('a<think>b')], actions: [ls] }],
  [
    'nothing inside is live',
    `<think>\n${LS}\n<final>x</final>\n</think><action tool="ls"/>`,
    'stop',
    {
      thoughts: [thought(`${LS}\n<final>x</final>`)],
      actions: [action('ls', {})],
    },
  ],
  [
    'layout is taken away',
    '<think>\n  a\n</think><final>x</final>',
    'stop',
    { thoughts: [thought('  a')], final: 'x' },
  ],
  [
    'an empty one',
    '<think>\n\n</think>\n<final>x</final>',
    'stop',
    { thoughts: [thought('')], final: 'x', loose: '\n' },
  ],
  ['a self-closing one is none', '<think/><final>x</final>', 'stop', { final: 'x' }],
  [
    'bare signs in it',
    '<thought>if a < b && c</thought><final>x</final>',
    'stop',
    { thoughts: [said('if a < b && c')], final: 'x' },
  ],
  ['behind an action', `${LS}<think>Now?</think>`, 'stop', { thoughts: [thought('Now?')], actions: [ls] }],
  [
    'repairs of what a stray closer makes thought are gone',
    '<action name="ls"/><action tool="bash"><command>a &amp;&amp; b</action></think><final>c</final>',
    'stop',
    { thoughts: [thought('<action name="ls"/><action tool="bash"><command>a &amp;&amp; b</action>')], final: 'c' },
    { streams: 'taken back' },
  ],
]);

describeRows('closing tags of thoughts without an opening one', [
  [
    'all before it is thought',
    `I look first.\n</think>\n${LS}`,
    'stop',
    { thoughts: [thought('I look first.')], actions: [ls], loose: '\n' },
    { streams: 'taken back' },
  ],
  [
    'a written one',
    `I look.</thought>${LS}`,
    'stop',
    { thoughts: [said('I look.')], actions: [ls] },
    { streams: 'taken back' },
  ],
  [
    'an action before it is thought',
    `${LS} No, better not.\n</reasoning><final>No.</final>`,
    'stop',
    {
      thoughts: [thought(`${LS} No, better not.`)],
      final: 'No.',
    },
    { streams: 'taken back' },
  ],
  [
    'repairs of what was thought are forgotten',
    `${LS}<final>x</final></think><final>y</final>`,
    'stop',
    {
      thoughts: [thought(`${LS}<final>x</final>`)],
      final: 'y',
    },
    { streams: 'taken back' },
  ],
  [
    'behind a thought that was closed',
    `<think>a</think> b ${LS} c </think><final>d</final>`,
    'stop',
    {
      thoughts: [thought('a'), thought(` b ${LS} c `)],
      final: 'd',
    },
    { streams: 'taken back' },
  ],
  [
    'several in a row',
    `a</think></think>\n</think>${LS}`,
    'stop',
    { thoughts: [thought('a')], actions: [ls] },
    { streams: 'taken back' },
  ],
  [
    'several with text between',
    `a</think>b</think>${LS}`,
    'stop',
    { thoughts: [thought('a'), thought('b')], actions: [ls] },
    { streams: 'taken back' },
  ],
  [
    'at the very end',
    `${LS}</think>`,
    'stop',
    { thoughts: [thought(LS)], error: 'no-element' },
    { streams: 'taken back' },
  ],
  [
    'in inline code it is text',
    `The \`</think>\` tag. ${LS}`,
    'stop',
    { actions: [ls], loose: 'The `</think>` tag. ' },
  ],
  [
    'in a value it is value',
    '<action tool="bash"><command>echo "</think>"</command></action>',
    'stop',
    { actions: [action('bash', { command: 'echo "</think>"' })] },
  ],
]);

describeRows('thoughts left open', [
  [
    'an action at the start of a line ends it',
    `<think>I look.\n${LS}`,
    'stop',
    { thoughts: [thought('I look.')], actions: [ls], repairs: ['unclosed'] },
  ],
  [
    'a final too',
    '<thought>Easy.\n  <final>x</final>',
    'stop',
    { thoughts: [said('Easy.')], final: 'x', repairs: ['unclosed'] },
  ],
  [
    'in the middle of a line it does not',
    `<think>I could ${LS}`,
    'stop',
    { thoughts: [thought(`I could ${LS}`)], repairs: ['unclosed'], error: 'no-element' },
  ],
  [
    'the first at the start of a line counts',
    `<think>Not ${LS} but\n<action tool="ls"/>\n<final>x</final>`,
    'stop',
    {
      thoughts: [thought(`Not ${LS} but`)],
      actions: [action('ls', {})],
      loose: '\n',
      repairs: ['unclosed', 'premature-final'],
    },
  ],
  [
    'a later one is left open as well',
    `<think>a\n${LS}\n<think>b\n<action tool="ls"/>`,
    'stop',
    {
      thoughts: [thought('a'), thought('b')],
      actions: [ls, action('ls', {})],
      loose: '\n',
      repairs: ['unclosed'],
    },
  ],
  [
    'a section that it opens with is passed over',
    `<think><![CDATA[\n${LS}\n]]>\n<action tool="ls"/>`,
    'stop',
    {
      thoughts: [thought(`\n${LS}\n`)],
      actions: [action('ls', {})],
      repairs: ['unclosed'],
    },
  ],
  [
    'nothing live in it',
    '<think>Hm.',
    'stop',
    { thoughts: [thought('Hm.')], repairs: ['unclosed'], error: 'no-element' },
  ],
]);

describeRows('an endpoint that starts in thought', [
  [
    'nothing is live before the first closer',
    `I could\n${LS}\n</think>\n<action tool="ls"/>`,
    'stop',
    {
      thoughts: [thought(`I could\n${LS}`)],
      actions: [action('ls', {})],
      loose: '\n',
    },
    { startsInThought: true },
  ],
  [
    'an observation in it is thought',
    `<observation>\n</think>${LS}`,
    'stop',
    { thoughts: [thought('<observation>')], actions: [ls] },
    { startsInThought: true },
  ],
  [
    'a reply that opens the thought itself',
    `\n<think>a</think>${LS}`,
    'stop',
    { thoughts: [thought('a')], actions: [ls] },
    { startsInThought: true },
  ],
  [
    'never closed',
    `I look.\n${LS}`,
    'stop',
    { thoughts: [thought('I look.')], actions: [ls], repairs: ['unclosed'] },
    { startsInThought: true },
  ],
  ['no thought at all', `${LS}\n`, 'stop', { actions: [ls], loose: '\n' }, { startsInThought: true }],
  [
    'cut at the limit',
    'I look',
    'length',
    { thoughts: [thought('I look')], error: 'truncated' },
    { startsInThought: true },
  ],
]);

describe('a reply that started in thought says so', () => {
  test.each<readonly [title: string, text: string, reasoning: string, startedInThought: true | undefined]>([
    ['a closer without an opener', `I look.\n</think>\n${LS}`, '', true],
    ['one with nothing before it', `</think>${LS}`, '', true],
    ['one with an action before it', `${LS}</think><final>x</final>`, '', true],
    ['one in a reply that only fences make sense of', `So.</think>\n\`\`\`\n${LS}\n\`\`\``, '', true],
    ['a thought that was opened', `<think>a</think>${LS}`, '', undefined],
    ['a closer too many behind it', `<think>a</think></think>${LS}`, '', undefined],
    ['no closer', LS, '', undefined],
    ['a closer in a final', '<final>Write </think>.</final>', '', undefined],
    ['an endpoint with a field for its thoughts', `</think>${LS}`, 'I look.', undefined],
  ])('%s', (_, text, reasoning, startedInThought) => {
    expect(parseReply(text, 'stop', { tools: TOOLS }, { reasoning }).startedInThought).toBe(startedInThought);
  });
});
