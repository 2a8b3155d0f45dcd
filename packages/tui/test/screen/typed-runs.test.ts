/** What commands behind a slash want done: those that have no list and no figures of their own. */
import { expect, test } from 'vitest';
import { modelsFound } from '../../src/dialogs/models-list.ts';
import type { OfferedModel } from '../../src/screen/doors.ts';
import { guideWritten, sessionExported } from '../../src/screen/files-written.ts';
import type { Act } from '../../src/screen/model.ts';
import { Screen } from '../model-screen.ts';

const SIZE = { columns: 110, rows: 20 };
const finished = () => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.session.reply('<final>1</final>');
  screen.acts = [];
  return screen;
};
/** Commands of one's own are looked for at every slash. */
const wanted = ({ acts }: Screen) => acts.filter(({ type }) => type !== 'find-commands');

const ROWS: readonly (readonly [typed: string, acts: readonly Act[]])[] = [
  ['/exit', [{ type: 'quit', interrupted: false }]],
  ['/quit', [{ type: 'quit', interrupted: false }]],
  ['/done', [{ type: 'quit', interrupted: false }]],
  ['/new', [{ type: 'new-session' }]],
  ['/clear', [{ type: 'new-session' }]],
  ['/fork', [{ type: 'rewind', point: null }]],
  ['/resume', [{ type: 'find-sessions' }]],
  ['/resume 2026', [{ type: 'open-named-session', name: '2026' }]],
  ['/init', [{ type: 'write-guide', replaces: false }]],
  ['/init replace', [{ type: 'write-guide', replaces: true }]],
  ['/init all', []],
  ['/export', [{ type: 'export-session', wanted: '' }]],
  ['/export html a b.html', [{ type: 'export-session', wanted: 'html a b.html' }]],
  ['/editor', [{ type: 'edit-draft', text: '', isAnswer: false }]],
  ['/provider', [{ type: 'find-models' }]],
  ['/provider deepseek', [{ type: 'choose-model', name: 'deepseek' }]],
];
test.each(ROWS)('%s', (typed, acts) => {
  expect(wanted(finished().keys(`${typed}<enter>`))).toEqual(acts);
});

const WAITING: readonly (readonly [typed: string, then: string])[] = [
  ['/fork', '/fork goes on in a copy.'],
  ['/resume 2026', '/sessions goes to another session.'],
  ['/clear', '/new begins another session.'],
  ['/init', '/init writes AGENTS.md.'],
];
test.each(WAITING)('%s waits for the end of a turn', (typed, then) => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.acts = [];
  screen.keys(`${typed}<enter>`);
  expect([wanted(screen), screen.model.notice]).toEqual([[], `A turn is running. Esc stops it; then ${then}`]);
});

test('/tools says what the model is offered', () => {
  const rows = finished().keys('/tools<enter>').rows();
  expect([rows[0], rows.find((row) => row.includes('bash'))]).toMatchInlineSnapshot(`
    [
      "tools · 1 of 5",
      "› bash   Takes command.",
    ]
  `);
});

test('/keys has the keys, and nothing that is typed', () => {
  const screen = finished().keys('/keys<enter>');
  const { dialog } = screen.model;
  const ids = dialog?.kind === 'keys' ? (dialog.list.choices ?? []).map(({ id }) => id) : [];
  expect([screen.rows()[0], ids.includes('anywhere.cycle-mode'), ids.filter((id) => id.startsWith('/'))]).toEqual([
    `keys · 1 of ${ids.length}`,
    true,
    [],
  ]);
});

const MODELS: readonly OfferedModel[] = [
  { name: 'local', place: 'http://127.0.0.1/v1', windowTokens: null, prices: null, lacks: '' },
  { name: 'home:qwen3', provider: 'home', place: 'At home', windowTokens: null, prices: null, lacks: '' },
  { name: 'home:glm', provider: 'home', place: 'At home', windowTokens: null, prices: null, lacks: '' },
  {
    ...{ name: 'deepseek:flash', provider: 'deepseek', place: 'DeepSeek', windowTokens: 1_000_000, prices: null },
    lacks: 'DEEPSEEK_API_KEY',
  },
];
test('/provider lists whose models can be asked, each once; the chosen one is looked for by its name alone', () => {
  const screen = finished().keys('/provider<enter>');
  screen.follow(modelsFound(screen.model, { ok: true, models: MODELS, message: null }));
  expect(screen.rows().slice(0, 5)).toEqual([
    'providers: qwen3 at http://127.0.0.1/v1 is asked · 1 of 2',
    'The default model of the chosen one is asked from the next request on. /model lists all of them.',
    '',
    `› home      At home${' '.repeat(83)}2 models`,
    `  deepseek  DeepSeek, needs DEEPSEEK_API_KEY${' '.repeat(59)}1 model`,
  ]);
  screen.keys('<down><enter>');
  expect([screen.acts.at(-1), screen.model.dialog]).toEqual([{ type: 'choose-model', name: 'deepseek' }, null]);
});

test('an AGENTS.md that is there is replaced by who sends the command again, and no draft is lost', () => {
  const there = {
    ok: false,
    isThere: true,
    message: '/p/AGENTS.md is there already,\nand nothing was written.',
  } as const;
  const [blank, written] = [finished(), finished().keys('my draft')].map((screen) => {
    const { model } = guideWritten(screen.model, there);
    return [model.composer.text, model.notice];
  });
  expect([blank, written]).toEqual([
    ['/init replace', '/p/AGENTS.md is there already, and nothing was written. /init replace writes it anew.'],
    [
      'my draft',
      '/p/AGENTS.md is there already, and nothing was written. Your draft is in the way: send it, then /init replace.',
    ],
  ]);
});

test('it is said what was written, or why not', () => {
  const { model } = finished();
  expect([
    guideWritten(model, { ok: true, file: '/p/AGENTS.md' }).model.notice,
    guideWritten(model, { ok: false, isThere: false, message: 'No.' }).model.notice,
    sessionExported(model, { ok: true, file: '/p/s.md' }).model.notice,
    sessionExported(model, { ok: false, message: 'No.' }).model.notice,
  ]).toEqual([
    'Written: /p/AGENTS.md. Look through it: it is told to the model from the next session on.',
    'No.',
    'Written: /p/s.md',
    'No.',
  ]);
});
