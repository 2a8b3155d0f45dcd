/**
 * What a shell command would do. One parser reads it, and an allow-list of its nodes is understood: simple commands of
 * plain words, `&&` `||` `;` and pipelines of them, redirections to plain files. All else is unknown, with the reason.
 * The deny list looks at the whole tree, understood or not: see `alarm.ts`.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import type { Command, CommandNode, ParsedScript, PipelineNode, Redirection, Statement } from 'unbash';
import { alarmAt, alarmInText } from './alarm.ts';
import { commandFacts } from './command.ts';
import { pathFacts, sum, unknownFacts } from './facts.ts';
import { forbiddenFacts } from './forbidden.ts';
import type { Ground } from './ground.ts';
import { locateWord } from './paths.ts';
import { plainWord } from './words.ts';

/** Longer commands are programs, not commands, and nobody reads them before saying yes. */
export const COMMAND_CHARS_MAX = 16_384;

/** Control and format characters, bidi marks, lone surrogates, odd blanks: none is a separator, and none can be seen. */
const INVISIBLE = /[^\P{C}\n\t]|[^\P{Z} ]/u;

/** Runs as a fresh shell, in the folder that `cd` has led to. Total: never throws. */
export async function bashFacts(command: string, ground: Ground): Promise<Facts> {
  const { parse } = await import('unbash');
  const tree = command.length <= COMMAND_CHARS_MAX ? parsed(command, parse) : null;
  const forbidden = await alarmOf(command, tree, ground);
  return { ...factsOf(command, tree, ground), ...(forbidden === null ? {} : { forbidden }) };
}

/** A tree that is broken, or too deep to go through, does not hide what the text shows. */
async function alarmOf(command: string, tree: ParsedScript | null, ground: Ground): Promise<string | null> {
  if (!tree) return alarmInText(command, ground);
  try {
    const why = await alarmAt(tree, ground);
    return why ?? (tree.errors ? alarmInText(command, ground) : null);
  } catch {
    return alarmInText(command, ground);
  }
}

function parsed(command: string, parse: (source: string) => ParsedScript): ParsedScript | null {
  try {
    return parse(command);
  } catch {
    return null;
  }
}

function factsOf(command: string, tree: ParsedScript | null, ground: Ground): Facts {
  if (command.length > COMMAND_CHARS_MAX) return unknownFacts(`it is longer than ${COMMAND_CHARS_MAX} characters`);
  if (INVISIBLE.test(command)) return unknownFacts('it holds characters that cannot be seen');
  if (!tree) return unknownFacts('it cannot be read as a shell command');
  const [error] = tree.errors ?? [];
  if (error) return unknownFacts(`it cannot be read as a shell command (${error.message})`);
  if (tree.commands.length === 0) return unknownFacts('it is empty');
  return scriptFacts(tree, ground);
}

function scriptFacts(tree: ParsedScript, ground: Ground): Facts {
  const moved = afterChangeOfFolder(tree, ground) ?? beforeChangeOfFolder(tree, ground);
  if (moved) return moved;
  const statements = tree.commands.map((statement) => statementFacts(statement, ground.shellFolder, ground));
  return sum([placeFacts(ground), ...statements]);
}

/** What runs outside of the project looks at what is there, whether it names it or not. */
function placeFacts(ground: Ground): Facts {
  const { reads, unknown, ...rest } = pathFacts('reads', [locateWord('.', ground.shellFolder, ground)]);
  return { ...rest, unknown, reads: reads.filter(({ where }) => where !== 'inside') };
}

function statementFacts({ command, background }: Statement, base: string, ground: Ground): Facts {
  if (background) return unknownFacts('a command in the background (&)');
  const pipelines = command.type === 'AndOr' ? command.commands : [command];
  return sum(pipelines.map((pipeline) => pipelineFacts(pipeline, base, ground)));
}

function pipelineFacts(pipeline: PipelineNode, base: string, ground: Ground): Facts {
  const commands = pipeline.type === 'Pipeline' ? pipeline.commands : [pipeline];
  return sum(commands.map((command) => nodeFacts(command, base, ground)));
}

function nodeFacts(node: CommandNode, base: string, ground: Ground): Facts {
  if (node.type !== 'Command') return unknownFacts(`shell syntax of the kind ${node.type}`);
  return sum([
    simpleFacts(node, base, ground),
    ...node.redirects.map((redirect) => redirectFacts(redirect, base, ground)),
  ]);
}

function simpleFacts(node: Command, base: string, ground: Ground): Facts {
  const words = wordsOf(node, ground);
  if (!words.ok) return unknownFacts(words.why);
  const [program, ...rest] = words.words;
  return program === undefined ? NO_FACTS : commandFacts(program, rest, base, ground);
}

type Words = { readonly ok: true; readonly words: readonly string[] } | { readonly ok: false; readonly why: string };

function wordsOf(node: Command, ground: Ground): Words {
  const words: string[] = [];
  for (const word of [...node.prefix, ...(node.name ? [node.name] : []), ...node.args]) {
    if (word.type === 'Assignment') return { ok: false, why: `an assignment (${word.text})` };
    if (word.type !== 'Word') continue;
    const plain = plainWord(word, ground.home);
    if (!plain.ok) return plain;
    words.push(plain.value);
  }
  return { ok: true, words };
}

function redirectFacts(redirect: Redirection, base: string, ground: Ground): Facts {
  if (redirect.type !== 'Redirect') return unknownFacts('text that is given in the command (<<)');
  const { operator, descriptor, target } = redirect;
  if (!target || descriptor?.type === 'FileDescriptorVariable') return unknownFacts('a redirection to a variable');
  const word = plainWord(target, ground.home);
  if (!word.ok) return unknownFacts(word.why);
  if (operator === '>&' && /^\d$/.test(word.value)) return NO_FACTS;
  if (operator === '>&' || operator === '<&' || operator === '<>')
    return unknownFacts(`a redirection with ${operator}`);
  if (word.value === '/dev/null') return NO_FACTS;
  if (/^\/dev\/(tcp|udp)\//.test(word.value)) return unknownFacts('a redirection to the network');
  const [kind, use] = operator === '<' ? (['reads', 'read'] as const) : (['writes', 'change'] as const);
  const facts = pathFacts(kind, [locateWord(word.value, base, ground, use)]);
  return { ...facts, forbidden: forbiddenFacts(facts, false, ground) };
}

/**
 * `cd PATH`, where only the next call runs, or `cd PATH && …`, with nothing but `&&` to the end: then all that follows runs
 * there, or not at all. Null for a command without `cd`; every other use of it is unknown, for the folder of what follows
 * would be.
 */
function afterChangeOfFolder(tree: ParsedScript, ground: Ground): Facts | null {
  const [statement, ...others] = tree.commands;
  if (!statement || others.length > 0 || statement.background) return null;
  const { command } = statement;
  const { commands, operators } = command.type === 'AndOr' ? command : { commands: [command], operators: [] };
  const [first, ...rest] = commands;
  if (first?.type !== 'Command') return null;
  const path = folderOf(first, ground);
  if (path === null || operators.some((operator) => operator !== '&&')) return null;
  const located = locateWord(path, ground.shellFolder, ground);
  if (!located.ok) return unknownFacts(located.why);
  const changed: Facts = { ...NO_FACTS, reads: located.facts, runs: ['cd'] };
  if (rest.length === 0) return changed;
  const [place, ...readings] = located.facts;
  if (place?.where !== 'inside' || readings.length > 0) return unknownFacts(`it changes to another folder (${path})`);
  return sum([changed, ...rest.map((pipeline) => pipelineFacts(pipeline, place.path, ground))]);
}

/** `… && cd PATH` at the very end: nothing of this call runs there. Null for a command that does not end so. */
function beforeChangeOfFolder(tree: ParsedScript, ground: Ground): Facts | null {
  const statements = [...tree.commands];
  const last = statements.pop();
  if (!last || last.background) return null;
  const { command } = last;
  const pipelines = command.type === 'AndOr' ? [...command.commands] : [command];
  const change = pipelines.pop();
  const path = change?.type === 'Command' ? folderOf(change, ground) : null;
  if (path === null) return null;
  const located = pathFacts('reads', [locateWord(path, ground.shellFolder, ground)]);
  return sum([
    placeFacts(ground),
    ...statements.map((statement) => statementFacts(statement, ground.shellFolder, ground)),
    ...pipelines.map((pipeline) => pipelineFacts(pipeline, ground.shellFolder, ground)),
    { ...located, runs: ['cd'] },
  ]);
}

/** The one folder that a plain `cd` names, or null. */
function folderOf(node: Command, ground: Ground): string | null {
  const words = node.redirects.length > 0 ? null : wordsOf(node, ground);
  if (!words?.ok || words.words[0] !== 'cd') return null;
  const [, path, ...more] = words.words;
  return path === undefined || path === '' || path.startsWith('-') || more.length > 0 ? null : path;
}
