/** What starts more of itself than ends. */
import type { ArithmeticFor, Function as ShellFunction, SyntaxNode, While } from 'unbash';

type EachChild = (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;

/** Functions in functions: more are no bomb that a person writes. */
const CALLS_MAX = 256;
/** What keeps a loop from starting its next round at once. */
const WAITING = /^(sleep|wait|read|break|exit)$/;

/**
 * A function that comes back to itself, by others too, and on the way starts something in the background or in a pipe.
 * `functions` are those seen before: it is put among them.
 */
export function isForkBomb(node: ShellFunction, functions: Map<string, ShellFunction>, eachChild: EachChild): boolean {
  functions.set(node.name.value, node);
  const seen = new Set<string>();
  const ahead = [node.name.value];
  let [returns, isDoubled] = [false, false];
  for (let name = ahead.pop(); name !== undefined && seen.size < CALLS_MAX; name = ahead.pop()) {
    const body = functions.get(name)?.body;
    if (!body || seen.has(name)) continue;
    seen.add(name);
    const look = (child: SyntaxNode): void => {
      const called = child.type === 'Command' ? child.name?.value : undefined;
      if (called === node.name.value) returns = true;
      if (called !== undefined) ahead.push(called);
      if (child.type === 'Statement' && child.background) isDoubled = true;
      if (child.type === 'Pipeline' && child.commands.length > 1) isDoubled = true;
      eachChild(child, look);
    };
    look(body);
  }
  return returns && isDoubled;
}

/** A loop without an end that starts something in the background each time. */
export function isEndless(node: While | ArithmeticFor, eachChild: EachChild): boolean {
  if (node.type === 'ArithmeticFor' && node.test) return false;
  if (node.type === 'While') {
    const [first] = node.clause.commands;
    const condition = first?.command.type === 'Command' ? first.command : null;
    const isTrue = condition?.args.length === 0 && /^(true|:)$/.test(condition.name?.value ?? '');
    if (!isTrue || node.kind !== 'while') return false;
  }
  let [starts, waits] = [false, false];
  const look = (child: SyntaxNode): void => {
    if (child.type === 'Statement' && child.background) starts = true;
    else if (child.type === 'Command' && WAITING.test(child.name?.value ?? '')) waits = true;
    else eachChild(child, look);
  };
  eachChild(node.body, look);
  return starts && !waits;
}
