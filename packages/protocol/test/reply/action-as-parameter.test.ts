/** Tools with a parameter `action`: its element has the name of the protocol's own. */
import { action, describeRows, type Row } from './rows.ts';

const STATUS = action('git', { action: 'status' });
const LS = action('ls', { path: 'src' });

const ROWS: readonly Row[] = [
  [
    'it stands in its own element',
    '<action tool="git">\n<action>status</action>\n</action>',
    'stop',
    { actions: [STATUS] },
  ],
  ['in any case', '<action tool="git"><Action>status</ACTION></action>', 'stop', { actions: [STATUS] }],
  [
    'another may stand before it',
    '<action tool="git">\n<message>fix: x</message>\n<action>commit</action>\n</action>',
    'stop',
    { actions: [action('git', { message: 'fix: x', action: 'commit' })] },
  ],
  [
    'another may hold its closing tag',
    '<action tool="git"><action>commit</action><message>Read </action> right</message></action>',
    'stop',
    { actions: [action('git', { action: 'commit', message: 'Read </action> right' })] },
  ],
  ['the body stands for it', '<action tool="git">status</action>', 'stop', { actions: [STATUS] }],
  [
    'so does an attribute',
    '<action tool="git" action="status"/>',
    'stop',
    { actions: [STATUS], repairs: ['attribute'] },
  ],
  ['so does JSON', '<action tool="git">{"action": "status"}</action>', 'stop', { actions: [STATUS] }],
  [
    'an action of a known tool is none, though the one before it is not closed',
    '<action tool="git">\n<action>status</action>\n<action tool="ls">src</action>',
    'stop',
    { actions: [STATUS, LS], repairs: ['unclosed'] },
  ],
  [
    'nor where its own closing tag is all there is',
    '<action tool="git">\n<action>status\n</action>\n<action tool="ls">src</action>',
    'stop',
    { actions: [STATUS, LS], repairs: ['unclosed'] },
  ],
  [
    'it ends another whose closing tag was left out',
    '<action tool="git">\n<message>fix: x\n<action>commit</action>\n</action>',
    'stop',
    { actions: [action('git', { message: 'fix: x', action: 'commit' })], repairs: ['unclosed'] },
  ],
  [
    'the tag of the tool may stand around it',
    '<git>\n<action>diff</action>\n<ref>HEAD~1</ref>\n</git>',
    'stop',
    { actions: [action('git', { action: 'diff', ref: 'HEAD~1' })], repairs: ['dialect:tag'] },
  ],
  [
    'cut off, it does not run',
    '<action tool="git"><action>sta',
    'length',
    { actions: [action('git', { action: 'sta' }, { error: 'truncated' })] },
  ],
];

describeRows('a parameter named action', ROWS);
