/** A simple command: what it sets, where it leads the shell, and what the program in it does. */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import type { Assignment, Command } from 'unbash';
import { commandFacts } from './command.ts';
import { isEnterable } from './disk.ts';
import { isCommanding, isHarmlessVariable } from './environment.ts';
import { expandText, expandWord } from './expand.ts';
import { pathFacts, sum, unknownFacts } from './facts.ts';
import { gatheredFacts } from './gathered.ts';
import type { Ground } from './ground.ts';
import { type Names, namesAfter } from './listed-names.ts';
import { lookingPrefixes } from './looking-prefixes.ts';
import { whatRunsInstead } from './own-program.ts';
import { locateWord } from './paths.ts';
import { nameOf, SHELLS, WRAPPERS } from './programs.ts';
import { reachOf } from './reach.ts';
import { noteRedirects } from './redirect.ts';
import { shellTextOf } from './shell-text.ts';
import { type After, always, assigned, type State } from './state.ts';
import { ANY, isUnknownText } from './unknown-text.ts';
import { expanderFor, type Stage, type Walk } from './walker.ts';
import { wrappedBy } from './wrapped.ts';

/** What a text in a text counts for: more than some ten of them are not gone through. */
const TEXT_STEPS = 30;

/** `names` are those that the command finds in its input, if it is known which. */
export function walkCommand(node: Command, state: State, walk: Walk, names: Names | null): Stage {
  if (--walk.steps.left < 0) throw new Error('it takes too many steps to go through');
  noteRedirects(node.redirects, state, walk);
  if (!node.name) return { after: always(withAssignments(node, state, walk)), names: null };
  const words = wordsOf(node, state, walk);
  if (!words) return { after: always(state), names: null };
  const environment = node.prefix.filter((part): part is Assignment => part.type === 'Assignment');
  const after = builtIn(words, environment, state, walk);
  if (after) {
    walk.found.push({ ...NO_FACTS, runs: words.slice(0, 1) });
    return { after, names: null };
  }
  const given = environment.map((assignment) => environmentFacts(assignment, state, walk));
  const [program = '', ...rest] = words;
  for (const folder of state.folders) {
    const run = sum([runFacts(program, rest, folder, names, walk), ...given]);
    const before = environment.map(({ text }) => text);
    const prefixes = run.readOnly || run.unknown !== null ? [] : lookingPrefixes(before, words, folder, walk.ground);
    walk.found.push(
      placeFacts(folder, walk.ground),
      prefixes.length === 0 ? run : { ...run, lookingPrefixes: prefixes },
    );
  }
  if (state.exports) walk.found.push({ ...NO_FACTS, readOnly: false });
  // In several folders at once, there are several lists.
  const [folder = walk.ground.folder, ...others] = state.folders;
  return {
    after: always(state),
    names: others.length === 0 ? namesAfter(program, rest, names, folder, walk.ground) : null,
  };
}

/** What runs outside of the project looks at what is there, whether it names it or not. */
function placeFacts(folder: string, ground: Ground): Facts {
  const { reads, unknown, ...rest } = pathFacts('reads', [locateWord('.', folder, ground)]);
  return { ...rest, unknown, reads: reads.filter(({ where }) => where !== 'inside') };
}

function runFacts(program: string, rest: readonly string[], folder: string, names: Names | null, walk: Walk): Facts {
  // It is not what runs the command in its words, nor the shell that is known.
  if (carriesCommand(program) && whatRunsInstead(program, folder, walk.ground) !== null)
    return commandFacts(program, rest, folder, walk.ground);
  const gathered = gatheredFacts(program, rest, folder, names, walk.ground);
  if (gathered) return gathered;
  const wrapped = wrappedBy(program, rest);
  if (wrapped) {
    const [inner = '', ...others] = wrapped.command;
    const facts = runFacts(inner, others, folder, names, walk);
    const set = wrapped.variables.map(([name, value]) => variableFacts(name, value, folder, walk.ground));
    const readOnly = facts.readOnly && wrapped.keepsLooking;
    return sum([{ ...NO_FACTS, runs: [program], readOnly }, facts, ...set]);
  }
  const text = shellTextOf(program, rest);
  if (text !== null) return sum([{ ...NO_FACTS, runs: [program], readOnly: false }, textFacts(text, folder, walk)]);
  return commandFacts(program, rest, folder, walk.ground);
}

function carriesCommand(program: string): boolean {
  const name = nameOf(program);
  return name === 'find' || WRAPPERS.has(name) || SHELLS.has(name);
}

/** A text that a shell is given is a command of its own, in a shell of its own. */
function textFacts(text: string, folder: string, walk: Walk): Facts {
  if (isUnknownText(text)) return unknownFacts('a shell is given a text that is not known');
  walk.steps.left -= TEXT_STEPS;
  if (walk.steps.left < 0) throw new Error('it takes too many steps to go through');
  const tree = walk.parse(text);
  if (tree.errors?.length || tree.commands.length === 0)
    return unknownFacts('a shell is given a text that cannot be read');
  return walk.judge(tree, folder);
}

function wordsOf(node: Command, state: State, walk: Walk): readonly string[] | null {
  const words: string[] = [];
  for (const word of [...(node.name ? [node.name] : []), ...node.args]) {
    // `export A=b`: the programs that take assignments for words of their own are not told apart here.
    const expanded =
      word.type === 'Word' ? expandWord(word, expanderFor(state, walk)) : assignmentWord(word, state, walk);
    if (!expanded.ok) {
      walk.found.push(unknownFacts(expanded.why));
      return null;
    }
    words.push(...expanded.words);
  }
  const [program = ''] = words;
  if (!isUnknownText(program) && program !== '') return words;
  walk.found.push(unknownFacts('it is not known which program runs'));
  return null;
}

function assignmentWord(word: Assignment, state: State, walk: Walk) {
  const value = assignedValue(word, state, walk);
  return value === null
    ? ({ ok: false, why: `an assignment (${word.text})` } as const)
    : ({ ok: true, words: [`${word.name}=${value}`] } as const);
}

function builtIn(words: readonly string[], environment: readonly Assignment[], state: State, walk: Walk): After | null {
  const [program = '', ...rest] = words;
  switch (program) {
    case 'cd':
      return environment.length > 0 ? null : changeFolder(rest, state, walk);
    case 'exit': {
      const [status, ...more] = rest;
      const isPlain = more.length === 0 && (status === undefined || /^\d+$/.test(status) || isUnknownText(status));
      return isPlain && environment.length === 0 ? { ok: null, failed: null } : null;
    }
    case 'break':
    case 'continue':
      if (rest.length > 0) return null;
      walk.jumps.push(state);
      return always(state);
    case 'read': {
      const isPlain = environment.every(({ text }) => text === 'IFS=');
      return isPlain ? readInput(rest, state, walk) : null;
    }
    case 'set':
      // They only have the shell end sooner.
      return environment.length === 0 && /^([-+](e|u|eu|eo pipefail|euo pipefail|o pipefail) ?)+$/.test(rest.join(' '))
        ? always(state)
        : null;
    case 'export':
      return environment.length > 0 ? null : exported(rest, state);
    default:
      return null;
  }
}

function changeFolder(words: readonly string[], state: State, walk: Walk): After | null {
  if (words.length === 1 && words[0] === '-') {
    return state.previous && { ok: { ...state, folders: state.previous, previous: state.folders }, failed: state };
  }
  const operands = words[0] === '--' ? words.slice(1) : words;
  const [path = walk.ground.home, ...more] = operands;
  if (operands.length === 0 && words.length > 0) return null;
  if (path === '' || path.startsWith('-') || more.length > 0 || isUnknownText(path)) return null;
  const reached: string[] = [];
  for (const folder of state.folders) {
    const located = locateWord(path, folder, walk.ground);
    walk.found.push(pathFacts('reads', [located]));
    if (!located.ok) return always(state);
    reached.push(...located.facts.map((fact) => fact.path));
  }
  // Where nothing has been changed on the way, a folder that is there now is there then.
  const isSure = walk.isUnchanged() && reached.every(isEnterable);
  return { ok: { ...state, folders: [...new Set(reached)], previous: state.folders }, failed: isSure ? null : state };
}

/** Sets variables to what it reads. */
function readInput(words: readonly string[], state: State, walk: Walk): After | null {
  let at = 0;
  for (; words[at]?.startsWith('-'); at++) {
    const word = words[at] ?? '';
    if (/^-(d|n|N|t)$/.test(word)) at++;
    else if (!/^-(r|s|rs|d.|n\d+)$/.test(word)) return null;
  }
  const variables = words.slice(at);
  if (variables.length === 0 || !variables.every((name) => isFreeVariable(name, walk.ground))) return null;
  const end = variables.reduce((before, name) => assigned(before, name, ANY), state);
  return always(end);
}

function exported(words: readonly string[], state: State): After | null {
  let end = state;
  for (const word of words) {
    const [, name, value] = /^([a-z_]\w*)=(.*)$/is.exec(word) ?? [];
    if (name === undefined || value === undefined || isCommanding(name) || isUnknownText(value)) return null;
    end = assigned(end, name, value);
    end = { ...end, exports: end.exports || !isHarmlessVariable(name, value) };
  }
  return words.length === 0 ? null : always(end);
}

/** `A=b` alone: a variable of the shell, which no program sees. */
function withAssignments(node: Command, state: State, walk: Walk): State {
  let end = state;
  for (const part of node.prefix) {
    if (part.type !== 'Assignment') continue;
    const value = assignedValue(part, end, walk);
    if (value === null || !isFreeVariable(part.name, walk.ground)) {
      walk.found.push(unknownFacts(`an assignment (${part.text})`));
      return end;
    }
    end = assigned(end, part.name, value);
  }
  return end;
}

/** A name that means nothing to the shell, and that no program is given. */
function isFreeVariable(name: string, ground: Ground): boolean {
  return /^[a-z_]\w*$/i.test(name) && !isCommanding(name) && !ground.environment.has(name);
}

function assignedValue(assignment: Assignment, state: State, walk: Walk): string | null {
  const { value, append, index } = assignment;
  if (value.type !== 'Word' || append || index) return null;
  const expanded = expandText(value, expanderFor(state, walk));
  if (expanded.ok) return expanded.text;
  walk.found.push(unknownFacts(expanded.why));
  return null;
}

/** `A=b program` */
function environmentFacts(assignment: Assignment, state: State, walk: Walk): Facts {
  const value = assignedValue(assignment, state, walk);
  if (value === null || isUnknownText(value)) return unknownFacts(`an assignment (${assignment.text})`);
  return sum(state.folders.map((folder) => variableFacts(assignment.name, value, folder, walk.ground)));
}

function variableFacts(name: string, value: string, folder: string, ground: Ground): Facts {
  if (isHarmlessVariable(name, value)) return NO_FACTS;
  if (isCommanding(name)) return unknownFacts(`a variable that programs obey (${name})`);
  return sum([{ ...NO_FACTS, readOnly: false }, reachOf([`${name}=${value}`], folder, ground)]);
}
