/** What the doctor finds: of a server that lacks one thing, only that row changes. */
import type { Server } from '@tagma/endpoint';
import { expect, test } from 'vitest';
import { examine } from '../../src/doctor/examine.ts';
import { type Finding, ROWS, type Row } from '../../src/doctor/finding.ts';
import { createProbe, type Probe } from '../../src/doctor/probe.ts';
import { type PromptName, type PromptTexts, readPrompts } from '../../src/prompts.ts';
import { capableServer, type Switches } from './capable-server.ts';

const TIMEOUT_MS = 20_000;

async function examined(
  switches: Partial<Switches>,
  server: Partial<Server> = {},
  prompt: PromptName = 'system',
): Promise<readonly Finding[]> {
  const { url } = await capableServer(switches);
  const told: Finding[] = [];
  const findings = await examine(probeOf({ url, ...server }), textsOf(prompt), (finding) => told.push(finding));
  expect(findings.filter(({ holds }) => holds !== 'untried')).toEqual(inOrder(told));
  return findings.map((finding) => ({ ...finding, says: finding.says.replaceAll(/\d+(\.\d+)?/g, 'N') }));
}

function probeOf(server: Server): Probe {
  const patient = { name: 'small', model: 'small', fields: {}, windowTokens: 0, server };
  return createProbe(patient, new AbortController().signal, TIMEOUT_MS);
}

function textsOf(name: PromptName = 'system'): PromptTexts {
  const texts = readPrompts(name, undefined);
  if (!texts.ok) throw new Error(texts.message);
  return texts;
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const rows: readonly Row[] = ROWS;
  return [...findings].sort((one, other) => rows.indexOf(one.row) - rows.indexOf(other.row));
}

const ALL: readonly Finding[] = [
  { row: 'server', holds: 'yes', says: 'answers in N ms' },
  { row: 'models', holds: 'yes', says: 'N: small' },
  { row: 'window', holds: 'yes', says: 'N tokens (llama.cpp /props)' },
  { row: 'key', holds: 'yes', says: 'none is sent, none is asked for' },
  { row: 'reply', holds: 'yes', says: 'begins after N ms' },
  { row: 'usage', holds: 'yes', says: 'N tokens in, N out' },
  { row: 'stream', holds: 'yes', says: 'in N pieces' },
  { row: 'speed', holds: 'yes', says: 'first token after N ms, then about N tokens a second' },
  { row: 'reasoning', holds: 'yes', says: 'in a field of its own' },
  { row: 'max_tokens', holds: 'yes', says: 'taken' },
  { row: 'stop', holds: 'yes', says: 'a reply ends where it should', quirks: { takesStop: true } },
  { row: 'system', holds: 'yes', says: 'taken' },
  { row: 'images', holds: 'yes', says: 'pictures are taken, and seen', quirks: { takesImages: true } },
  {
    row: 'grammar',
    holds: 'yes',
    says: 'taken in "structured_outputs": the protocol is forced',
    quirks: { grammarField: 'structured_outputs' },
  },
  { row: 'protocol', holds: 'yes', says: 'it listed, read and answered; N replies: N as they were' },
];

test('a server that has it all', async () => {
  expect(await examined({})).toEqual(ALL);
});

const STOP_OFF = 'no stop sequences are sent: an invented result is cut off here, not there';
const FREE = 'the protocol is asked for, not forced';
const DESCRIBED = 'of a picture that read opens the model gets the description alone';

test.each<{ title: string; switches: Partial<Switches>; changed: readonly Finding[] }>([
  {
    title: 'pictures are refused',
    switches: { images: 'refused' },
    changed: [{ row: 'images', holds: 'no', says: 'refused', off: DESCRIBED, quirks: { takesImages: false } }],
  },
  {
    title: 'pictures are taken and not handed on: the model guesses, and is right once',
    switches: { images: 'not seen' },
    changed: [
      {
        row: 'images',
        holds: 'no',
        says: 'taken, but not seen: what is green it calls "It is orange."',
        off: DESCRIBED,
        quirks: { takesImages: false },
      },
    ],
  },
  {
    title: 'no list of models',
    switches: { models: 'not listed' },
    changed: [
      {
        row: 'models',
        holds: 'no',
        says: 'it does not list them (N)',
        off: 'tagma models, and finding the only model: name one with --model',
      },
    ],
  },
  {
    title: 'another model is listed',
    switches: { models: 'others' },
    changed: [{ row: 'models', holds: 'unknown', says: '"small" is not among the N listed: large' }],
  },
  {
    title: 'the window is not told',
    switches: { window: 0 },
    changed: [
      {
        row: 'window',
        holds: 'no',
        says: 'not told',
        off: '8192 tokens are assumed: set "window" for the model in the configuration, or --window',
      },
    ],
  },
  {
    title: 'the window is too small for the prompt',
    switches: { window: 1_100 },
    changed: [
      {
        row: 'window',
        holds: 'no',
        says: 'N tokens, of which the prompt takes about N',
        off: 'a session will not fit: give the server a larger context, or try --prompt compact',
      },
    ],
  },
  {
    title: 'no streaming',
    switches: { streams: false },
    changed: [
      {
        row: 'stream',
        holds: 'no',
        says: 'the reply comes whole, at its end',
        off: 'nothing is shown while it writes, and a reply cannot be cut early',
      },
    ],
  },
  {
    title: 'slow',
    switches: { paceMs: 900 },
    changed: [{ row: 'speed', holds: 'no', says: 'first token after N ms, then about N tokens a second: slow' }],
  },
  {
    title: 'no usage',
    switches: { usage: 'left out' },
    changed: [
      {
        row: 'usage',
        holds: 'no',
        says: 'no tokens are counted',
        off: 'tokens are estimated; costs are not known',
      },
    ],
  },
  {
    title: 'stream_options refused',
    switches: { usage: 'refused' },
    changed: [
      {
        row: 'usage',
        holds: 'no',
        says: 'stream_options is refused',
        off: 'tokens are estimated; costs are not known',
        quirks: { untaken: ['stream_options'] },
      },
    ],
  },
  {
    title: 'max_completion_tokens in place of max_tokens',
    switches: { maxTokens: 'refused', maxCompletionTokens: 'taken' },
    changed: [
      {
        row: 'max_tokens',
        holds: 'yes',
        says: 'refused; max_completion_tokens is taken',
        quirks: { maxTokensField: 'max_completion_tokens' },
      },
    ],
  },
  {
    title: 'neither name for the greatest length',
    switches: { maxTokens: 'refused' },
    changed: [
      {
        row: 'max_tokens',
        holds: 'no',
        says: 'neither max_tokens nor max_completion_tokens is taken',
        off: 'the length of a reply is limited by the server alone',
      },
    ],
  },
  {
    title: 'a greatest length that is not kept to',
    switches: { maxTokens: 'ignored' },
    changed: [
      {
        row: 'max_tokens',
        holds: 'no',
        says: 'taken, and not kept to',
        off: 'the length of a reply is limited by the server alone',
      },
    ],
  },
  {
    title: 'stop refused',
    switches: { stop: 'refused' },
    changed: [{ row: 'stop', holds: 'no', says: 'refused', off: STOP_OFF, quirks: { takesStop: false } }],
  },
  {
    title: 'stop ignored',
    switches: { stop: 'ignored' },
    changed: [
      {
        row: 'stop',
        holds: 'no',
        says: 'sent, and nothing stops there',
        off: STOP_OFF,
        quirks: { takesStop: false },
      },
    ],
  },
  { title: 'the sequence stays in the reply', switches: { stop: 'kept in the reply' }, changed: [] },
  {
    title: 'no system role',
    switches: { system: 'refused' },
    changed: [
      {
        row: 'system',
        holds: 'no',
        says: 'not taken as a system message',
        off: 'the prompt stands in front of the first message',
        quirks: { systemRole: 'user' },
      },
    ],
  },
  {
    title: 'a system message that never comes to the model',
    switches: { system: 'dropped' },
    changed: [
      {
        row: 'system',
        holds: 'no',
        says: 'not taken as a system message',
        off: 'the prompt has the role "developer"',
        quirks: { systemRole: 'developer' },
      },
    ],
  },
  {
    title: 'no grammar',
    switches: { grammarField: null },
    changed: [{ row: 'grammar', holds: 'no', says: 'taken in none of the known fields', off: FREE }],
  },
  {
    title: 'a grammar keeps the model from thinking',
    switches: { thinks: 'in a field, but for a grammar' },
    changed: [
      {
        row: 'grammar',
        holds: 'no',
        says: 'taken in "structured_outputs", but then the model does not think',
        off: `${FREE} (--constrain on forces it all the same)`,
        quirks: { grammarField: 'structured_outputs', grammarHarmsReasoning: true },
      },
    ],
  },
  {
    title: 'no reasoning',
    switches: { thinks: 'no' },
    changed: [{ row: 'reasoning', holds: 'no', says: 'none is shown' }],
  },
  {
    title: 'reasoning in tags, without a grammar',
    switches: { thinks: 'in tags', grammarField: null },
    changed: [
      { row: 'reasoning', holds: 'yes', says: 'in the text, between tags' },
      { row: 'grammar', holds: 'no', says: 'taken in none of the known fields', off: FREE },
    ],
  },
  {
    title: 'a reply that starts in thought, without a grammar',
    switches: { thinks: 'from the start', grammarField: null },
    changed: [
      {
        row: 'reasoning',
        holds: 'yes',
        says: 'in the text, opened by the template: only its end is seen',
        quirks: { startsInThought: true },
      },
      { row: 'grammar', holds: 'no', says: 'taken in none of the known fields', off: FREE },
    ],
  },
  {
    title: 'replies that have to be repaired',
    switches: { replies: 'to be repaired' },
    changed: [
      {
        row: 'protocol',
        holds: 'yes',
        says: 'it listed, read and answered; N replies: N as they were, N repaired (unclosed)',
      },
    ],
  },
  {
    title: 'replies without an element',
    switches: { replies: 'without an element' },
    changed: [
      {
        row: 'protocol',
        holds: 'failed',
        says: 'the answer came as bare text; N replies: N as they were, N refused (no-element)',
      },
    ],
  },
  {
    title: 'a model that does not act',
    switches: { replies: 'idle' },
    changed: [{ row: 'protocol', holds: 'failed', says: 'it finished without looking; N reply: N as they were' }],
  },
])('$title', async ({ switches, changed }) => {
  const byRow = new Map(changed.map((finding) => [finding.row, finding]));
  expect(await examined(switches)).toEqual(ALL.map((finding) => byRow.get(finding.row) ?? finding));
});

test('what is known of a server is looked at again, not believed', async () => {
  const quirks = { takesStop: false, grammarField: 'ebnf', systemRole: 'user' } as const;
  const system = { row: 'system', holds: 'yes', says: 'taken', quirks: { systemRole: 'system' } };
  expect(await examined({}, { quirks })).toEqual(ALL.map((finding) => (finding.row === 'system' ? system : finding)));
});

test('a grammar that the table promises and the server does not take is not sent', async () => {
  const found = await examined({ grammarField: null }, { quirks: { grammarField: 'grammar' } });
  expect(found.find(({ row }) => row === 'grammar')).toEqual({
    row: 'grammar',
    holds: 'no',
    says: 'taken in none of the known fields',
    off: FREE,
    quirks: { grammarHarmsReasoning: true },
  });
});

const UNTRIED = ALL.map(({ row }): Finding => ({ row, holds: 'untried', says: 'not tried' }));

test.each<{ title: string; switches: Partial<Switches>; server?: Partial<Server>; found: readonly Finding[] }>([
  {
    title: 'the wrong key: nothing else is tried',
    switches: { key: 'right' },
    server: { apiKey: 'wrong-key-0123', keyVariable: 'MY_KEY' },
    found: [
      { row: 'server', holds: 'yes', says: 'answers in N ms' },
      {
        row: 'key',
        holds: 'failed',
        says: 'ADDRESS/models answered N: this key is not known: Bearer [key] Check that the key in MY_KEY is one for this server, and is still valid.',
      },
    ],
  },
  {
    title: 'an empty reply: the rest would say nothing',
    switches: { replies: 'empty', thinks: 'no' },
    found: [
      ...ALL.slice(0, 4),
      { row: 'reply', holds: 'failed', says: 'the reply is empty: look at the log of the server' },
      { row: 'usage', holds: 'yes', says: 'N tokens in, N out' },
    ],
  },
])('$title', async ({ switches, server, found }) => {
  const byRow = new Map(found.map((finding) => [finding.row, finding]));
  const shown = (await examined(switches, server)).map((finding) => ({
    ...finding,
    says: finding.says.replace(/^http:\S+(?=\/models)/, 'ADDRESS'),
  }));
  expect(shown).toEqual(UNTRIED.map((finding) => byRow.get(finding.row) ?? finding));
});

test('what is looked at is told before it is found out', async () => {
  const { url } = await capableServer({});
  const told: string[] = [];
  await examine(
    probeOf({ url }),
    textsOf(),
    ({ row }) => void told.push(row),
    (row) => void told.push(`${row} …`),
  );
  expect(told.slice(0, 5)).toEqual(['server …', 'server', 'models', 'window …', 'window']);
  expect(told.slice(-2)).toEqual(['protocol …', 'protocol']);
});

test('nothing answers there: that is all there is to say', async () => {
  const [first, ...rest] = await examined({}, { url: 'http://127.0.0.1:9/v1' });
  expect(first).toMatchObject({
    row: 'server',
    holds: 'failed',
    says: expect.stringContaining('nothing listens there'),
  });
  expect(rest).toEqual(UNTRIED.slice(1));
});

test.each([
  { window: 1_100, found: { holds: 'yes', says: 'N tokens (llama.cpp /props)' } },
  {
    window: 600,
    found: {
      holds: 'no',
      says: 'N tokens, of which the prompt takes about N',
      off: 'a session will not fit: give the server a larger context',
    },
  },
])('where the window chooses the prompt, the one of $window tokens is counted', async ({ window, found }) => {
  const findings = await examined({ window }, {}, 'auto');
  expect(findings.find(({ row }) => row === 'window')).toEqual({ row: 'window', ...found });
});
