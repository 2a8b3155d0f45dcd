import { action, describeRows, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:fence'];
const on = { bashFence: true, streams: 'taken back' } as const;
const LS = '```bash\nls\n```';

describeRows('dialect fence: the only block for a shell', [
  ['bash', LS, 'stop', { actions: [ls], repairs }, on],
  ['sh', '```sh\nls\n```', 'stop', { actions: [ls], repairs }, on],
  ['shell, with tildes', '~~~shell\nls\n~~~', 'stop', { actions: [ls], repairs }, on],
  ['in capitals, with more words', '```Bash title="x"\nls\n```', 'stop', { actions: [ls], repairs }, on],
  [
    'amid prose',
    `我来看看：\n\n${LS}\n\n就这样。`,
    'stop',
    { actions: [ls], loose: '我来看看：\n\n\n\n就这样。', repairs },
    on,
  ],
  [
    'behind a thought',
    `<think>\n${LS}\n</think>\n${LS}`,
    'stop',
    { thoughts: [thought(LS)], actions: [ls], loose: '\n', repairs },
    on,
  ],
  [
    'several lines, to the character',
    '```bash\n  a \\\n  && b\n\n```',
    'stop',
    { actions: [action('bash', { command: '  a \\\n  && b\n' })], repairs },
    on,
  ],
  [
    'an example in another language beside it',
    `${LS}\n\`\`\`python\nx\n\`\`\``,
    'stop',
    { actions: [ls], loose: '\n```python\nx\n```', repairs },
    on,
  ],
  ['not closed', '```bash\nls', 'stop', { actions: [ls], repairs: [...repairs, 'unclosed'] }, on],
  [
    'cut at the limit',
    '```bash\nrm -r',
    'length',
    { actions: [action('bash', { command: 'rm -r' }, { error: 'truncated' })], repairs },
    on,
  ],
  ['two of them are examples', `${LS}\n${LS}`, 'stop', { loose: `${LS}\n${LS}`, error: 'no-element' }, on],
  ['another language', '```python\nls\n```', 'stop', { loose: '```python\nls\n```', error: 'no-element' }, on],
  ['no language', '```\nls\n```', 'stop', { loose: '```\nls\n```', error: 'no-element' }, on],
  ['an empty block', '```bash\n```', 'stop', { loose: '```bash\n```', error: 'no-element' }, on],
  ['beside an action', `${LS}\n<action tool="ls"/>`, 'stop', { actions: [action('ls', {})], loose: `${LS}\n` }, on],
  ['beside a final', `${LS}\n<final>Run that.</final>`, 'stop', { final: 'Run that.', loose: `${LS}\n` }, on],
  [
    'an action inside is the action',
    '```bash\n<action tool="ls"/>\n```',
    'stop',
    { actions: [action('ls', {})], loose: '\n\n', repairs: ['fence'] },
    on,
  ],
  ['in inline code', '`ls`', 'stop', { loose: '`ls`', error: 'no-element' }, on],
  ['where it is not asked for', LS, 'stop', { loose: LS, error: 'no-element' }],
]);
