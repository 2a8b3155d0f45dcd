/**
 * What a shell command would do. One parser reads it, and an allow-list of its nodes is understood (`walk.ts`). All else
 * is unknown, with the reason. The deny list looks at the whole tree, understood or not: see `alarm.ts`.
 */

import type { Facts } from '@tagma/protocol';
import type { ParsedScript } from 'unbash';
import { alarmAt, alarmInText } from './alarm.ts';
import { closedInCommand } from './closed-command.ts';
import { beginLooks } from './disk.ts';
import { unknownFacts } from './facts.ts';
import type { Ground } from './ground.ts';
import { keyringUses } from './keyring.ts';
import { loadParser } from './load-parser.ts';
import { namedIn } from './named-in-command.ts';
import { factsOfScript } from './walk.ts';

type Parse = (source: string) => ParsedScript;

/** Longer commands are programs, not commands, and nobody reads them before saying yes. */
export const COMMAND_CHARS_MAX = 16_384;

/** Control and format characters, bidi marks, lone surrogates, odd blanks: none is a separator, and none can be seen. */
const INVISIBLE = /[^\P{C}\n\t]|[^\P{Z} ]/u;

/** Runs as a fresh shell, in the folder that `cd` has led to. Total: never throws. */
export async function bashFacts(command: string, ground: Ground): Promise<Facts> {
  const { parse } = await loadParser();
  beginLooks();
  const tree = command.length <= COMMAND_CHARS_MAX ? parsed(command, parse) : null;
  const named = await namedIn(command, tree, ground);
  const forbidden = (await alarmOf(command, tree, ground)) ?? closedInCommand(named, ground);
  const secrets = keyringUses(named);
  return {
    ...understood(command, tree, ground, parse),
    ...(forbidden === null ? {} : { forbidden }),
    ...(secrets.length === 0 ? {} : { secrets }),
  };
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

function parsed(command: string, parse: Parse): ParsedScript | null {
  try {
    return parse(command);
  } catch {
    return null;
  }
}

function understood(command: string, tree: ParsedScript | null, ground: Ground, parse: Parse): Facts {
  try {
    return factsOf(command, tree, ground, parse);
  } catch (error) {
    return unknownFacts(`it cannot be analysed (${error instanceof Error ? error.message : String(error)})`);
  }
}

function factsOf(command: string, tree: ParsedScript | null, ground: Ground, parse: Parse): Facts {
  if (command.length > COMMAND_CHARS_MAX) return unknownFacts(`it is longer than ${COMMAND_CHARS_MAX} characters`);
  if (INVISIBLE.test(command)) return unknownFacts('it holds characters that cannot be seen');
  if (command.includes('\ufffd')) return unknownFacts('it holds what is no character: bytes that are no UTF-8');
  if (!tree) return unknownFacts('it cannot be read as a shell command');
  const [error] = tree.errors ?? [];
  if (error) return unknownFacts(`it cannot be read as a shell command (${error.message})`);
  if (tree.commands.length === 0) return unknownFacts('it is empty');
  return factsOfScript(tree, command, ground, parse);
}
