/** What the person does to a turn: steer, queue, pause, step, go on after a failure, compact; by key and by command. */
import { describe, expect, test } from 'vitest';
import { readTyped } from '../../src/keys/read-typed.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const SIZE = { columns: 100, rows: 20 };

const AT = {
  rest: () => new Screen(SIZE),
  thinking: () => new Screen(SIZE).keys('go<enter>'),
  /** A tool runs. */
  acting(): Screen {
    const screen = new Screen(SIZE, { mode: 'trust' }).keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    return screen;
  },
  paused(): Screen {
    const screen = AT.acting().keys('<f4>');
    screen.session.ends('ok');
    return screen;
  },
  failed(): Screen {
    const screen = AT.thinking();
    const fault = { kind: 'auth', message: 'no', advice: 'Log in.', status: 401 } as const;
    screen.session.send({
      type: 'reply.failed',
      request: screen.session.lastId('model.ask'),
      text: '',
      reasoning: '',
      fault,
    });
    return screen;
  },
  /** Two turns are over: there is something old. */
  finished(): Screen {
    const screen = AT.thinking();
    screen.session.reply('<final>1</final>');
    screen.keys('and<enter>').session.reply('<final>2</final>');
    return screen;
  },
  /** The third turn runs. */
  again(): Screen {
    return AT.finished().keys('once more<enter>');
  },
};

const rows: readonly (readonly [at: keyof typeof AT, keys: string, facts: readonly object[], state: string])[] = [
  ['rest', 'hi<enter>', [{ type: 'prompt.given', text: 'hi' }], 'thinking'],
  ['rest', 'hi<alt+enter>', [{ type: 'prompt.given', text: 'hi' }], 'thinking'],
  ['thinking', 'hi<enter>', [{ type: 'steer.given', text: 'hi' }], 'thinking'],
  ['thinking', 'hi<alt+enter>', [{ type: 'prompt.given', text: 'hi' }], 'thinking'],
  ['acting', 'hi<ctrl+q>', [{ type: 'prompt.given', text: 'hi' }], 'acting'],
  ['paused', 'hi<enter>', [{ type: 'steer.given', text: 'hi' }], 'paused'],
  ['failed', 'hi<enter>', [{ type: 'prompt.given', text: 'hi' }], 'thinking'],
  ['acting', '<f4>', [{ type: 'pause.requested' }], 'acting'],
  ['acting', '<f4><f4>', [{ type: 'pause.requested' }, { type: 'resume.requested' }], 'acting'],
  ['acting', '/pause<enter>', [{ type: 'pause.requested' }], 'acting'],
  ['acting', '<f5><f5>', [{ type: 'pause.requested' }], 'acting'],
  ['paused', '<f4>', [{ type: 'resume.requested' }], 'thinking'],
  ['paused', '/pause<enter>', [{ type: 'resume.requested' }], 'thinking'],
  ['paused', '<f5>', [{ type: 'step.requested' }], 'thinking'],
  ['paused', '/step<enter>', [{ type: 'step.requested' }], 'thinking'],
  ['rest', '<f4>hi<enter>', [{ type: 'pause.requested' }, { type: 'prompt.given', text: 'hi' }], 'paused'],
  ['failed', '<f4>', [{ type: 'resume.requested' }], 'thinking'],
  ['failed', '/retry<enter>', [{ type: 'resume.requested' }], 'thinking'],
  ['rest', '/retry<enter>', [], 'idle'],
  ['rest', '/undo<enter>', [{ type: 'undo.requested', steps: 1 }], 'undoing'],
  ['finished', '/undo 3<enter>', [{ type: 'undo.requested', steps: 3 }], 'undoing'],
  ['failed', '/undo turn<enter>', [{ type: 'undo.requested', steps: 'turn' }], 'undoing'],
  ['rest', '!git status <enter>', [{ type: 'shell.requested', command: 'git status' }], 'commanding'],
  ['failed', '!ls<enter>', [{ type: 'shell.requested', command: 'ls' }], 'commanding'],
  ['rest', '!<enter>', [], 'idle'],
  ['rest', '!!ls<enter>', [{ type: 'prompt.given', text: '!ls' }], 'thinking'],
  ['thinking', '!ls<enter>', [], 'thinking'],
  ['rest', '/compact<enter>', [{ type: 'compact.requested', focus: '' }], 'idle'],
  ['finished', '/compact<enter>', [{ type: 'compact.requested', focus: '' }], 'summarising'],
  ['finished', '/compact the  API\\<enter>too <enter>', [compact('the  API\ntoo')], 'summarising'],
  ['thinking', '/compact<enter>', [{ type: 'compact.requested', focus: '' }], 'thinking'],
  ['rest', '/help<enter>', [], 'idle'],
  ['rest', '/nonsense<enter>', [], 'idle'],
  ['rest', '//help<enter>', [{ type: 'prompt.given', text: '/help' }], 'thinking'],
  ['rest', '/etc/hosts is odd<enter>', [{ type: 'prompt.given', text: '/etc/hosts is odd' }], 'thinking'],
];

function compact(focus: string): object {
  return { type: 'compact.requested', focus };
}

test.each(rows)('%s: %s', (at, keys, facts, state) => {
  const screen = AT[at]();
  const before = screen.session.facts.length;
  screen.keys(keys);
  expect([screen.session.facts.slice(before), screen.model.state]).toEqual([facts, state]);
});

describe('what is shown', () => {
  const statuses: readonly (readonly [at: keyof typeof AT, keys: string, status: RegExp])[] = [
    ['acting', '<f4>', /^ acting, pausing · trust .* Esc interrupts $/],
    ['paused', '', /^ paused · trust .* F4 goes on · F5 one step $/],
    ['failed', '', /^ failed · default .* F4 tries again · \? keys $/],
    ['rest', '<f4>', /^ idle · paused from the next prompt on · default .* F4 resumes · \? keys $/],
    ['rest', '<f4><f4>', /^ idle · default .* {2}\? keys $/],
    ['finished', '<f4>', /^ finished · paused from the next prompt on · default .* F4 resumes · \? keys $/],
    ['thinking', '<f4>', /^ thinking, pausing · default .* Esc interrupts $/],
    ['failed', '<f4>', /^ thinking · default .* Esc interrupts $/],
  ];
  test.each(statuses)('%s %s: the status line', (at, keys, status) => {
    expect(AT[at]().keys(keys).rows().at(-1)?.padEnd(SIZE.columns)).toMatch(status);
  });

  test('several tools at once: each of them, and how many', () => {
    const screen = AT.thinking();
    screen.session.reply('<action tool="read"><path>a</path></action>\n<action tool="read"><path>b</path></action>');
    screen.session.takes();
    screen.session.takes();
    expect(screen.rows().at(-1)).toMatch(/^ acting \(2 tools\) · default/);
    expect(screen.rows().filter((row) => row.startsWith('running'))).toEqual([
      'running · read · call 1',
      'running · read · call 2',
    ]);
  });

  test('what waits stands below the work, each as what it is, until it is taken up', () => {
    const screen = AT.acting().keys('then the\\<enter>docs<alt+enter>use npx<enter>');
    const waiting = () => screen.rows().filter((row) => /^(queued|to steer) /.test(row));
    expect(waiting()).toEqual(['queued · then the␊docs', 'to steer · use npx']);
    screen.session.ends('ok');
    expect(waiting()).toEqual(['queued · then the␊docs']);
    screen.session.reply('<final>x</final>');
    expect([
      waiting(),
      screen
        .rows()
        .slice(0, -2)
        .filter((row) => row.startsWith('› ')),
    ]).toEqual([[], ['› go', '› use npx', '› then the']]);
  });

  test('a summary is announced while it is written, and is no answer', () => {
    const screen = AT.thinking();
    screen.session.reply(`<final>${'word '.repeat(200)}</final>`);
    screen.keys('and<enter>').session.reply('<final>2</final>');
    screen.keys('/compact<enter>');
    expect(screen.rows()).toContain('summing up … · the older part of the conversation');
    const before = screen.rows();
    screen.session.streams({ final: 'The user' }, screen.session.lastId('summary.ask'));
    expect(screen.rows()).toEqual(before);
    screen.session.summarises('<final>Words.</final>');
    expect(screen.rows().join('\n')).toMatch(/compacted · the older part summed up, because you asked/);
    expect(screen.rows().join('\n')).not.toContain('summing up');
  });

  const notices: readonly (readonly [at: keyof typeof AT, keys: string, notice: string])[] = [
    ['rest', '/nope x<enter>', 'There is no command /nope. /help lists them; //nope sends it as a text.'],
    ['rest', '/retry<enter>', 'No turn has failed.'],
    ['rest', '/permissions remove 1<enter>', 'There is no rule 1. /permissions lists them.'],
    [
      'rest',
      '/permissions all<enter>',
      '/permissions lists the rules; /permissions remove 2 takes the second one back.',
    ],
    ['rest', '/undo 0<enter>', '/undo takes a number of changes, or the word turn: /undo, /undo 3, /undo turn.'],
    ['rest', '/undo all<enter>', '/undo takes a number of changes, or the word turn: /undo, /undo 3, /undo turn.'],
    ['thinking', '/undo<enter>', 'A turn is running. Esc stops it; then /undo takes back what it has changed.'],
    ['rest', '/compact<enter>', 'Nothing here is old enough to be compacted.'],
    ['again', '/compact<enter>', 'The conversation will be compacted before the next request.'],
  ];
  test.each(notices)('%s: %s says %s, until the next key', (at, keys, notice) => {
    const screen = AT[at]().keys(keys);
    expect(screen.rows().at(-3)).toBe(notice);
    expect(screen.keys('<left>').rows().join('\n')).not.toContain(notice);
  });

  test('the rules that hold, and who has set them; one is taken back by its number', () => {
    const screen = AT.thinking();
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    screen.keys('a');
    screen.session.ends('ok');
    screen.session.reply('<final>done</final>');
    screen.keys('/permissions<enter>');
    expect(screen.rows().join('\n')).toMatch(
      /mode default[\s\S]*1 {2}allow {2}Bash\(.*\) +your answer in this session/,
    );
    screen.keys('<escape>/permissions remove 1<enter>');
    const fact = { type: 'rule.removed', rule: expect.objectContaining({ says: 'allow', from: 'answer' }) };
    expect(screen.acts.at(-1)).toMatchObject({ type: 'send', fact });
    expect(screen.rows().join('\n')).toMatch(/does not hold any more\./);
    expect(screen.model.rules).toEqual([]);
  });

  test('that commands run without a sandbox stands beside the mode', () => {
    const bottom = (settings: object) => new Screen(SIZE, settings).keys('go<enter>').rows().at(-1);
    expect(bottom({ sandbox: false })).toMatch(/^ thinking · default, no sandbox · qwen3/);
    expect(bottom({ sandbox: true })).toMatch(/^ thinking · default · qwen3/);
  });

  test.each([
    [true, 'trust', 'mode trust: everything runs unasked but what is on the deny list'],
    [false, 'trust', 'mode trust without a sandbox: everything runs unasked'],
    [false, 'auto-in-project', 'mode auto-in-project is accept-edits here, for there is no sandbox'],
    [true, 'auto-in-project', null],
    [false, 'accept-edits', null],
  ])('in a sandbox: %s, a change to the mode %s says what that allows', (sandbox, mode, note) => {
    const screen = new Screen(SIZE, { sandbox }).keys('go<enter>');
    screen.session.reply('<final>done</final>');
    screen.keys(`/mode ${mode}<enter>`);
    expect(screen.model.status.mode).toBe(mode);
    expect(screen.model.notice ?? null).toEqual(note === null ? null : expect.stringMatching(`^${note}`));
  });

  test('what was taken back, or why nothing was', () => {
    const screen = AT.finished();
    const ended = (status: 'ok' | 'error', content: string) => {
      const outcome = { status, content, details: {} };
      screen.session.send({ type: 'undo.ended', request: screen.session.lastId('undo.run'), outcome });
    };
    screen.keys('/undo<enter>');
    ended('ok', 'Took back 1 step, the last first:\n- the edit of a.txt');
    screen.keys('/undo<enter>');
    ended('error', 'There is no change by write or edit to take back.');
    expect(screen.rows().join('\n')).toMatch(
      /undone · by you\s+Took back 1 step, the last first:\s+- the edit of a.txt\s+not undone · by you\s+There is no change/,
    );
  });

  test('a slash in an answer to the model is no command', () => {
    const screen = AT.thinking();
    screen.session.reply('<action tool="ask"><question>Where?</question></action>');
    expect(screen.keys('/').rows().join('\n')).not.toContain('/model');
  });

  test('what is no command stays in the draft', () => {
    expect(AT.rest().keys('/nope x<enter>').model.composer.text).toBe('/nope x');
  });
});

const typed: readonly (readonly [text: string, read: object])[] = [
  ['hello /help', { kind: 'text', text: 'hello /help' }],
  [' /help', { kind: 'text', text: ' /help' }],
  ['/', { kind: 'text', text: '/' }],
  ['/usr/bin', { kind: 'text', text: '/usr/bin' }],
  ['//', { kind: 'text', text: '/' }],
  ['//help', { kind: 'text', text: '/help' }],
  ['/help', { kind: 'command', name: 'help', rest: '' }],
  ['/help ', { kind: 'command', name: 'help', rest: '' }],
  ['/compact\nthe names\n', { kind: 'command', name: 'compact', rest: 'the names' }],
  ['/help me', { kind: 'problem', message: '/help stands alone; //help sends it as a text.' }],
  ['/mdoel x', { kind: 'problem', message: expect.stringContaining('no command /mdoel; is /model meant?') }],
  ['/帮助', { kind: 'problem', message: expect.stringContaining('no command /帮助') }],
];
test.each(typed)('%j is read as %j', (text, read) => {
  expect(readTyped(text)).toEqual(read);
});
