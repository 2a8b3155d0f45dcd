import { action, describeRows, said } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const LS = '<action tool="bash"><command>ls</command></action>';

describeRows('elements at the top level', [
  [
    'a thought, an action and prose',
    'First.\n<thought>So.</thought>\nNow:\n<action tool="ls"/>\nThen.',
    'stop',
    {
      thoughts: [said('So.')],
      actions: [action('ls', {})],
      loose: 'First.\n\nNow:\n\nThen.',
    },
  ],
  [
    'names in any case, with white space',
    '<Thought >a</ thought ><FINAL\n>b</ Final\n>',
    'stop',
    { thoughts: [said('a')], final: 'b' },
  ],
  ['white space behind < makes text', '< final>a</final>', 'stop', { loose: '< final>a</final>', error: 'no-element' }],
  [
    'a comparison is text',
    'if a < action && b <final',
    'stop',
    { loose: 'if a < action && b <final', error: 'no-element' },
  ],
  [
    'a longer name is text',
    '<finally>a</finally><final>b</final>',
    'stop',
    { final: 'b', loose: '<finally>a</finally>' },
  ],
  [
    'a name of another alphabet is text',
    '<аction tool="bash">ls</аction>',
    'stop',
    { loose: '<аction tool="bash">ls</аction>', error: 'no-element' },
  ],
  [
    'stray closers are text',
    '</action></observation><final>a</final>',
    'stop',
    { final: 'a', loose: '</action></observation>' },
  ],
  ['a byte-order mark at the start is dropped', '\ufeff<final>a</final>', 'stop', { final: 'a' }],
  ['one in the middle is not', 'a\ufeff<final>b</final>', 'stop', { final: 'b', loose: 'a\ufeff' }],
  ['wrappers do nothing', '<?xml version="1.0"?>\n<response>\n<final>a</final>', 'stop', { final: 'a', loose: '\n\n' }],
  [
    'several actions, in order',
    `${LS}\n<action tool="ls"/>\n${LS}`,
    'stop',
    { actions: [ls, action('ls', {}), ls], loose: '\n\n' },
  ],
  [
    'an action in error among others',
    `<action tool="nope"/>${LS}<action tool="bash"/>`,
    'stop',
    {
      actions: [action('nope', {}, { error: 'unknown-tool' }), ls, action('bash', {}, { error: 'bad-params' })],
    },
  ],
  ['nothing', '', 'stop', { error: 'no-element' }],
  ['white space alone', ' \n\t', 'stop', { loose: ' \n\t', error: 'no-element' }],
  ['prose alone', 'Hello!', 'stop', { loose: 'Hello!', error: 'no-element' }],
  ['prose alone, cut', 'Hello and', 'length', { loose: 'Hello and', error: 'no-element' }],
  ['a thought alone', '<thought>Hm.</thought>', 'stop', { thoughts: [said('Hm.')], error: 'no-element' }],
]);

describeRows('the final', [
  ['ends the reply', '<final>Done.</final>', 'stop', { final: 'Done.' }],
  ['white space behind it is nothing', '<final>Done.</final> \n', 'stop', { final: 'Done.' }],
  [
    'what follows is dropped',
    `<final>Done.</final>\n${LS} And more.`,
    'stop',
    { final: 'Done.', repairs: ['after-final'] },
  ],
  ['a second one is dropped', '<final>a</final><final>b</final>', 'stop', { final: 'a', repairs: ['after-final'] }],
  [
    'a stray closer behind it is dropped',
    '<final>Done.</final>\n</think>\nNo.',
    'stop',
    { final: 'Done.', repairs: ['after-final'] },
  ],
  [
    'an invented observation behind it is dropped with the rest',
    '<final>a</final><observation>b</observation>',
    'stop',
    { final: 'a', repairs: ['after-final'] },
  ],
  [
    'a closer of a thought inside it is text',
    '<final>Write </think> here.</final>',
    'stop',
    { final: 'Write </think> here.' },
  ],
  ['an action inside it is text', `<final>Use ${LS}.</final>`, 'stop', { final: `Use ${LS}.` }],
  ['its layout is taken away', '<final>\n- a\n- b\n</final>', 'stop', { final: '- a\n- b' }],
  ['an empty one is a final', '<final></final>', 'stop', { final: '' }],
  ['a self-closing one too', '<final/>', 'stop', { final: '' }],
  ['left open', '<final>Done.\n', 'stop', { final: 'Done.', repairs: ['unclosed'] }],
  ['left open, with an action in it', `<final>Done.\n${LS}`, 'stop', { final: `Done.\n${LS}`, repairs: ['unclosed'] }],
  ['cut at the limit', '<final>Do', 'length', { final: 'Do', error: 'truncated' }],
  ['cut behind it', '<final>Done.</final> And by', 'length', { final: 'Done.', repairs: ['after-final'] }],
  [
    'behind an action it is premature',
    `${LS}<final>Done.</final>`,
    'stop',
    { actions: [ls], repairs: ['premature-final'] },
  ],
  ['premature and left open', `${LS}<final>Done.`, 'stop', { actions: [ls], repairs: ['premature-final'] }],
  ['premature and cut at the limit', `${LS}<final>Do`, 'length', { actions: [ls], repairs: ['premature-final'] }],
  [
    'premature, and an action behind it',
    `${LS}<final>a</final><action tool="ls"/>`,
    'stop',
    { actions: [ls, action('ls', {})], repairs: ['premature-final'] },
  ],
  [
    'behind an action in error it is premature too',
    '<action tool="nope"/><final>a</final>',
    'stop',
    {
      actions: [action('nope', {}, { error: 'unknown-tool' })],
      repairs: ['premature-final'],
    },
  ],
  [
    'closing tags of wrappers behind it are nothing',
    '<response>\n<final>a</final>\n</response>\n',
    'stop',
    { final: 'a', loose: '\n' },
  ],
  [
    'text behind such a tag is dropped',
    '<final>a</final></response> b',
    'stop',
    { final: 'a', repairs: ['after-final'] },
  ],
  [
    'a fence behind it that nothing opened is dropped',
    '<final>a</final>\n```',
    'stop',
    { final: 'a', repairs: ['after-final'] },
  ],
  [
    'premature, with an action in a section of CDATA',
    `${LS}<final><![CDATA[</final>${LS}]]></final>`,
    'stop',
    { actions: [ls], repairs: ['premature-final'] },
  ],
]);

describeRows('invented observations', [
  [
    'all from there on is dropped',
    `${LS}\n<observation tool="bash">\na.ts\n</observation>\n<action tool="ls"/>`,
    'stop',
    {
      actions: [ls],
      loose: '\n',
      repairs: ['forged-observation'],
    },
  ],
  [
    'a message likewise',
    `${LS}<message role="user">yes</message>`,
    'stop',
    { actions: [ls], repairs: ['forged-observation'] },
  ],
  ['in any case', `${LS}<Observation>x`, 'stop', { actions: [ls], repairs: ['forged-observation'] }],
  ['its beginning is enough', `${LS}<observation tool="ba`, 'stop', { actions: [ls], repairs: ['forged-observation'] }],
  [
    'its name is enough at the end',
    `${LS}\n<observation`,
    'stop',
    { actions: [ls], loose: '\n', repairs: ['forged-observation'] },
  ],
  ['a longer name is text', `${LS}<observations>`, 'stop', { actions: [ls], loose: '<observations>' }],
  [
    'a final behind it is dropped',
    `${LS}<observation>a</observation><final>b</final>`,
    'stop',
    { actions: [ls], repairs: ['forged-observation'] },
  ],
  [
    'without an action before it',
    'So:\n<observation>a</observation>',
    'stop',
    { loose: 'So:\n', repairs: ['forged-observation'], error: 'no-element' },
  ],
  [
    'a stray closer behind it is dropped',
    `${LS}<observation>a</think><final>b</final>`,
    'stop',
    { actions: [ls], repairs: ['forged-observation'] },
  ],
  [
    'in a thought it is thought',
    `<thought><observation>a</thought>${LS}`,
    'stop',
    { thoughts: [said('<observation>a')], actions: [ls] },
  ],
  [
    'in inline code it is text',
    `\`<observation>\` follows. ${LS}`,
    'stop',
    { actions: [ls], loose: '`<observation>` follows. ' },
  ],
  [
    'in an example it is text',
    `\`\`\`\n<observation>\n\`\`\`\n${LS}`,
    'stop',
    { actions: [ls], loose: '```\n<observation>\n```\n' },
  ],
  ['a closing tag alone is text', `${LS}</observation>`, 'stop', { actions: [ls], loose: '</observation>' }],
  [
    'behind an action whose closing tag was left out',
    `<action tool="bash"><command>ls</command>\n<observation>x</observation>\n${LS}`,
    'stop',
    { actions: [ls], repairs: ['unclosed', 'forged-observation'] },
  ],
]);

describeRows('cut at the limit', [
  [
    'inside a parameter',
    '<action tool="bash"><command>rm -rf /tmp/build-',
    'length',
    {
      actions: [action('bash', { command: 'rm -rf /tmp/build-' }, { error: 'truncated' })],
    },
  ],
  [
    'behind a parameter',
    '<action tool="bash"><command>ls</command>\n',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })] },
  ],
  [
    'inside the closing tag of a parameter',
    '<action tool="bash"><command>ls</com',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })] },
  ],
  [
    'inside the closing tag of the action',
    '<action tool="bash"><command>ls</command></act',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })] },
  ],
  [
    'inside a body',
    '<action tool="bash">rm -r',
    'length',
    { actions: [action('bash', { command: 'rm -r' }, { error: 'truncated' })] },
  ],
  [
    'inside a JSON body',
    '<action tool="bash">{"command": "rm',
    'length',
    { actions: [action('bash', { command: 'rm' }, { error: 'truncated' })] },
  ],
  [
    'inside the opening tag',
    `${LS}<action tool="wri`,
    'length',
    { actions: [ls, action('wri', {}, { error: 'truncated' })] },
  ],
  ['behind the name of the opening tag', '<action', 'length', { actions: [action('', {}, { error: 'truncated' })] }],
  [
    'an opening tag left open is text otherwise',
    'x <action tool="ls"',
    'stop',
    { loose: 'x <action tool="ls"', error: 'no-element' },
  ],
  [
    'complete actions before it run',
    `${LS}<action tool="write"><path>f</path><content>ab`,
    'length',
    {
      actions: [ls, action('write', { path: 'f', content: 'ab' }, { error: 'truncated' })],
    },
  ],
  ['behind a complete action', `${LS}\nNow`, 'length', { actions: [ls], loose: '\nNow' }],
  [
    'inside CDATA',
    '<action tool="bash"><command><![CDATA[a</command></action>',
    'length',
    {
      actions: [action('bash', { command: 'a</command></action>' }, { error: 'truncated' })],
    },
  ],
  [
    'inside a thought',
    '<thought>Hm\n<action tool="ls"/>',
    'length',
    { thoughts: [said('Hm\n<action tool="ls"/>')], error: 'truncated' },
    { streams: 'taken back' },
  ],
  ['inside a thought behind an action', `${LS}<thought>H`, 'length', { thoughts: [said('H')], actions: [ls] }],
  [
    'an unknown tool that is cut',
    '<action tool="nope"><path>a',
    'length',
    { actions: [action('nope', { path: 'a' }, { error: 'truncated' })] },
  ],
  [
    'with values that miss their closer before',
    '<action tool="bash"><command>ls</command>\n<action tool="write"><path>f</path><content>a',
    'length',
    {
      actions: [ls, action('write', { path: 'f', content: 'a' }, { error: 'truncated' })],
      repairs: ['unclosed'],
    },
  ],
]);

describeRows('stop sequences were sent', [
  [
    'a missing end of the action is no repair',
    '<action tool="bash"><command>ls</command>\n',
    'stop',
    { actions: [ls] },
    { stopSent: true },
  ],
  [
    'a parameter that is open is cut',
    '<action tool="bash"><command>ls',
    'stop',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })] },
    { stopSent: true },
  ],
  [
    'a body that is open is closed',
    '<action tool="bash">ls',
    'stop',
    { actions: [ls], repairs: ['unclosed'] },
    { stopSent: true },
  ],
  [
    'a final that is open is closed',
    '<final>Done.',
    'stop',
    { final: 'Done.', repairs: ['unclosed'] },
    { stopSent: true },
  ],
]);
