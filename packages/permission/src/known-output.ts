/** What a few commands print is known before they run: a text that is in the command itself, the folder they run in. */
import type { Command, ParsedScript } from 'unbash';
import type { State } from './state.ts';

/** Without the newlines at its end, which the shell takes off. Null where it is not known. */
export function knownOutput(script: ParsedScript, state: State): string | null {
  const [statement, ...others] = script.commands;
  if (!statement || others.length > 0 || statement.background || statement.command.type !== 'Command') return null;
  const { command } = statement;
  const [folder, ...folders] = state.folders;
  if (isOnly(command, 'pwd') && folders.length === 0) return folder ?? null;
  return givenText(command);
}

/** `cat <<'EOF'`, the way to write a message of several lines. */
function givenText(command: Command): string | null {
  const [given, ...others] = command.redirects;
  if (command.name?.text !== 'cat' || command.prefix.length > 0 || command.args.length > 0) return null;
  if (given?.type !== 'HereDoc' || given.operator !== '<<' || others.length > 0 || given.descriptor) return null;
  const isPlain = given.delimiter?.quoted === true || (!given.body.parts && !/[\\$`]/.test(given.body.text));
  return isPlain ? given.body.text.replace(/\n+$/, '') : null;
}

function isOnly(command: Command, name: string): boolean {
  return command.name?.text === name && command.prefix.length === 0 && command.suffix.length === 0;
}
