/** The files that a prompt names are read before the machine is told of it: real files, and rules that keep some of them back. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Attachment,
  attachedWords,
  estimateTokens,
  type Fact,
  messagesOf,
  type Rule,
  type Said,
  stateOf,
} from '@tagma/core';
import { NO_FACTS } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { createSession, type SessionDeps } from '../../src/index.ts';
import { STARTED, world } from '../world.ts';

const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-attach-')));
mkdirSync(join(FOLDER, 'src'));
mkdirSync(join(FOLDER, 'test'));
for (const [path, text] of Object.entries({
  'src/a.ts': 'one\ntwo\nthree\nfour\n',
  'my file.ts': 'blank\n',
  'secret.ts': `const token = "${TOKEN}";\n`,
  'kept.ts': 'kept\n',
  '.env': 'KEY=1\n',
  'large.txt': `${'words and words\n'.repeat(20_000)}`,
  Makefile: 'all:\n',
  'one.png': '',
  'two.png': '',
  'icon.png': '',
})) {
  writeFileSync(join(FOLDER, path), text);
}

type Look = NonNullable<SessionDeps['tools']['look']>;

/** An icon takes 85 tokens, another one 1,600. */
function pictureOf(path: string) {
  const pixels = path.endsWith('icon.png') ? 16 : 2_000;
  return { sha256: 'a'.repeat(64), mediaType: 'image/png', width: pixels, height: pixels, bytes: 1_000 };
}

/** Like the tools' own, for text and folders. */
const look: Look = async ({ kind, path, offset = 1, limit = 2_000 }) => {
  if (kind === 'folder') {
    const names = readdirSync(path);
    return { status: 'ok', content: names.slice(0, limit).join('\n'), details: { entryCount: names.length } };
  }
  if (path.endsWith('.png')) return { status: 'ok', content: 'a picture', details: { image: pictureOf(path) } };
  const lines = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
  if (offset > lines.length) return { status: 'error', content: `Offset ${offset} is beyond the end.`, details: {} };
  const shown = lines.slice(offset - 1, offset - 1 + limit);
  return {
    status: 'ok',
    content: shown.join('\n'),
    details: { totalLines: lines.length, outputLines: shown.length },
    notes: shown.length < lines.length ? [`${shown.length} of ${lines.length}`] : [],
  };
};

const DENIED: Rule = { says: 'deny', tool: 'read', pattern: 'kept.ts', from: 'option' };
const facts: SessionDeps['facts'] = async ({ params }) => {
  const path = String(params.path);
  const where = path.endsWith('.env') ? 'protected' : path.startsWith(`${FOLDER}/`) ? 'inside' : 'outside';
  return { ...NO_FACTS, reads: [{ path, where }] };
};

async function told(fact: Fact, some: Partial<SessionDeps['tools']> = { look }, windowTokens = 8_000) {
  const deps = world();
  const session = createSession({ ...deps, facts, tools: { ...deps.tools, ...some } });
  const { model, settings } = STARTED;
  const rules = { ...settings, mode: 'default', rules: [DENIED] } as const;
  session.send({ ...STARTED, folder: FOLDER, model: { ...model, windowTokens }, settings: rules });
  session.send(fact);
  session.send({ type: 'mode.changed', mode: 'plan' });
  await expect.poll(() => stateOf(session.snapshot())).toBe('finished');
  const records = deps.records.filter(({ kind }) => kind === 'event');
  const given = records.find(({ type }) => type === fact.type)?.fields as Said | undefined;
  return { attached: given?.attached ?? [], records, sent: messagesOf(session.snapshot().context)[1]?.content ?? '' };
}

const prompt = (text: string): Fact => ({ type: 'prompt.given', text });
const words = (attached: readonly Attachment[]) => attached.map(attachedWords);

test.each<[string, string, readonly string[]]>([
  ['a file', 'see @src/a.ts.', ['@src/a.ts: 4 lines']],
  ['some of its lines', 'see @src/a.ts:2-3', ['@src/a.ts: lines 2-3 of 4']],
  ['lines beyond its end', '@src/a.ts:9', ['@src/a.ts: Offset 9 is beyond the end.']],
  ['a name with blanks', '@"my file.ts" and @my\\ file.ts', ['@my file.ts: 1 line']],
  [
    'one that is named twice, and others of its lines',
    '@src/a.ts @src/a.ts @src/a.ts:1',
    ['@src/a.ts: 4 lines', '@src/a.ts: line 1 of 4'],
  ],
  ['a folder', 'what is in @src/ ?', ['@src/: 1 name']],
  ['a file without an ending', '@Makefile', ['@Makefile: 1 line']],
  ['a word that is called like a folder', '@test @src', []],
  ['what is not there', '@Override @types/node me@src/a.ts @nothing.ts', []],
  ['what a rule denies', '@kept.ts', ['@kept.ts: Not attached: it is denied (rule Read(kept.ts) (command line)).']],
  [
    'what is protected',
    '@.env',
    ['@.env: Not attached: it is protected, for it may hold secrets. The model can ask to read it.'],
  ],
  [
    'what lies elsewhere',
    '@/etc/hostname',
    [
      '@/etc/hostname: Not attached: it has to be asked for (mode default: reading outside the project asks (/etc/hostname)). The model can ask to read it.',
    ],
  ],
])('%s', async (_, text, expected) => {
  const { attached } = await told(prompt(text));
  expect(words(attached)).toEqual(expected);
});

test('it comes before what is said after it, and the model is sent it', async () => {
  const { records, sent } = await told(prompt('see @src/a.ts:2'));
  expect(records.slice(0, 3).map(({ type }) => type)).toEqual(['session.started', 'prompt.given', 'mode.changed']);
  expect(sent).toBe(
    'see @src/a.ts:2\n\n<observation tool="read" by="user" file="src/a.ts" lines="2-2" status="ok">\ntwo\n[tagma: 1 of 4]\n</observation>',
  );
});

test('secrets are taken out of it', async () => {
  const { records, sent } = await told(prompt('@secret.ts'));
  expect(sent).toContain('const token = "[redacted:github-token~aaaa]";');
  expect(JSON.stringify(records)).not.toContain(TOKEN);
});

test('what is larger than its share of the window is cut, small ones stay whole', async () => {
  const { attached, sent } = await told(prompt('@large.txt @src/a.ts'), { look }, 2_000);
  const [large] = attached;
  const shown = large?.lines?.to ?? 0;
  expect(words(attached)).toEqual([`@large.txt: lines 1-${shown} of 20000, cut to what fits`, '@src/a.ts: 4 lines']);
  expect(sent).toContain(`[tagma: ${shown} of 20000]`);
  // A quarter of the window, most of which is used.
  const tokens = estimateTokens(large?.text ?? '');
  expect([tokens > 400, tokens <= 500]).toEqual([true, true]);
});

const NO_ROOM = 'Not attached: it takes about 1600 tokens, and there is room for';

test.each<[string, string, number, readonly string[]]>([
  ['one that fits', '@one.png', 8_000, ['@one.png: a picture']],
  [
    'of two the first',
    '@one.png @two.png @icon.png',
    8_000,
    ['@one.png: a picture', `@two.png: ${NO_ROOM} 400. The model can ask to read it.`, '@icon.png: a picture'],
  ],
  ['none in a small window', '@one.png', 4_000, [`@one.png: ${NO_ROOM} 1000. The model can ask to read it.`]],
])('pictures go whole, or not at all: %s', async (_, text, windowTokens, expected) => {
  const { attached } = await told(prompt(text), { look }, windowTokens);
  expect(words(attached)).toEqual(expected);
});

test('what pictures take texts have no more', async () => {
  const sizeIn = async (text: string) => {
    const { attached } = await told(prompt(text));
    return estimateTokens(attached.find(({ path }) => path === 'large.txt')?.text ?? '');
  };
  const [alone, beside] = [await sizeIn('@large.txt'), await sizeIn('@large.txt @one.png')];
  expect([alone > 1_800, beside > 200, beside <= 400]).toEqual([true, true, true]);
});

test('only so many go with one prompt', async () => {
  const text = Array.from({ length: 22 }, (_, at) => `@large.txt:${at + 1}`).join(' ');
  const { attached } = await told(prompt(text));
  expect(attached.filter(({ problem }) => problem === null)).toHaveLength(20);
  expect(words(attached).at(-1)).toBe('@large.txt: Not attached: only 20 go with one prompt.');
});

test.each<[string, Partial<SessionDeps['tools']>, readonly string[]]>([
  ['tools that show nothing attach nothing', {}, []],
  [
    'tools that fail are said',
    { look: () => Promise.reject(new Error('broken')) },
    ['@: The files that the prompt names were not attached: broken.'],
  ],
])('%s', async (_, tools, expected) => {
  expect(words((await told(prompt('@src/a.ts'), tools)).attached)).toEqual(expected);
});

test('what was read for it before is not read again', async () => {
  const { attached } = await told(prompt('@src/a.ts'));
  expect((await told({ ...prompt('@kept.ts @Makefile'), attached } as Fact)).attached).toEqual(attached);
});
