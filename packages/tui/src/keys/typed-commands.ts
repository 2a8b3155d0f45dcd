/** What is typed behind a slash: the table of these commands, of which the help is made, and how a draft is read. */

export type TypedCommand =
  | 'model'
  | 'sessions'
  | 'resume'
  | 'new'
  | 'compact'
  | 'context'
  | 'cost'
  | 'usage'
  | 'undo'
  | 'rewind'
  | 'permissions'
  | 'theme'
  | 'find'
  | 'copy'
  | 'scrollback'
  | 'retry'
  | 'pause'
  | 'step'
  | 'machine'
  | 'hold'
  | 'break'
  | 'edit'
  | 'settings'
  | 'help';

/** `alike`: it does the same as that one. */
type Entry = {
  readonly name: TypedCommand;
  readonly takes: string;
  readonly says: string;
  readonly alike?: TypedCommand;
};

export const TYPED_COMMANDS: readonly Entry[] = [
  {
    name: 'model',
    takes: '[NAME]',
    says: 'choose the model that is asked; with a name, as --model takes it, that one',
  },
  { name: 'sessions', takes: '', says: 'the sessions of this folder: go on with another one' },
  { name: 'resume', takes: '', says: 'go on with another session of this folder', alike: 'sessions' },
  { name: 'new', takes: '', says: 'begin a new session; this one is kept' },
  { name: 'context', takes: '', says: 'what fills the window of the model' },
  { name: 'cost', takes: '', says: 'what was sent, received and paid, turn by turn' },
  { name: 'usage', takes: '', says: 'the same as /cost', alike: 'cost' },
  { name: 'compact', takes: '[FOCUS]', says: 'make the conversation smaller; FOCUS says what to keep' },
  {
    name: 'undo',
    takes: '[N | turn]',
    says: 'take back the last change of a file, the last N, or all of the last turn',
  },
  {
    name: 'rewind',
    takes: '',
    says: 'back to before a prompt: this session is kept, a copy of it up to there goes on',
  },
  { name: 'permissions', takes: '[remove N]', says: 'which rules hold, and who has set them; take the Nth back' },
  { name: 'theme', takes: '[NAME]', says: 'choose how the screen looks; with a name, that theme' },
  { name: 'find', takes: '[TEXT]', says: 'find a text in the transcript' },
  {
    name: 'copy',
    takes: '[source]',
    says: 'copy the chosen block, else the last answer; with source as it was written',
  },
  { name: 'scrollback', takes: '', says: 'write the conversation to the terminal’s own scrollback' },
  { name: 'retry', takes: '', says: 'go on with a turn that has failed' },
  { name: 'pause', takes: '', says: 'pause, or go on' },
  { name: 'step', takes: '', says: 'one step while paused; else pause' },
  { name: 'machine', takes: '', says: 'show the machine: its state, and how it came there; or hide it' },
  { name: 'hold', takes: '', says: 'step mode: each event is held before the machine is told; or let all go' },
  {
    name: 'break',
    takes: '[STATE | EVENT | remove N]',
    says: 'stop at a state or at an event; list what is set, or take the Nth back',
  },
  {
    name: 'edit',
    takes: '[JSON | FIELD VALUE]',
    says: 'change the event that is held, as a whole or in one field',
  },
  { name: 'settings', takes: '', says: 'what is set, and where it comes from; changes it' },
  { name: 'help', takes: '', says: 'all keys and commands' },
];

/** A command as it is typed, with what it takes: `/compact [FOCUS]`. */
export function commandName({ name, takes }: Entry): string {
  return `/${name} ${takes}`.trim();
}

/**
 * A draft that begins with a slash and a word is a command, and one that begins with an exclamation mark a command for the shell;
 * with two of them it is a text that begins with one.
 */
export type Typed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly name: TypedCommand; readonly rest: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'problem'; readonly message: string };

export function readTyped(text: string): Typed {
  if (text.startsWith('//') || text.startsWith('!!')) return { kind: 'text', text: text.slice(1) };
  if (text.startsWith('!')) {
    const command = text.slice(1).trim();
    return command === '' ? wrong('! runs a command in your shell: !git status') : { kind: 'shell', command };
  }
  // A path is none: /usr/bin/env.
  const [, word, rest = ''] = /^\/([\p{L}\p{N}_-]+)(?:\s+([\s\S]*))?$/u.exec(text) ?? [];
  if (word === undefined) return { kind: 'text', text };
  const entry = TYPED_COMMANDS.find(({ name }) => name === word);
  if (!entry) return wrong(`There is no command /${word}. /help lists them; //${word} sends it as a text.`);
  if (entry.takes === '' && rest.trim() !== '') return wrong(`/${word} stands alone; //${word} sends it as a text.`);
  return { kind: 'command', name: entry.name, rest: rest.trim() };
}

function wrong(message: string): Typed {
  return { kind: 'problem', message };
}
