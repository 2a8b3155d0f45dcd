import type { Fact, Rule } from '@tagma/core';
import type { FindSecrets, ToolSpec } from '@tagma/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chance } from '../../../test/chance.ts';
import { sessionStarted } from '../../testing/src/session-started.ts';
import { createRedactor, type Redacting, type Restored } from '../src/redact.ts';
import { redactedNames } from '../src/redact-names.ts';

const KEY = 'sk-0123456789abcdef';
const SECRETS = new Map([['API_KEY', KEY]]);
const random = chance(12);
const drawn = (count: number) =>
  Array.from({ length: count }, () => 'ABCDEFGHabcdefgh0123456789'[Math.floor(random() * 26)]).join('');
const TOKEN = `ghp_${drawn(36)}`;
const OTHER = `ghp_${drawn(36)}`;
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----\n${drawn(64)}\n${drawn(64)}\n-----END PRIVATE KEY-----`;
const prompt = (text: string) => ({ type: 'prompt.given', text }) as const;
const redactor = (some: Partial<Redacting> = {}) => createRedactor({ secrets: SECRETS, chance: () => 0, ...some });
const redact = (fact: Fact, secrets = SECRETS) => redactor({ secrets }).fact(fact);
/** What comes back of a value: the value alone, or null where nothing does. */
const valueIn = (restored: Restored<unknown>) => (restored.ok ? restored.value : null);
/** As the person's configuration makes one. */
const own =
  (pattern: RegExp): FindSecrets =>
  (text) =>
    [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({
      name: 'own',
      start: index,
      end: index + whole.length,
    }));

test.each([
  { title: 'a secret', text: `use ${KEY}.`, expected: 'use [redacted:API_KEY~aaaa].' },
  { title: 'one in brackets', text: `[${KEY}]`, expected: '[[redacted:API_KEY~aaaa]]' },
  { title: 'the form itself', text: '[redacted:API_KEY~aaaa]', expected: '[redacted::API_KEY~aaaa]' },
  { title: 'nothing', text: 'nothing', expected: 'nothing' },
])('$title comes out', ({ text, expected }) => {
  expect(redact(prompt(text), SECRETS)).toEqual(prompt(expected));
});

test('secrets are found at any depth, and the type of a fact stays', () => {
  const outcome = { status: 'ok', content: KEY, details: { lines: [KEY] } } as const;
  expect(redact({ type: 'tool.ended', request: 1, outcome, durationMs: 2 }, SECRETS)).toEqual({
    type: 'tool.ended',
    request: 1,
    outcome: { status: 'ok', content: '[redacted:API_KEY~aaaa]', details: { lines: ['[redacted:API_KEY~aaaa]'] } },
    durationMs: 2,
  });
});

test('a field that is called type is a text like any other, and so is the key of an object', () => {
  const { fact } = redactor();
  const details = { type: KEY, [KEY]: [{ type: `a ${KEY}` }] };
  const taken = { type: '[redacted:API_KEY~aaaa]', '[redacted:API_KEY~aaaa]': [{ type: 'a [redacted:API_KEY~aaaa]' }] };
  const ended = { type: 'tool.ended', request: 1, durationMs: 2 } as const;
  expect(fact({ ...ended, outcome: { status: 'ok', content: '', details } })).toEqual({
    ...ended,
    outcome: { status: 'ok', content: '', details: taken },
  });
});

test('no secret renames what a fact is made of', () => {
  const secrets = new Map([
    ['A', 'prompt.given'],
    ['B', 'content'],
  ]);
  expect(redact(prompt('content'), secrets)).toEqual(prompt('[redacted:B~aaaa]'));
  const outcome = { status: 'ok', content: '', details: {} } as const;
  expect(redact({ type: 'undo.ended', request: 1, outcome }, secrets)).toEqual({
    type: 'undo.ended',
    request: 1,
    outcome,
  });
});

test.each(['session.started', 'session.resumed'] as const)('of %s the texts and the rules hold no secret', (type) => {
  const rule = (pattern: string): Rule => ({ says: 'allow', tool: 'bash', pattern, from: 'option' });
  const about = (description: string): ToolSpec => ({
    name: 'string',
    description,
    parameters: { type: 'object', properties: { description: { type: 'string', description } } },
  });
  const set = (text: string, literal: string, rules: readonly Rule[], redactionMark = '') => {
    const texts = { system: `${text} ${literal}`, systemSmall: text, correction: text, repair: text, summary: text };
    const started = sessionStarted({ ...texts, folder: `/${KEY}`, tools: [about(text)], settings: { rules } });
    const marked = redactionMark === '' ? {} : { redactionMark };
    return { ...started, type, ...marked, ...(type === 'session.resumed' && { parent: null }) } as Fact;
  };
  const secrets = new Map([...SECRETS, ['WORD', 'string']]);
  const { fact } = redactor({ secrets });
  const shown = '[redacted:API_KEY~aaaa]';
  expect(fact(set(KEY, shown, [rule(`curl ${KEY}`), rule(`curl ${TOKEN}`), rule(`curl ${shown}`)]))).toEqual(
    set(
      shown,
      '[redacted::API_KEY~aaaa]',
      [rule(`curl ${shown}`), rule('curl [redacted:github-token~aaaa]'), rule(`curl ${shown}`)],
      'aaaa',
    ),
  );
  // It is taken back by the words in which it is shown.
  const removed = { type: 'rule.removed', rule: rule(`curl ${shown}`) } as const;
  expect(fact(removed)).toEqual(removed);
});

test('a word that many servers take for a key is no secret', () => {
  expect(redact(prompt('provider: ollama'), new Map([['API_KEY', 'ollama']]))).toEqual(prompt('provider: ollama'));
});

test('a key that is short is a secret all the same, and one that was made up for a server without keys is none', () => {
  const secrets = new Map([
    ['SHORT', 'sk-abc123'],
    ['NONE', 'sk-no-key-required'],
  ]);
  expect(redact(prompt('sk-abc123, sk-no-key-required'), secrets)).toEqual(
    prompt('[redacted:SHORT~aaaa], sk-no-key-required'),
  );
});

test.each([
  ['percent-encoded', encodeURIComponent('p@ss/w0rd&'), '[redacted:WORD-url~aaaa]'],
  ['in base64', Buffer.from('user:p@ss/w0rd&').toString('base64'), 'dXNlcjp[redacted:WORD-base64-2~aaaa]'],
  ['in hex', Buffer.from('p@ss/w0rd&').toString('hex'), '[redacted:WORD-hex~aaaa]'],
  ['in hex of capitals', Buffer.from('p@ss/w0rd&').toString('hex').toUpperCase(), '[redacted:WORD-hex-upper~aaaa]'],
  ['from its end', '&dr0w/ss@p', '[redacted:WORD-reversed~aaaa]'],
  ['in capitals', 'P@SS/W0RD&', '[redacted:WORD-upper~aaaa]'],
])('a secret comes out %s too', (_, text, expected) => {
  const secrets = new Map([['WORD', 'p@ss/w0rd&']]);
  expect(redact(prompt(text), secrets)).toEqual(prompt(expected));
});

test('one that looks like another kind goes by the name of its connection', () => {
  const secrets = new Map([['API_KEY', TOKEN]]);
  expect(redact(prompt(`Bearer ${TOKEN}`), secrets)).toEqual(prompt('Bearer [redacted:API_KEY~aaaa]'));
});

test('a secret that comes to be known in mid-session is found from then on, one that takes the place of another too', () => {
  const secrets = new Map([['KEY', 'sk-abc123']]);
  const { fact: redact } = redactor({ secrets });
  expect(redact(prompt('sk-abc123 sk-def456'))).toEqual(prompt('[redacted:KEY~aaaa] sk-def456'));
  secrets.set('KEY', 'sk-def456');
  expect(redact(prompt('sk-abc123 sk-def456'))).toEqual(prompt('sk-abc123 [redacted:KEY~aaaa]'));
});

test('whatever is taken out goes back to the same text, and not at all where a connection has it', () => {
  const pieces = ['[', 'redacted:', ':', 'API_KEY', ']', 'x', '[redacted:', '$&', ' ', '\n', TOKEN, OTHER, PRIVATE_KEY];
  const piece = fc.constantFrom(...pieces, KEY, '_authToken=', 'http://a:', '@host');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const { fact, restore } = redactor({ findOwnSecrets: own(/x.?\[/g) });
      const taken = fact(prompt(text));
      expect(JSON.stringify(taken)).not.toContain(KEY);
      expect(valueIn(restore(taken))).toEqual(text.includes(KEY) ? null : prompt(text));
    }),
  );
});

describe('secrets that can be told by their look', () => {
  test('have the same name wherever they stand, each kind of them counted', () => {
    const { fact, restore } = redactor();
    const outcome = { status: 'ok', content: `${TOKEN} ${OTHER}\n${PRIVATE_KEY}`, details: { again: OTHER } } as const;
    const taken = fact({ type: 'tool.ended', request: 1, outcome, durationMs: 2 });
    expect(taken).toMatchObject({
      outcome: {
        content: '[redacted:github-token~aaaa] [redacted:github-token-2~aaaa]\n[redacted:private-key~aaaa]',
        details: { again: '[redacted:github-token-2~aaaa]' },
      },
    });
    expect(fact(prompt(`use ${OTHER}`))).toEqual(prompt('use [redacted:github-token-2~aaaa]'));
    expect(valueIn(restore(taken))).toMatchObject({ outcome: { content: outcome.content } });
  });

  test('of those that only their context tells, the others in the text come out too, and later ones', () => {
    const { fact } = redactor();
    const secret = drawn(40);
    expect(fact(prompt(`${secret}; aws_secret_access_key=${secret}`))).toEqual(
      prompt('[redacted:aws-secret-key~aaaa]; aws_secret_access_key=[redacted:aws-secret-key~aaaa]'),
    );
    expect(fact(prompt(secret))).toEqual(prompt('[redacted:aws-secret-key~aaaa]'));
  });

  test('what the model says stays as it is: it means the secret, or what was literally there', () => {
    const { fact, restore } = redactor();
    fact(prompt(`use ${TOKEN}`));
    const reply = { type: 'reply.ended', request: 1, reasoning: '', finish: 'stop', usage: null } as const;
    const text = 'a [redacted:github-token~aaaa] b [redacted::github-token] c';
    expect(fact({ ...reply, text: `${text} ${KEY}` })).toEqual({ ...reply, text: `${text} [redacted:API_KEY~aaaa]` });
    expect(valueIn(restore(text))).toBe(`a ${TOKEN} b [redacted:github-token] c`);
  });

  test('the mark of a session is drawn anew where its history has had it', () => {
    const before = redactor();
    const records = [before.fact(prompt(`${TOKEN} ${OTHER}`)), { type: 'x', text: '[redacted:own-7~aaab]' }];
    const namesInHistory = redactedNames(records);
    expect([...namesInHistory]).toEqual(['github-token~aaaa', 'github-token-2~aaaa', 'own-7~aaab']);
    const drawn = [0, 0, 0, 0, 0, 0, 0, 1 / 36, 0, 0, 0, 2 / 36];
    const after = redactor({ namesInHistory, chance: () => drawn.shift() ?? 1 });
    expect(after.fact(prompt(OTHER))).toEqual(prompt('[redacted:github-token~aaac]'));
    expect(after.restore('[redacted:github-token-2~aaaa]')).toEqual({ ok: false });
    expect(valueIn(after.restore('[redacted:github-token~aaac]'))).toBe(OTHER);
  });

  test('of very many the last ones are taken out as well, and their values are not kept', () => {
    const { fact, restore } = redactor({ findOwnSecrets: own(/PIN-\d+/g) });
    const pins = Array.from({ length: 10_001 }, (_, at) => `PIN-${at}`);
    const taken = fact(prompt(pins.join(' ')));
    expect(taken).toMatchObject({
      text: expect.stringMatching(/ \[redacted:own-10000~aaaa\] \[redacted:own-not-kept~aaaa\]$/),
    });
    expect(valueIn(restore('[redacted:own-10000~aaaa]'))).toBe('PIN-9999');
    expect(restore('[redacted:own-10000~aaaa] [redacted:own-not-kept~aaaa]')).toEqual({ ok: false });
  });

  test('what a person finds by patterns of their own comes out, whole where another secret is in it', () => {
    const { fact, restore } = redactor({ findOwnSecrets: own(/PIN \d+|pass=\S+/g) });
    const text = `PIN 4711, pass=${TOKEN}, PIN 4712`;
    const taken = fact(prompt(text));
    expect(taken).toEqual(prompt('[redacted:own~aaaa], [redacted:own-2~aaaa] [redacted:own-3~aaaa]'));
    expect(valueIn(restore(taken))).toEqual(prompt(text));
  });

  test('what such a pattern has found is known from then on, wherever and in whichever form it stands', () => {
    const { fact } = redactor({ findOwnSecrets: (text) => own(/(?<=PASSWORD=)\S+/g)(text) });
    fact(prompt('PASSWORD=hunter2x'));
    const hex = Buffer.from('hunter2x').toString('hex');
    expect(fact(prompt(`it is hunter2x, ${hex}, x2retnuh`))).toEqual(
      prompt('it is [redacted:own~aaaa], [redacted:own-hex~aaaa], [redacted:own-reversed~aaaa]'),
    );
  });

  test('no pattern reaches into what stands for a secret', () => {
    const { fields } = redactor({ findOwnSecrets: own(/[A-Z]+_KEY|pass=\S+/g) });
    expect(fields('[redacted:API_KEY~aaaa] pass=[redacted:API_KEY~aaaa]')).toBe(
      '[redacted:API_KEY~aaaa] pass=[redacted:API_KEY~aaaa]',
    );
  });
});

describe('of a private key', () => {
  const numbered = PRIVATE_KEY.split('\n')
    .map((line, at) => `${at + 1}\t${line}`)
    .join('\n');
  test.each([
    ['whole', PRIVATE_KEY, PRIVATE_KEY],
    ['indented as in YAML', `key: |\n${PRIVATE_KEY.replace(/^/gm, '  ')}`, PRIVATE_KEY.replaceAll('\n', '\n  ')],
    ['in JSON', JSON.stringify(PRIVATE_KEY), PRIVATE_KEY.replaceAll('\n', '\\n')],
  ])('that is %s the value is put back', (_, text, value) => {
    const { fact, restore } = redactor();
    expect(JSON.stringify(fact(prompt(text)))).toContain('[redacted:private-key~aaaa]');
    expect(valueIn(restore('[redacted:private-key~aaaa]'))).toBe(value);
  });

  test.each([
    ['cut', `${PRIVATE_KEY.slice(0, -30)}\n[more]`],
    ['numbered', numbered],
    ['quoted', PRIVATE_KEY.replace(/^/gm, '> ')],
    ['added in a diff', PRIVATE_KEY.replace(/^/gm, '+')],
    ['in a diff', PRIVATE_KEY.replace(/^/gm, ' ')],
    ['in one line', PRIVATE_KEY.replaceAll('\n', ' ')],
  ])('that is %s nothing is put back', (_, text) => {
    const { fact, restore } = redactor();
    expect(JSON.stringify(fact(prompt(text)))).toContain('[redacted:private-key-not-kept~aaaa]');
    expect(restore('[redacted:private-key-not-kept~aaaa]')).toEqual({ ok: false });
  });
});

describe('a text in pieces', () => {
  const inPieces = (text: string, size: number, secrets = SECRETS) => {
    const redaction = redactor({ secrets }).showing();
    let given = '';
    for (let at = 0; at < text.length; at += size) given += redaction.feed(text.slice(at, at + size));
    return given + redaction.end();
  };

  test.each([1, 3, 7, 100])('in pieces of %i characters no secret gets through', (size) => {
    expect(inPieces(`a ${KEY} b sk-0123 c ${KEY}${KEY}`, size)).toBe(
      'a [redacted:API_KEY~aaaa] b sk-0123 c [redacted:API_KEY~aaaa][redacted:API_KEY~aaaa]',
    );
  });

  test('what cannot become a secret is given out at once', () => {
    const redaction = redactor().showing();
    expect([redaction.feed('hello s'), redaction.feed('ky'), redaction.feed(' sk-01'), redaction.end()]).toEqual([
      'hello ',
      'sky',
      ' ',
      'sk-01',
    ]);
  });

  test('of a secret that begins with another one nothing is left', () => {
    const secrets = new Map([
      ['SHORT', 'sk-0123456789'],
      ['LONG', 'sk-0123456789-and-more'],
    ]);
    expect(inPieces('x sk-0123456789-and-more y', 100, secrets)).toBe('x [redacted:LONG~aaaa] y');
    expect(redact(prompt('x sk-0123456789-and-more y'), secrets)).toEqual(prompt('x [redacted:LONG~aaaa] y'));
  });

  const long = `${PRIVATE_KEY}\nx ${TOKEN}. eyJ y ${OTHER}`;

  test.each([1, 2, 5, 30, 64, 500])(
    'in pieces of %i characters nothing gets through that can be told by its look',
    (size) => {
      // Of a prefix the first letters may have been shown.
      expect(inPieces(long, size).replace(/-{0,2}(?=\[redacted:private)|g?h?(?=\[redacted:github)/g, '')).toBe(
        '[redacted:private-key~aaaa]\nx [redacted:github-token~aaaa]. eyJ y [redacted:github-token-2~aaaa]',
      );
    },
  );

  test.each([1, 7, 64, 500])('in pieces of %i characters no part of a decorated or cut key gets through', (size) => {
    const named = PRIVATE_KEY.replace(/^/gm, 'a/key~1.pem:12:');
    const text = `${named}\n${named.slice(0, named.lastIndexOf('\n'))}\n[more]\n`;
    expect(inPieces(text, size).replace(/-{0,2}(?=\[redacted:private)/g, '')).toBe(
      'a/key~1.pem:12:[redacted:private-key-not-kept~aaaa]\na/key~1.pem:12:[redacted:private-key-not-kept~aaaa]\n[more]\n',
    );
  });

  test.each([1, 7, 100])('what is kept is bytes, in pieces of %i of them', (size) => {
    const { keeping, fact } = redactor({ findOwnSecrets: own(/PIN .{4}/g), secrets: new Map([['WORD', 'pässwörd']]) });
    fact(prompt(`${OTHER} PIN 4711`));
    const { feed, end } = keeping();
    const bytes = Buffer.from(`ü pässwörd PIN 4711 ${OTHER} ü`).toString('latin1');
    let kept = '';
    for (let at = 0; at < bytes.length; at += size) kept += feed(bytes.slice(at, at + size));
    expect(Buffer.from(kept + end(), 'latin1').toString()).toBe(
      'ü [redacted:WORD~aaaa] [redacted:own~aaaa] [redacted:github-token~aaaa] ü',
    );
  });

  test('of what is shown, a match of an own pattern is found where it is a word', () => {
    const { feed, end } = redactor({ findOwnSecrets: own(/PIN-\d+/g) }).showing();
    expect([feed('a PI'), feed('N-47'), feed('11 </fi'), feed('nal>'), end()]).toEqual([
      'a ',
      '',
      '[redacted:own~aaaa] <',
      '/final>',
      '',
    ]);
  });

  test('what is longer than any secret that begins so is not held back for ever', () => {
    const { feed } = redactor().showing();
    expect(feed(`ghp_${'a'.repeat(900)}`)).toBe('');
    expect(feed('a'.repeat(200))).toHaveLength(1_104);
  });

  test('a very long word is not held back for ever', () => {
    const { feed } = redactor({ findOwnSecrets: own(/PIN/g) }).showing();
    const given = Array.from({ length: 100 }, () => feed('abcdefghij')).join('');
    expect(given.length).toBeGreaterThan(700);
  });
});
