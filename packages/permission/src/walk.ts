/**
 * Goes through a shell command as the shell would, with what is known of its state, and notes what each simple command
 * does. All ways are gone: both branches, every word of a loop. An allow-list of nodes: all others are unknown.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import type { CommandNode, CompoundCommand, For, If, ParsedScript, PipelineNode, Statement, While } from 'unbash';
import { checkTime } from './disk.ts';
import { expandText, expandWord } from './expand.ts';
import { sum, unknownFacts } from './facts.ts';
import { NAMES_MAX } from './glob.ts';
import type { Ground } from './ground.ts';
import type { Names } from './listed-names.ts';
import { apart, fed, isInput, noPieces, partsOf, withinCommand } from './parts.ts';
import { noteRedirects } from './redirect.ts';
import { walkCommand } from './simple.ts';
import { type After, always, assigned, isSame, joined, type State, startIn } from './state.ts';
import { testFacts } from './test-command.ts';
import { ANY, isUnknownText } from './unknown-text.ts';
import { expanderFor, type Stage, type Walk } from './walker.ts';

const STEPS_MAX = 400;
const LOOP_WORDS_MAX = 200;
const ROUNDS_MAX = 5;

/** @param source the text of the whole command, to tell its parts; null for a part of one */
export function factsOfScript(
  tree: ParsedScript,
  source: string | null,
  ground: Ground,
  parse: Walk['parse'],
  shared: Pick<Walk, 'steps' | 'names' | 'isUnchanged'> = {
    steps: { left: STEPS_MAX },
    names: { left: NAMES_MAX },
    isUnchanged: () => true,
  },
): Facts {
  const walk: Walk = {
    ground,
    found: [],
    pieces: noPieces(),
    isUnchanged: () => shared.isUnchanged() && walk.found.every(({ readOnly }) => readOnly),
    steps: shared.steps,
    names: shared.names,
    jumps: [],
    go: (script, state) => {
      const [error] = script.errors ?? [];
      if (error) walk.found.push(unknownFacts(`it cannot be read as a shell command (${error.message})`));
      apart(walk.pieces, () => walkList(script.commands, state, walk));
    },
    parse,
    judge: (text, folder) => factsOfScript(text, null, { ...ground, shellFolder: folder }, parse, walk),
  };
  walkList(tree.commands, startIn(ground), walk);
  const facts = sum(walk.found);
  const parts = source === null ? null : partsOf(source, walk.found, walk.pieces);
  return parts === null ? facts : { ...facts, parts };
}

function walkList(statements: readonly Statement[], start: State, walk: Walk): After {
  let state = start;
  let after = always(state);
  for (const statement of statements) {
    after = walkStatement(statement, state, walk);
    // What follows an `exit` is judged all the same.
    state = joined(after.ok, after.failed) ?? state;
  }
  return after;
}

function walkStatement({ command, background }: Statement, state: State, walk: Walk): After {
  checkTime();
  const [first, ...others] = command.type === 'AndOr' ? command.commands : [command];
  if (!first) return always(state);
  let after = walkPipeline(first, state, walk);
  for (const [at, pipeline] of others.entries()) {
    const isAnd = command.type === 'AndOr' && command.operators[at] === '&&';
    const next = walkPipeline(pipeline, (isAnd ? after.ok : after.failed) ?? state, walk);
    after = isAnd
      ? { ok: next.ok, failed: joined(after.failed, next.failed) }
      : { ok: joined(after.ok, next.ok), failed: next.failed };
  }
  return background ? always(state) : after;
}

function walkPipeline(pipeline: PipelineNode, state: State, walk: Walk): After {
  if (pipeline.type !== 'Pipeline') return walkNode(pipeline, state, walk, null).after;
  const isNegated = pipeline.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  const [only, ...more] = pipeline.commands;
  if (only && more.length === 0) {
    const { ok, failed } = walkNode(only, state, walk, null).after;
    return isNegated ? { ok: failed, failed: ok } : { ok, failed };
  }
  let names: Names | null = null;
  // Each stage has a shell of its own.
  for (const [at, command] of pipeline.commands.entries()) {
    names = fed(walk.pieces, at > 0, () => walkNode(command, state, walk, names)).names;
  }
  return always(state);
}

function walkNode(node: CommandNode, state: State, walk: Walk, names: Names | null): Stage {
  if (node.type === 'Command') {
    return withinCommand(node, state, walk, () => walkCommand(node, state, walk, names));
  }
  if (node.type === 'Redirected') {
    noteRedirects(node.redirects, state, walk);
    const after = fed(walk.pieces, node.redirects.some(isInput), () => walkCompound(node.command, state, walk));
    return { after, names: null };
  }
  if (node.type === 'Function' || node.type === 'Coproc')
    return { after: unknown(node.type, state, walk), names: null };
  return { after: walkCompound(node, state, walk), names: null };
}

function walkCompound(node: CompoundCommand, state: State, walk: Walk): After {
  switch (node.type) {
    case 'Subshell':
      walkList(node.body.commands, state, walk);
      return always(state);
    case 'BraceGroup':
      return walkList(node.body.commands, state, walk);
    case 'If':
      return walkIf(node, state, walk);
    case 'For':
      return walkFor(node, state, walk);
    case 'While':
      return walkWhile(node, state, walk);
    case 'Case': {
      note(expandText(node.word, expanderFor(state, walk)), walk);
      for (const pattern of node.items.flatMap((item) => item.pattern)) {
        note(expandText(pattern, expanderFor(state, walk)), walk);
      }
      // A body may go on in the next one.
      let end: State = state;
      for (const { body } of node.items) {
        const { ok, failed } = walkList(body.commands, end, walk);
        end = joined(end, ok, failed) ?? end;
      }
      return always(end);
    }
    case 'TestCommand':
      walk.found.push(testFacts(node.expression, state, walk));
      return always(state);
    default:
      return unknown(node.type, state, walk);
  }
}

function walkIf(node: If, state: State, walk: Walk): After {
  let before = state;
  const ends: (State | null)[] = [];
  for (const { clause, then } of [node, ...node.elif]) {
    const condition = walkList(clause.commands, before, walk);
    const done = walkList(then.commands, condition.ok ?? before, walk);
    if (condition.ok) ends.push(done.ok, done.failed);
    before = condition.failed ?? before;
    if (!condition.failed) ends.push(null);
  }
  const other = node.else ? walkList(node.else.commands, before, walk) : always(before);
  const end = joined(...ends, other.ok, other.failed);
  return { ok: end, failed: end };
}

function walkFor(node: For, state: State, walk: Walk): After {
  const values: string[] = [];
  for (const word of node.wordlist ?? []) {
    const expanded = expandWord(word, expanderFor(state, walk));
    note(expanded, walk);
    if (expanded.ok) values.push(...expanded.words);
  }
  const distinct = [...new Set(values)];
  if (!node.wordlist || distinct.length > LOOP_WORDS_MAX) return unknown('For', state, walk);
  const name = node.name.text;
  if (!/^[a-z_]\w{0,30}$/.test(name) && !/^[A-Z]$/.test(name)) return unknown('For', state, walk);
  const { commands } = node.body;
  // Words that are not known may be none, or many.
  if (distinct.some(isUnknownText))
    return repeat(state, walk, (before) => walkList(commands, assigned(before, name, ANY), walk));
  return inLoop(walk, () => {
    let end: State = state;
    for (const value of distinct) {
      const { ok, failed } = walkList(commands, assigned(end, name, value), walk);
      end = joined(end, ok, failed, ...walk.jumps.splice(0)) ?? end;
    }
    return always(end);
  });
}

function walkWhile(node: While, state: State, walk: Walk): After {
  // One that does not read its input to the end may have none.
  const [first] = node.clause.commands;
  const reads = first?.command.type === 'Command' && first.command.name?.text === 'read' && node.kind === 'while';
  if (!reads) walk.found.push({ ...NO_FACTS, readOnly: false });
  return repeat(state, walk, (before) => {
    const condition = walkList(node.clause.commands, before, walk);
    const { ok, failed } = walkList(node.body.commands, condition.ok ?? before, walk);
    const end = joined(condition.ok, condition.failed, ok, failed);
    return { ok: end, failed: end };
  });
}

/** Until a further round changes nothing of what is known. */
function repeat(start: State, walk: Walk, round: (state: State) => After): After {
  return inLoop(walk, () => {
    let state = start;
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
      const { ok, failed } = round(state);
      const next = joined(state, ok, failed, ...walk.jumps.splice(0)) ?? state;
      if (isSame(state, next)) return always(state);
      state = next;
    }
    walk.found.push(unknownFacts('a loop that changes its folder'));
    return always(state);
  });
}

/** Where this loop is left says nothing about the one around it. */
function inLoop(walk: Walk, loop: () => After): After {
  const outer = walk.jumps.splice(0);
  const after = loop();
  walk.jumps.splice(0, walk.jumps.length, ...outer);
  return after;
}

function unknown(what: string, state: State, walk: Walk): After {
  walk.found.push(unknownFacts(`shell syntax of the kind ${what}`));
  return always(state);
}

function note(expanded: { readonly ok: true } | { readonly ok: false; readonly why: string }, walk: Walk): void {
  if (!expanded.ok) walk.found.push(unknownFacts(expanded.why));
}
