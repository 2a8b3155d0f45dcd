/** Sessions to make pages from: one in which a bit of everything happens, one whose every text is an attack, a long one. */
import { BEHAVIOUR, type SessionResumed } from '../packages/core/src/index.ts';
import { type Facts, NO_FACTS } from '../packages/protocol/src/index.ts';
import { sessionStarted } from '../packages/testing/src/session-started.ts';
import { builtinSpecs } from '../packages/tools/src/index.ts';
import { type Line, writeGolden } from './golden.ts';

const PROJECT = '/home/ada/meetings';
const RANGE = `${PROJECT}/src/range.js`;

function would(some: Partial<Facts>): Line {
  return { answers: { type: 'facts.taken', facts: { ...NO_FACTS, readOnly: false, ...some } } };
}

const DIFF = `--- a/src/range.js
+++ b/src/range.js
@@ -8,5 +8,5 @@
 /** Whether two meetings share a moment. */
 export function overlaps(a, b) {
-  return a.start <= b.end && b.start <= a.end;
+  return a.start < b.end && b.start < a.end;
 }
 
`;

const FAILING = [
  'TAP version 13',
  ...Array.from({ length: 24 }, (_, index) => `ok ${index + 1} - a meeting of ${index + 5} minutes is kept`),
  'not ok 25 - a meeting can begin when another one ends',
  '  ---',
  "  failureType: 'testCodeFailure'",
  "  error: 'Expected values to be strictly equal: true !== false'",
  '  ...',
  '1..25',
].join('\n');

const LINES: readonly Line[] = [
  {
    type: 'prompt.given',
    text: 'The tests fail. Find out why, and mend the code.\nRun the tests (node --test) until they pass.',
  },
  {
    reply:
      '<thought>First I look at what is here, and at how the tests fail. The name of the failing test should say which function to look at; then I read that function before I change anything.</thought>\n<action tool="bash"><command>node --test</command></action>',
  },
  would({ runs: ['node'] }),
  { answers: { type: 'permission.answered', answer: 'always', reason: '' } },
  {
    answers: {
      type: 'tool.ended',
      content: FAILING,
      status: 'error',
      details: { exitCode: 1 },
      notes: ['Command exited with code 1'],
    },
  },
  {
    answers: {
      type: 'reply.failed',
      text: '',
      reasoning: '',
      fault: { kind: 'overloaded', message: 'http://127.0.0.1:8080/v1 is busy', advice: 'Try again.', status: 503 },
    },
  },
  { answers: { type: 'timer.fired' } },
  {
    reply:
      'I look at the function.\n<action tool="read"><path>src/range.js</path></action>\n<action tool="fetch"><url>https://example.org/calendar</url></action>',
  },
  would({ readOnly: true, reads: [{ path: RANGE, where: 'inside' }] }),
  would({ network: ['example.org'] }),
  {
    answers: {
      type: 'tool.ended',
      content: 'export function overlaps(a, b) {\n  return a.start <= b.end && b.start <= a.end;\n}\n',
    },
  },
  would({ network: ['example.org'] }),
  { answers: { type: 'permission.answered', answer: 'no', reason: 'stay at home' } },
  {
    reply:
      '```xml\n<action tool="edit"><path>src/range.js</path><old>a.start <= b.end && b.start <= a.end</old><new>a.start < b.end && b.start < a.end</new></action>\n```',
  },
  would({ writes: [{ path: RANGE, where: 'inside' }], preview: DIFF }),
  { answers: { type: 'permission.answered', answer: 'once', reason: '' } },
  { type: 'steer.given', text: 'And say what it was.' },
  {
    answers: {
      type: 'tool.ended',
      content: 'Successfully replaced 1 place in src/range.js.',
      details: { path: 'src/range.js', matchCount: 1, diff: DIFF },
    },
  },
  {
    reply:
      '<action tool="todo"><items>[{"text": "mend overlaps", "status": "done"}, {"text": "run the tests", "status": "doing"}]</items></action><action tool="bash"><command>node --test</command></action>',
  },
  would({ runs: ['node'] }),
  { answers: { type: 'tool.ended', content: FAILING.replaceAll('not ok', 'ok'), details: { exitCode: 0 } } },
  {
    reply:
      '<final>The tests pass now (25 of 25).\n\n`overlaps` in src/range.js counted the end of a range as part of it, so a meeting could not begin at the moment in which another one ended.</final>',
  },
  { type: 'prompt.given', text: 'Push it.' },
  { reply: '<action tool="bash"><command>git push --force</command></action>' },
  would({ runs: ['git'], network: ['github.com'], forbidden: 'a push that overwrites what others have pushed' }),
  { reply: '<final>I may not push with force, and nothing else would do.</final>' },
  { type: 'session.ended', reason: 'quit' },
];

export function writeSampleSession(file: string): void {
  writeGolden(file, LINES);
}

/** Each would set `window.attacked`, leave the page, or garble what comes after it, if it ever became markup. */
export const ATTACKS: readonly string[] = [
  '</script><script>window.attacked = 1</script>',
  '<img src="x:y" onerror="window.attacked = 1">',
  '"><svg onload="window.attacked = 1"></svg>',
  "' autofocus onfocus='window.attacked = 1' x='",
  '<iframe srcdoc="<script>parent.attacked = 1</script>"></iframe>',
  '<a href="javascript:window.attacked = 1">click</a>',
  '<meta http-equiv="refresh" content="0; url=https://example.org/">',
  '<base href="https://example.org/"><form action="https://example.org/">',
  '<link rel="stylesheet" href="https://example.org/x.css">',
  '</style><style>* { display: none }</style>',
  '</pre></details></article></main><!-- ',
  '&lt;script&gt;window.attacked = 1&lt;/script&gt; &#60;b&#62;',
  '{{window.attacked = 1}}',
  '\u0000\u001b[31m\u202egnp.exe\u200b\u2066\ud800 \u00a0\ufeff\u2028',
];

/** A session that was taken up again, with an attack in whatever it says of itself. */
function attackedResume(attack: string): SessionResumed {
  const model = { endpoint: attack, model: attack };
  const tools = builtinSpecs();
  const started = sessionStarted({
    session: attack,
    program: attack,
    folder: attack,
    behaviour: BEHAVIOUR,
    model,
    tools,
  });
  return { ...started, type: 'session.resumed', parent: { session: attack, record: 3, hash: attack } };
}

/** Every text that a model, a tool, an endpoint, a project or a person can put into a history is an attack. */
export function writeAttackedSession(file: string, attacks: readonly string[] = ATTACKS): void {
  const all = attacks.join('\n');
  const diff = `--- a/${attacks[1]}\n+++ b/${attacks[1]}\n@@ -1,1 +1,${attacks.length} @@\n-x\n${attacks.map((attack) => `+${attack}`).join('\n')}\n`;
  const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const lines = attacks.flatMap((attack): Line[] => [
    { type: 'prompt.given', text: attack },
    {
      answers: {
        type: 'reply.failed',
        text: attack,
        reasoning: attack,
        fault: { kind: 'network', message: attack, advice: attack, status: null },
      },
    },
    { answers: { type: 'timer.fired' } },
    {
      reply: `${attack.startsWith('<') ? '' : attack}\n<thought>${asText(attack)}</thought><action tool="bash"><command>${asText(attack)}</command></action>`,
    },
    would({ runs: [attack], network: [attack], unknown: attack, preview: diff }),
    { answers: { type: 'permission.answered', answer: 'no', reason: attack } },
    {
      reply: `<action tool="edit"><path>${asText(attack)}</path><old>${asText(attack)}</old><new>${asText(all)}</new></action>`,
    },
    would({ writes: [{ path: attack, where: 'inside' }] }),
    { answers: { type: 'permission.answered', answer: 'once', reason: '' } },
    { answers: { type: 'tool.ended', content: all, details: { diff, signal: attack }, notes: [attack] } },
    { reply: `<final>${asText(attack)}</final>` },
    { type: 'model.changed', model: { ...sessionStarted().model, endpoint: attack, model: attack } },
    { type: 'event.dropped', by: attack, event: { type: 'prompt.given', text: attack } },
    { type: 'hook.failed', hook: attack, message: attack },
    { ...attackedResume(attack) },
  ]);
  writeGolden(file, [{ settings: { turnsMax: 1_000 } }, ...lines]);
}

/** A session in which a tool gives back each of these texts, one after the other. */
export function writeToldSession(file: string, texts: readonly string[]): void {
  const lines = texts.flatMap((text, index): Line[] => [
    { reply: `<action tool="read"><path>${index}.txt</path></action>` },
    would({ readOnly: true }),
    { answers: { type: 'tool.ended', content: text } },
  ]);
  const settings = { turnsMax: texts.length + 1 };
  writeGolden(file, [{ settings }, { type: 'prompt.given', text: 'Read them all.' }, ...lines]);
}
