/** How a draft is read: a text, a command behind a slash, or one for the shell. */
import { nearest } from './nearest.ts';
import { type OwnCommand, textOf } from './own-commands.ts';
import { namesOf, TYPED_COMMANDS, type TypedCommand, typedCommand } from './typed-commands.ts';

/**
 * A draft that begins with a slash and a word is a command, and one that begins with an exclamation mark a command for the shell;
 * with two of them it is a text that begins with one.
 */
export type Typed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly name: TypedCommand; readonly rest: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * What a typed text means: a prompt, a command of Tagma's, one for the shell.
 * @param own the commands of the person and of the project: what they stand for is a text
 */
export function readTyped(text: string, own: readonly OwnCommand[] = []): Typed {
  if (text.startsWith('//') || text.startsWith('!!')) return { kind: 'text', text: text.slice(1) };
  if (text.startsWith('!')) {
    const command = text.slice(1).trim();
    return command === '' ? wrong('! runs a command in your shell: !git status') : { kind: 'shell', command };
  }
  // A path is none: /usr/bin/env.
  const [, word, rest = ''] = /^\/([\p{L}\p{N}_-]+)(?:\s+([\s\S]*))?$/u.exec(text) ?? [];
  if (word === undefined) return { kind: 'text', text };
  const entry = typedCommand(word);
  const meantOwn = own.find(({ name }) => name === word);
  if (!entry && meantOwn) return { kind: 'text', text: textOf(meantOwn, rest.trim()) };
  if (!entry) {
    // Who misspells a command begins it right: what begins otherwise is another word.
    const names = [...TYPED_COMMANDS.flatMap(namesOf), ...own.map(({ name }) => name)];
    const meant = nearest(
      word,
      names.filter((name) => name[0] === word[0]),
    );
    const near = meant === null ? '.' : `; is /${meant} meant?`;
    return wrong(`There is no command /${word}${near} /help lists them; //${word} sends it as a text.`);
  }
  if (entry.takes === '' && rest.trim() !== '') return wrong(`/${word} stands alone; //${word} sends it as a text.`);
  return { kind: 'command', name: entry.name, rest: rest.trim() };
}

function wrong(message: string): Typed {
  return { kind: 'problem', message };
}
