import { action, describeRows, said, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const LS = '<action tool="bash"><command>ls</command></action>';
const FENCED = `\`\`\`xml\n${LS}\n\`\`\``;

describeRows('fences', [
  [
    'around an action are peeled off',
    FENCED,
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'of tildes',
    `~~~\n${LS}\n~~~`,
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'around a final',
    '```\n<final>a</final>\n```',
    'stop',
    { final: 'a', loose: '\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'with prose and thoughts outside',
    `<thought>t</thought>\nSo:\n${FENCED}\nDone.`,
    'stop',
    {
      thoughts: [said('t')],
      actions: [ls],
      loose: '\nSo:\n\n\n\nDone.',
      repairs: ['fence'],
    },
    { streams: 'taken back' },
  ],
  [
    'two of them',
    `${FENCED}\nThen:\n${FENCED}`,
    'stop',
    { actions: [ls, ls], loose: '\n\n\nThen:\n\n\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'left open',
    `\`\`\`xml\n${LS}\n`,
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'with other repairs inside, in their order',
    '```\n<action tool="bash"><command>ls &amp;&amp; a</action>\n```',
    'stop',
    {
      actions: [action('bash', { command: 'ls && a' }, { asWritten: { command: 'ls &amp;&amp; a' } })],
      loose: '\n\n',
      repairs: ['fence', 'unclosed', 'entities'],
    },
    { streams: 'taken back' },
  ],
  ['all on one line', `\`\`\`${LS}\`\`\``, 'stop', { actions: [ls], repairs: ['fence'] }, { streams: 'taken back' }],
  [
    'an invented observation in one that is peeled off is cut',
    `\`\`\`\n${LS}\n<observation>x</observation>\n\`\`\`\n`,
    'stop',
    {
      actions: [ls],
      loose: '\n\n',
      repairs: ['fence', 'forged-observation'],
    },
    { streams: 'taken back' },
  ],
  [
    'an invented observation behind one',
    `${FENCED}\n<observation>x</observation>`,
    'stop',
    {
      actions: [ls],
      loose: '\n\n\n',
      repairs: ['fence', 'forged-observation'],
    },
    { streams: 'taken back' },
  ],
  [
    'beside an action outside it is an example',
    `${FENCED}\n<action tool="ls"/>`,
    'stop',
    { actions: [action('ls', {})], loose: `${FENCED}\n` },
  ],
  [
    'beside a final outside it is an example',
    `${FENCED}\n<final>a</final>`,
    'stop',
    { final: 'a', loose: `${FENCED}\n` },
  ],
  ['without an element are text', '```js\nlet a;\n```', 'stop', { loose: '```js\nlet a;\n```', error: 'no-element' }],
  [
    'an observation in one without an action is text',
    '```\n<observation>\n```',
    'stop',
    { loose: '```\n<observation>\n```', error: 'no-element' },
    { streams: 'taken back' },
  ],
  [
    'with words behind it closes nothing',
    `\`\`\`md\n\`\`\`xml\n${LS}\n\`\`\`\n<final>a</final>`,
    'stop',
    {
      final: 'a',
      loose: `\`\`\`md\n\`\`\`xml\n${LS}\n\`\`\`\n`,
    },
  ],
  [
    'a shorter one closes nothing',
    `\`\`\`\`\n\`\`\`\n${LS}\n\`\`\`\`\n<final>a</final>`,
    'stop',
    { final: 'a', loose: `\`\`\`\`\n\`\`\`\n${LS}\n\`\`\`\`\n` },
  ],
  [
    'one of another kind closes nothing',
    `\`\`\`\n~~~\n${LS}\n\`\`\`\n<final>a</final>`,
    'stop',
    { final: 'a', loose: `\`\`\`\n~~~\n${LS}\n\`\`\`\n` },
  ],
  ['a longer one closes', `\`\`\`\nx\n\`\`\`\`\n${LS}`, 'stop', { actions: [ls], loose: '```\nx\n````\n' }],
  [
    'indented',
    `  \`\`\`\n${LS}\n  \`\`\`\n<final>a</final>`,
    'stop',
    { final: 'a', loose: `  \`\`\`\n${LS}\n  \`\`\`\n` },
  ],
  [
    'a line that begins with inline code is none',
    `\`\`\`ls\`\`\` lists:\n${LS}`,
    'stop',
    { actions: [ls], loose: '```ls``` lists:\n' },
  ],
  [
    'an action left open ends where an observation is invented outside',
    '```xml\n<action tool="bash">\n<command>ls\n```\n<observation>a.ts',
    'stop',
    {
      actions: [action('bash', { command: 'ls\n```' })],
      loose: '\n',
      repairs: ['fence', 'unclosed', 'forged-observation'],
    },
    { streams: 'taken back' },
  ],
  [
    'a final left open likewise, and the limit has not cut it',
    '```xml\n<final>\nDone.\n```\n<observation>a.ts',
    'length',
    { final: 'Done.\n```', loose: '\n', repairs: ['fence', 'unclosed', 'after-final'] },
    { streams: 'taken back' },
  ],
  [
    'cut at the limit',
    '```xml\n<action tool="bash"><command>rm -r',
    'length',
    {
      actions: [action('bash', { command: 'rm -r' }, { error: 'truncated' })],
      loose: '\n',
      repairs: ['fence'],
    },
    { streams: 'taken back' },
  ],
  [
    'around a final, with the end of the fence in its last line',
    '```xml\n<final>a</final>```\n',
    'stop',
    { final: 'a', loose: '\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'around a final that holds one',
    '```xml\n<final>\n```js\nx\n```\n</final>\n```',
    'stop',
    { final: '```js\nx\n```', loose: '\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'around an action whose value holds one',
    '```xml\n<action tool="write">\n<path>f</path>\n<content>\n```js\nx\n```\n</content>\n</action>\n```',
    'stop',
    { actions: [action('write', { path: 'f', content: '```js\nx\n```' })], loose: '\n\n', repairs: ['fence'] },
    { streams: 'taken back' },
  ],
  [
    'around a final, and text behind it',
    '```\n<final>a</final>\n```\nok?',
    'stop',
    { final: 'a', loose: '\n', repairs: ['fence', 'after-final'] },
    { streams: 'taken back' },
  ],
  [
    'around a final, and another block behind it',
    '```\n<final>a</final>\n```\n```js\nb\n```',
    'stop',
    { final: 'a', loose: '\n', repairs: ['fence', 'after-final'] },
    { streams: 'taken back' },
  ],
  [
    'left open around an open action',
    '```xml\n<action tool="bash"><command>ls',
    'stop',
    { actions: [ls], loose: '\n', repairs: ['fence', 'unclosed'] },
    { streams: 'taken back' },
  ],
  [
    'left open in what a stray closer makes thought',
    `a\n\`\`\`js\nb\n</think>\n${LS}`,
    'stop',
    { thoughts: [thought('a\n```js\nb')], actions: [ls], loose: '\n' },
    { streams: 'taken back' },
  ],
  [
    'a stray closer in an example is text',
    `${LS}\n\`\`\`\n</think>\n\`\`\``,
    'stop',
    { actions: [ls], loose: '\n```\n</think>\n```' },
  ],
]);

describeRows('inline code', [
  [
    'a tag in it is text',
    `The \`<action>\` and \`<final>\` tags. ${LS}`,
    'stop',
    { actions: [ls], loose: 'The `<action>` and `<final>` tags. ' },
  ],
  ['a whole action in it is text', `Not \`${LS}\`.`, 'stop', { loose: `Not \`${LS}\`.`, error: 'no-element' }],
  [
    'between runs of several backticks',
    `Not \`\`a \` ${LS}\`\`.`,
    'stop',
    { loose: `Not \`\`a \` ${LS}\`\`.`, error: 'no-element' },
  ],
  ['a lone backtick is no code', `It\`s ${LS}`, 'stop', { actions: [ls], loose: 'It`s ' }],
  ['code ends with its line', `It\`s\n${LS}\nso\``, 'stop', { actions: [ls], loose: 'It`s\n\nso`' }],
  ['runs of another length do not close it', `a \` b \`\` ${LS}`, 'stop', { actions: [ls], loose: 'a ` b `` ' }],
  [
    'a tag does not run out of it',
    'The `<action tool="` part, not > more.',
    'stop',
    { loose: 'The `<action tool="` part, not > more.', error: 'no-element' },
  ],
  [
    'backticks in an action are its own',
    'See `a` now: <action tool="bash"><command>echo `date`</command></action>',
    'stop',
    {
      actions: [action('bash', { command: 'echo `date`' })],
      loose: 'See `a` now: ',
    },
  ],
]);

describeRows('comments', [
  ['an action in one is text', `<!-- ${LS} --><final>a</final>`, 'stop', { final: 'a', loose: `<!-- ${LS} -->` }],
  ['over several lines', `<!--\n${LS}\n-->\n<final>a</final>`, 'stop', { final: 'a', loose: `<!--\n${LS}\n-->\n` }],
  [
    'a tag in one cannot take its end',
    `<!--\n<action tool="ls" -->\n${LS}`,
    'stop',
    { actions: [ls], loose: '<!--\n<action tool="ls" -->\n' },
  ],
  [
    'a quote in one cannot take its end',
    `<!--\n<action tool="ls -->\n${LS}`,
    'stop',
    { actions: [ls], loose: '<!--\n<action tool="ls -->\n' },
  ],
  [
    'left open ends at its line',
    `<!-- ${LS}\n<action tool="ls"/>`,
    'stop',
    { actions: [action('ls', {})], loose: `<!-- ${LS}\n` },
  ],
  [
    'left open twice',
    `<!-- a ${LS}\n<!-- b ${LS}\n<action tool="ls"/>`,
    'stop',
    { actions: [action('ls', {})], loose: `<!-- a ${LS}\n<!-- b ${LS}\n` },
  ],
  [
    'an observation in one is text',
    `<!-- <observation> -->${LS}`,
    'stop',
    { actions: [ls], loose: '<!-- <observation> -->' },
  ],
  ['an end alone is text', `a --> b ${LS}`, 'stop', { actions: [ls], loose: 'a --> b ' }],
]);
