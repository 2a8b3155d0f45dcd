/**
 * Every fault of the fault server over a real session: it does not crash, no tool runs twice, no half action runs, what
 * fails can be resumed, the message says what happened and what helps, and the history replays. Five times each, fifty with
 * TAGMA_LONG=1.
 */
import { describe, expect, test } from 'vitest';
import { complete, type Limits } from '../packages/endpoint/src/index.ts';
import { ENDPOINT_FAULTS, startFaultyEndpoint } from '../packages/testing/src/index.ts';
import { type FaultyChoices, type FaultySession, faultySession, WHOLE_FILE } from './faulty-session.ts';
import { scriptOf } from './scripted.ts';

const LONG = process.env.TAGMA_LONG !== undefined;
const TIMES = LONG ? 50 : 5;
const AT_ONCE = 5;
/** Bytes between two cuts of the stream. */
const CUT_STEP = LONG ? 1 : 97;
/** Requests that an endpoint which keeps failing may cost a turn. */
const REQUESTS_MAX = 15;
const LONG_TEST_MS = 1_200_000;

const PROMPT = { type: 'prompt.given', text: 'do it' } as const;
const RESUME = { type: 'resume.requested' } as const;
const QUICK: Partial<Limits> = { firstByteMs: 250, idleMs: 250, tailMs: 250 };

type Row = {
  readonly fault: string;
  /** `done`: the session gets over it by itself. Else the kind with which the turn fails. */
  readonly ends: 'done' | RegExp;
  /** In the message and the advice of each failure; null where there is none. */
  readonly says: RegExp | null;
  readonly choices?: FaultyChoices;
};

const ROWS: readonly Row[] = [
  { fault: '401', ends: /auth/, says: /answered 401: Incorrect API key.*TAGMA_API_KEY/ },
  { fault: '403', ends: /auth/, says: /answered 403.*TAGMA_API_KEY/ },
  { fault: '402', ends: /quota/, says: /Insufficient Balance.*no credit/ },
  { fault: '404', ends: /not-found/, says: /answered 404.*address/ },
  { fault: '404-model', ends: /not-found/, says: /does not exist.*name of the model.*It has scripted\./ },
  { fault: '400-overflow', ends: /context-overflow/, says: /4096 tokens.*\/compact/ },
  { fault: '413', ends: /bad-request/, says: /413.*client_max_body_size/ },
  { fault: '429', ends: 'done', says: /429.*Wait/ },
  { fault: '429-retry-after', ends: 'done', says: /429.*Wait/ },
  { fault: '429-quota', ends: /quota/, says: /current quota.*no credit/ },
  { fault: '500', ends: 'done', says: /500.*log of the server/ },
  { fault: '502', ends: 'done', says: /502 Bad Gateway.*proxy/ },
  { fault: '503', ends: 'done', says: /Loading model.*wait/ },
  { fault: '529', ends: 'done', says: /Overloaded.*another model/ },
  { fault: 'content-filter', ends: /content-filter/, says: /filtered.*other words/ },
  { fault: 'error-in-stream', ends: 'done', says: /engine has died.*log of the server/ },
  {
    fault: 'redirect',
    ends: /not-found/,
    says: /see http:\/\/127.0.0.1:1\/moved.*--endpoint: http:\/\/127.0.0.1:1\/moved\/v1/,
  },
  { fault: 'unknown-parameter', ends: 'done', says: null },
  { fault: 'no-system-role', ends: 'done', says: null },
  { fault: 'drop', ends: 'done', says: /closed the connection.*https:/ },
  { fault: 'drop@1200', ends: 'done', says: /reply was cut.*Try again/ },
  { fault: 'json-cut', ends: /malformed/, says: /something else.*Try again/ },
  { fault: 'gzip-cut', ends: /done|malformed/, says: /\..*\./ },
  { fault: 'keep-alive-reset', ends: 'done', says: /closed the connection.*Try again/ },
  {
    fault: 'idle-before-head',
    ends: 'done',
    says: /no reply began within.*loading the model/,
    choices: { limits: QUICK },
  },
  {
    fault: 'idle-after-head',
    ends: 'done',
    says: /no reply began within.*loading the model/,
    choices: { limits: QUICK },
  },
  { fault: 'idle-in-stream', ends: 'done', says: /stood still within.*Try again/, choices: { limits: QUICK } },
  { fault: 'slow-loris', ends: 'done', says: /did not end within.*lower limit/, choices: { limits: { wholeMs: 600 } } },
  { fault: 'html', ends: /malformed/, says: /"Log in".*login page/ },
  { fault: 'empty', ends: /malformed/, says: /holds no completion.*address/ },
  { fault: 'plain-text', ends: /malformed/, says: /holds no completion.*address/ },
  { fault: 'malformed-json', ends: /malformed/, says: /something else.*Try again/ },
  { fault: 'malformed-sse', ends: /malformed/, says: /something else.*Try again/ },
  { fault: 'long-line', ends: /malformed/, says: /more than 16777216 characters.*Try again/ },
  { fault: 'done-twice', ends: 'done', says: null },
  { fault: 'done-missing', ends: 'done', says: null },
  { fault: 'usage-missing', ends: 'done', says: null },
  { fault: 'content-type', ends: 'done', says: null },
  { fault: 'utf8-split', ends: 'done', says: null },
  { fault: 'utf8-invalid', ends: 'done', says: null },
  { fault: 'choices-empty', ends: 'done', says: null },
  {
    fault: 'key-in-error',
    ends: /auth/,
    says: /\[key\].*TAGMA_API_KEY/,
    choices: { apiKey: 'sk-very-secret-0123456789' },
  },
  {
    fault: 'key-in-page',
    ends: /malformed/,
    says: /\[key\].*address/,
    choices: { apiKey: 'sk-very-secret-0123456789' },
  },
  {
    fault: 'key-in-redirect',
    ends: /not-found/,
    says: /\[key\].*address/,
    choices: { apiKey: 'sk-very-secret-0123456789' },
  },
  { fault: 'key-in-reply', ends: 'done', says: null, choices: { apiKey: 'sk-very-secret-0123456789' } },
  { fault: 'key-in-call', ends: 'done', says: null, choices: { apiKey: 'sk-very-secret-0123456789' } },
];

const rests = ({ state }: FaultySession) => ['finished', 'failed'].includes(state());
const resultOf = ({ session }: FaultySession) => session.snapshot().context.result;
const turns = ({ emitted }: FaultySession) => emitted.filter(({ type }) => type === 'turn.end').length;
const faultsIn = ({ events }: FaultySession) =>
  events.flatMap((event) => (event.type === 'reply.failed' ? [event.fault] : []));

/** Those of the two calls: what went wrong, if they did not go well. */
const OUTCOMES: readonly string[] = ['ok', 'ok'];
const outcomesIn = ({ events }: FaultySession) =>
  events.flatMap((event) => {
    if (event.type !== 'tool.ended') return [];
    const { status, content } = event.outcome;
    return [status === 'ok' ? status : `${status}: ${content}`];
  });

/** How the turn ended: `done`, or the kind of its fault. */
function endOf(real: FaultySession): string {
  const result = resultOf(real);
  return result?.kind === 'failed' ? result.fault.kind : (result?.kind ?? 'nothing');
}

async function prompted(fault: string, choices?: FaultyChoices): Promise<FaultySession> {
  const real = await faultySession(fault, choices);
  real.session.send(PROMPT);
  await real.until(() => rests(real));
  return real;
}

/** Nothing may have run of what has failed; then the person asks for it again. */
async function resumed(real: FaultySession): Promise<void> {
  expect(real.traces()).toEqual({ runs: 0, file: null });
  real.session.send(RESUME);
  await real.until(() => turns(real) === 2 && rests(real));
}

async function survives({ fault, ends, says, choices }: Row): Promise<void> {
  const real = await prompted(fault, choices);
  const end = endOf(real);
  expect(end).toMatch(ends);
  if (end !== 'done') await resumed(real);

  expect([endOf(real), outcomesIn(real).slice(-2), real.traces()]).toEqual([
    'done',
    OUTCOMES,
    { runs: 1, file: WHOLE_FILE },
  ]);
  const faults = faultsIn(real);
  expect(faults.length > 0).toBe(says !== null);
  for (const { message, advice } of faults) expect(`${message} ${advice}`).toMatch(says ?? /never/);
  for (const { message } of faults) expect(message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions/);
  const { replays, history } = await real.end();
  expect(replays).toBe(true);
  if (choices?.apiKey) expect(history).not.toContain(choices.apiKey);
}

test('every fault of the server is a row', () => {
  const names = ROWS.map(({ fault }) => fault.replace(/@\d+$/, '@N'));
  expect(names).toEqual(ENDPOINT_FAULTS.map(({ name }) => name));
});

describe(`${TIMES} times each`, () => {
  test.each(ROWS)(
    '$fault',
    async (row) => {
      for (let done = 0; done < TIMES; done += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => survives(row)));
      }
    },
    LONG_TEST_MS,
  );
});

describe('a reply that is cut', () => {
  const pace = { characters: 24, ms: 0 };

  test('after any byte is kept as far as it came, and is whole only with its finish', async () => {
    const text = '<final>é 漢字 😀</final>';
    let ok = false;
    for (let bytes = 0; !ok; bytes++) {
      const endpoint = await startFaultyEndpoint(scriptOf([text]), {
        fault: `drop@${bytes}`,
        pace: { characters: 8, ms: 0 },
      });
      const hooks = { signal: new AbortController().signal, onDelta: () => 'go on' as const };
      const messages = [{ role: 'user', content: 'Say it.' }] as const;
      const completion = await complete({ model: 'm', messages }, { url: endpoint.url }, hooks);
      expect([bytes, text.startsWith(completion.text)]).toEqual([bytes, true]);
      ok = completion.ok;
      if (ok) expect(completion.text).toBe(text);
      else expect(completion).toMatchObject({ fault: { kind: 'network' } });
      await endpoint.close();
    }
  });

  test(
    'after any byte runs no half of an action, and each whole one once',
    async () => {
      const cut = async (bytes: number): Promise<boolean> => {
        const real = await prompted(`drop@${bytes}`, { retriesMax: 0, pace });
        const whole = endOf(real) === 'done';
        if (!whole) await resumed(real);
        expect([bytes, endOf(real), outcomesIn(real)]).toEqual([bytes, 'done', OUTCOMES]);
        expect(real.traces()).toEqual({ runs: 1, file: WHOLE_FILE });
        expect((await real.end()).replays).toBe(true);
        return whole;
      };
      let bytes = 0;
      let wholes = 0;
      // Until the cut comes behind the end of the reply.
      while (wholes < AT_ONCE) {
        const cuts = Array.from({ length: AT_ONCE }, (_, i) => cut(bytes + i * CUT_STEP));
        wholes = (await Promise.all(cuts)).filter(Boolean).length;
        bytes += AT_ONCE * CUT_STEP;
      }
      expect(bytes).toBeGreaterThan(1_000);
    },
    LONG_TEST_MS,
  );
});

describe('an endpoint that keeps failing', () => {
  const once: [fault: string, ends: string][] = [
    ['401', 'auth'],
    ['403', 'auth'],
    ['402', 'quota'],
    ['404', 'not-found'],
    ['413', 'bad-request'],
    ['429-quota', 'quota'],
    ['content-filter', 'content-filter'],
    ['html', 'malformed'],
  ];
  test.each(once)('with %s is asked once', async (fault, ends) => {
    const real = await prompted(fault, { times: Number.POSITIVE_INFINITY });
    expect([endOf(real), real.faults(), real.traces()]).toEqual([ends, 1, { runs: 0, file: null }]);
    expect((await real.end()).replays).toBe(true);
  });

  const several: [fault: string, ends: string][] = [
    ['429', 'rate-limit'],
    ['500', 'overloaded'],
    ['drop', 'network'],
    ['drop@100', 'network'],
    ['error-in-stream', 'overloaded'],
  ];
  test.each(several)(`with %s is asked at most ${REQUESTS_MAX} times`, async (fault, ends) => {
    const real = await prompted(fault, { times: Number.POSITIVE_INFINITY, retriesMax: 100 });
    expect([endOf(real), real.traces()]).toEqual([ends, { runs: 0, file: null }]);
    expect(real.faults()).toBeGreaterThan(1);
    expect(real.faults()).toBeLessThanOrEqual(REQUESTS_MAX);
    expect((await real.end()).replays).toBe(true);
  });
});
