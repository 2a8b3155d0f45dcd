/** One event and what the machine makes of it: what the commands that look at something look at. */
import { type AgentEvent, type Emitted, type Explained, explain, isNote, type Snapshot, stateOf } from '@tagma/core';
import { partAt } from '@tagma/runtime';
import { type Change, changesBetween } from './changes.ts';
import { type Command, countOf } from './commands.ts';
import { refused, type Said, said } from './said.ts';
import { briefly, type Cut, memberLines, valueLines, wholeText } from './values.ts';

export type Scene = {
  /** Its number in the session, from 1. */
  readonly number: number;
  readonly event: AgentEvent;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly emitted: readonly Emitted[];
  /** The machine has not been told yet: all this would happen. */
  readonly isHeld: boolean;
};

type LookName = 'show' | 'guards' | 'effects' | 'context' | 'diff' | 'state';

export function isLook(command: Command): command is Command & { readonly name: LookName } {
  return Object.hasOwn(LOOKS, command.name);
}

export function look(command: Command & { readonly name: LookName }, scene: Scene): Said {
  return LOOKS[command.name](command, scene);
}

const LOOKS: { readonly [name in LookName]: (command: Command, scene: Scene) => Said } = {
  show: ({ argument }, { number, event }) => {
    const { type, at, ...fields } = event;
    if (argument !== '') return part(fields, argument, 'show');
    const head = `event ${number}: ${type}, at ${new Date(at).toISOString()}`;
    return said([head, ...memberLines(fields, SHOWN)]);
  },
  guards: (_command, { event, before }) => said(guardLines(explain(before, event))),
  effects: (command, { emitted, isHeld }) => {
    if (emitted.length === 0) return said(['nothing is asked for, and nothing noted']);
    if (command.argument === '') return said(emitted.flatMap((one, index) => emittedLines(one, index + 1, isHeld)));
    const which = countOf(command, 1, emitted.length);
    if (!which.ok) return which;
    return said(memberLines(emitted[which.value - 1] ?? {}, null));
  },
  context: ({ argument }, { before, after, isHeld }) => {
    const { context } = isHeld ? before : after;
    return argument === '' ? said(memberLines(context, KNOWN)) : part(context, argument, 'context');
  },
  diff: (_command, { before, after }) => {
    const changes = changesBetween(before.context, after.context);
    if (changes.length === 0) return said(['nothing in the context changes']);
    return said(changes.flatMap(changeLines));
  },
  state: (_command, { before, after, isHeld }) => said([whereLine(isHeld ? before : after)]),
};

const SHOWN: Cut = { levels: 2, whole: (path) => `show ${path}` };
const KNOWN: Cut = { levels: 2, whole: (path) => `context ${path}` };
const CHANGED: Cut = { ...KNOWN, levels: 3 };

function changeLines(change: Change): readonly string[] {
  const { path, before, after } = change;
  if (!('before' in change)) return valueLines(`+ ${path}`, after, CHANGED, path);
  if (!('after' in change)) return [`  - ${path}: ${briefly(before)}`];
  const isSmall = briefly(after) === briefly(after, Number.POSITIVE_INFINITY);
  if (isSmall || typeof after !== 'object' || after === null)
    return [`  ${path}: ${briefly(before)} → ${briefly(after)}`];
  return [`  ${path}: ${briefly(before)} →`, ...memberLines(after, CHANGED, path, '    ')];
}

/** `#5  12:00:05.000  tool.ended ok  acting → thinking  · model.ask 4` */
export function summaryLine({ number, event, before, after, emitted }: Scene): string {
  const [from, to] = [stateOf(before), stateOf(after)];
  const effects = emitted.map(briefEmitted).join(', ');
  return `${eventLine(number, event)}  ${from === to ? from : `${from} → ${to}`}${effects === '' ? '' : `  · ${effects}`}`;
}

export function eventLine(number: number, event: AgentEvent): string {
  const time = new Date(event.at).toISOString().slice(11, 23);
  return `#${number}  ${time}  ${event.type}${aboutEvent(event)}${event.changed ? ` (changed by ${event.changed.by})` : ''}`;
}

/** Where the machine stands, and what it waits for. */
export function whereLine(snapshot: Snapshot): string {
  const { requests } = snapshot.context;
  if (requests.length === 0) return stateOf(snapshot);
  const what = requests.length === 1 ? 'the answer to request' : 'the answers to requests';
  return `${stateOf(snapshot)}, waits for ${what} ${requests.join(', ')}`;
}

function aboutEvent(event: AgentEvent): string {
  switch (event.type) {
    case 'prompt.given':
    case 'steer.given':
      return ` ${briefly(event.text, 40)}`;
    case 'reply.ended':
      return ` ${briefly(event.text, 40)}`;
    case 'reply.failed':
      return ` ${event.fault.kind}`;
    case 'tool.ended':
      return ` ${event.outcome.status}`;
    case 'permission.answered':
      return ` ${event.answer}`;
    case 'mode.changed':
      return ` ${event.mode}`;
    case 'event.dropped':
      return ` ${event.event.type}`;
    default:
      return '';
  }
}

function briefEmitted(one: Emitted): string {
  if (isNote(one)) return `(${one.type})`;
  const id = 'id' in one ? ` ${one.id}` : '';
  if ('tool' in one) return `${one.type}${id} ${one.tool}`;
  if (one.type === 'turn.end') return `${one.type} ${one.result.kind}`;
  if (one.type === 'cancel') return `${one.type} ${one.request}`;
  return `${one.type}${id}`;
}

function emittedLines(one: Emitted, index: number, isHeld: boolean): string[] {
  const { type, ...fields } = one;
  const kind = isNote(one) ? 'note' : 'effect';
  return [
    `${index}. ${isHeld ? `${kind}, if told` : kind}: ${type}`,
    ...memberLines(fields, { levels: 2, whole: () => `effects ${index}` }, '', '     '),
  ];
}

/** Each state on the way: which ways were looked at, in order, and which was gone. */
function guardLines({ microsteps, stayed }: Explained): string[] {
  const end = microsteps.at(-1);
  const lines = microsteps.flatMap(({ state, event, candidates, taken, exit, entry }) => {
    const head = `${state}, ${event === null ? 'at once' : `on ${event}`}:`;
    const none = candidates.length === 0 ? ['  no way leads on from here'] : [];
    const left = exit.length > 0 ? [`  ${state} does ${exit.join(', ')}, being left`] : [];
    const entered = taken?.target && entry.length > 0 ? [`  ${taken.target} does ${entry.join(', ')}`] : [];
    const ways = candidates.map((one) => wayLine(one, one === taken));
    return [
      head,
      ...none,
      ...ways,
      ...(taken === null && candidates.length > 0 ? ['  none is gone'] : []),
      ...left,
      ...entered,
    ];
  });
  if (!end || stayed.length === 0) return lines;
  return [...lines, `${stateOf(end.snapshot)}, at once:`, ...stayed.map((one) => wayLine(one, false)), '  it stays'];
}

function wayLine({ guard, verdict, target, actions }: Explained['stayed'][number], isTaken: boolean): string {
  const mark = isTaken ? '→' : ' ';
  const says = verdict === null ? 'not looked at' : guard === null ? 'always' : String(verdict);
  const does = actions.length > 0 ? ` / ${actions.join(', ')}` : '';
  return `  ${mark} ${(guard ?? 'else').padEnd(16)} ${says.padEnd(14)} ${target ?? 'stays'}${does}`;
}

function part(value: unknown, path: string, command: string): Said {
  const found = partAt(value, path);
  if (!found.ok) return refused(`${command}: ${found.message}`);
  if (typeof found.value === 'string') return said(wholeText(found.value));
  if (typeof found.value === 'object' && found.value !== null) return said(memberLines(found.value, null));
  return said([briefly(found.value)]);
}
