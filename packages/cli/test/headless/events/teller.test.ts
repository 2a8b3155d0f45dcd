/** The recorded sessions, told as events: each is as the schema says, and everything that begins has its end. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaySteps } from '@tagma/history';
import type { StreamEvent } from '@tagma/stream';
import { describe, expect, test } from 'vitest';
import { isBySchema, unknownIn } from '../../../../stream/test/published.ts';
import { createTeller } from '../../../src/headless/events/teller.ts';

const GOLDEN = fileURLToPath(new URL('../../../../../history/golden', import.meta.url));

const isAsItSays = isBySchema('event');

async function eventsOf(name: string): Promise<readonly StreamEvent[]> {
  const teller = createTeller({ history: name, endCode: () => null, deltas: true });
  const events: StreamEvent[] = [];
  for await (const step of replaySteps(join(GOLDEN, name))) events.push(...teller.take({ kind: 'step', ...step }));
  return events;
}

describe.each(readdirSync(GOLDEN).filter((name) => name.endsWith('.xml')))('%s', (name) => {
  test('every event is as the schema says, and the first says which', async () => {
    const events = await eventsOf(name);
    expect(events.filter((event) => !isAsItSays(event))).toEqual([]);
    expect(events.filter(unknownIn)).toEqual([]);
    expect(events[0]).toMatchObject({ type: 'session_started', schema_version: 1, session_id: 'golden' });
  });

  test('what begins has its end', async () => {
    const events = await eventsOf(name);
    expect(unendedIn(events)).toEqual([]);
  });

  test('what a hook refuses is denied at once', async () => {
    const events = await eventsOf(name);
    const after = events.filter((_, index) => isRefusal(events[index - 1]));
    expect(after.map(shortly)).toEqual(
      events.flatMap((event) => (isRefusal(event) ? [`call_ended ${event.call} denied`] : [])),
    );
  });
});

type Refusal = Extract<StreamEvent, { type: 'hook_ended' }>;

/** Of a call. */
function isRefusal(event: StreamEvent | undefined): event is Refusal {
  return event?.type === 'hook_ended' && event.outcome === 'refused' && event.call !== null;
}

/** What begins and does not end before its turn, or the list, does; and what ends and has not begun. */
function unendedIn(events: readonly StreamEvent[]): readonly string[] {
  const open = new Set<string>();
  const wrong: string[] = [];
  const begin = (what: string) => void open.add(what);
  const end = (what: string) => {
    if (!open.delete(what)) wrong.push(`${what} ends and has not begun`);
  };
  for (const event of events) {
    if (event.type === 'turn_started') begin('the turn');
    if (event.type === 'request_started') begin(`request ${event.request}`);
    if (event.type === 'request_ended') end(`request ${event.request}`);
    if (event.type === 'reply') for (const { call } of event.actions) begin(`call ${call}`);
    // Once more, outside of its sandbox.
    if (event.type === 'call_started') begin(`call ${event.call}`);
    if (event.type === 'call_ended') end(`call ${event.call}`);
    if (event.type === 'session_started') open.clear();
    if (event.type !== 'result') continue;
    open.delete('the turn');
    wrong.push(...[...open].map((what) => `${what} has not ended with its turn`));
    open.clear();
  }
  return wrong;
}

/** An event in a few words. */
function shortly(event: StreamEvent): string {
  switch (event.type) {
    case 'asked':
      return `asked ${event.kind}`;
    case 'answered':
      return `answered ${event.answer}`;
    case 'call_judged':
      return `call_judged ${event.call} ${event.verdict}`;
    case 'call_started':
      return `call_started ${event.call} ${event.tool}`;
    case 'call_ended':
      return `call_ended ${event.call} ${event.status}`;
    case 'mode_changed':
      return `mode_changed ${event.mode}`;
    case 'rule_added':
      return `rule_added ${event.rule}`;
    case 'result':
      return `result ${event.subtype} ${event.exit_code}`;
    default:
      return event.type;
  }
}

const ASKED = ['request_started', 'request_ended', 'reply'];

test.each([
  [
    'permission-asked.xml',
    [
      ...['session_started', 'prompt', 'turn_started'],
      ...[...ASKED, 'call_judged 1 ask', 'asked permission', 'answered no', 'call_ended 1 denied'],
      ...[...ASKED, 'call_judged 2 ask', 'asked permission', 'answered always', 'rule_added Bash(make)'],
      ...['call_started 2 bash', 'call_ended 2 error', 'call_ended 3 skipped'],
      ...[...ASKED, 'call_judged 4 allow', 'call_started 4 bash', 'call_ended 4 timeout'],
      ...['request_started', 'mode_changed plan', 'request_ended', 'reply'],
      ...['call_judged 5 deny', 'call_ended 5 denied', ...ASKED, 'result denied 3'],
    ],
  ],
  [
    'asked-and-planned.xml',
    [
      ...['session_started', 'prompt', 'turn_started'],
      ...[...ASKED, 'asked question', 'answered neither: 81 & <up>', 'call_ended 1 ok'],
      ...[...ASKED, 'call_ended 2 ok', 'mode_changed plan', 'call_judged 3 deny', 'call_ended 3 denied'],
      ...[...ASKED, 'asked plan', 'answered reject', 'call_ended 4 denied'],
      ...[...ASKED, 'asked plan', 'answered approve', 'call_ended 5 ok', 'mode_changed default'],
      ...[...ASKED, 'result success 0'],
    ],
  ],
  [
    'side-by-side.xml',
    [
      ...['session_started', 'prompt', 'turn_started', ...ASKED, 'call_judged 1 allow', 'call_judged 2 allow'],
      ...['call_started 1 read', 'call_started 2 read', 'call_ended 2 ok', 'prompt', 'call_ended 1 ok', 'prompt_taken'],
      ...['call_ended 3 skipped', ...ASKED, 'call_judged 4 allow', 'call_started 4 read', 'call_ended 4 ok'],
      ...['call_judged 5 ask', 'asked permission', 'answered always', 'call_started 5 read', 'abort_requested'],
      ...['call_ended 5 aborted', 'result aborted 130'],
    ],
  ],
])('%s, as it is told', async (name, told) => {
  expect((await eventsOf(name)).map(shortly)).toEqual(told);
});
