/** Goes along a history: a command in, lines out. No terminal here, and no file. */
import { stateOf } from '@tagma/core';
import { type Breakpoints, createBreakpoints, placeOf } from '@tagma/runtime';
import { counted } from '../counted.ts';
import { messageOf } from '../problem.ts';
import { type Command, countOf, helpLines } from './commands.ts';
import { refused, type Said, said } from './said.ts';
import { eventLine, isLook, look, type Scene, summaryLine, whereLine } from './scene.ts';
import type { Tape } from './tape.ts';

export type HistoryStepper = {
  /** The event that was told last, and how many there are. */
  readonly place: () => { readonly at: number; readonly of: number };
  readonly execute: (command: Command) => Said;
};

const LIST_AROUND = 5;
const ANY_NUMBER = Number.MAX_SAFE_INTEGER;

export function createHistoryStepper(tape: Tape): HistoryStepper {
  const last = tape.events.length;
  const breakpoints = createBreakpoints();
  /** How many events the machine has been told. */
  let at = 0;

  const goTo = (number: number): Said => {
    try {
      const lines = number === 0 ? [`at the start: ${stateOf(tape.snapshotAfter(0))}`] : told(tape.sceneAt(number));
      at = number;
      return said(lines);
    } catch (error) {
      return failed(error, number);
    }
  };

  /** What is printed of an event that has been reached. */
  const told = (scene: Scene): readonly string[] => [
    summaryLine(scene),
    ...tape.differencesAt(scene).map((line) => `  ! ${line}`),
    ...(scene.number === last ? ['  this is the last event'] : []),
  ];

  const goOn = (): Said => {
    if (at === last) return atEnd();
    for (let number = at + 1; number <= last; number++) {
      let scene: Scene;
      try {
        scene = tape.sceneAt(number);
      } catch (error) {
        at = number - 1;
        return failed(error, number);
      }
      const hit = breakpoints.hit(scene.before, scene.event);
      const differs = tape.differencesAt(scene).length > 0;
      if (!hit && !differs && number < last) continue;
      const passed = number - at - 1;
      at = number;
      return said([
        ...(passed > 0 ? [`… ${counted(passed, 'event')}`] : []),
        ...(hit ? [placeOf(hit)] : []),
        ...told(scene),
      ]);
    }
    return atEnd();
  };

  const forward = (command: Command): Said => {
    const count = countOf(command, 1, ANY_NUMBER, 1);
    if (!count.ok) return count;
    if (at === last) return atEnd();
    const until = Math.min(last, at + count.value);
    const lines: string[] = [];
    while (at < until) {
      const one = goTo(at + 1);
      if (!one.ok) return lines.length === 0 ? one : said([...lines, `  ! ${one.message}`]);
      lines.push(...one.lines);
    }
    return said(lines);
  };

  const back = (command: Command): Said => {
    const count = countOf(command, 1, ANY_NUMBER, 1);
    if (!count.ok) return count;
    return at === 0 ? said(['this is the start']) : goTo(Math.max(0, at - count.value));
  };

  const atEnd = (): Said =>
    said([last === 0 ? 'there is no event in it' : `this is the last event, of ${last}; back goes back`]);

  const list = (command: Command): Said => {
    const around = countOf(command, 1, ANY_NUMBER, LIST_AROUND);
    if (!around.ok) return around;
    const from = Math.max(1, at - around.value);
    const shown = tape.events.slice(from - 1, at + around.value);
    return said(shown.map((event, index) => `${from + index === at ? '>' : ' '} ${eventLine(from + index, event)}`));
  };

  const lookAt = (command: Command): Said => {
    if (at > 0) return isLook(command) ? look(command, tape.sceneAt(at)) : said([]);
    if (command.name === 'state') return said([whereLine(tape.snapshotAfter(0))]);
    return refused(`${command.name} is about an event, and none has been told yet. next tells the first.`);
  };

  return {
    place: () => ({ at, of: last }),
    execute(command) {
      switch (command.name) {
        case 'next':
          return forward(command);
        case 'back':
          return back(command);
        case 'continue':
          return goOn();
        case 'goto': {
          const number = countOf(command, 0, last);
          return number.ok ? goTo(number.value) : number;
        }
        case 'break':
        case 'breaks':
        case 'delete':
          return aboutBreakpoints(command, breakpoints);
        case 'list':
          return list(command);
        case 'help':
          return said(helpLines('file'));
        default:
          return lookAt(command);
      }
    },
  };
}

/** `break`, `breaks` and `delete`: the same on a history and live. */
export function aboutBreakpoints(command: Command, breakpoints: Breakpoints): Said {
  if (command.name === 'break') {
    const added = breakpoints.add(command.argument);
    return added.ok ? said([placeOf(added.breakpoint)]) : added;
  }
  if (command.name === 'breaks') {
    const all = breakpoints.all();
    return said(all.length === 0 ? ['there are no breakpoints; break state acting sets one'] : all.map(placeOf));
  }
  const number = countOf(command, 1, ANY_NUMBER);
  if (!number.ok) return number;
  if (breakpoints.remove(number.value)) return said([`breakpoint ${number.value} is removed`]);
  return refused(`there is no breakpoint ${number.value}. breaks lists them.`);
}

function failed(error: unknown, number: number): Said {
  return refused(`the machine fails on event ${number}, so it cannot be gone on from here: ${messageOf(error)}`);
}
