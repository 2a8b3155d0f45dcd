/** What is typed behind a slash: the table of these commands, of which the menu, the palette and the help are made. */

/** The name of a command, as it is typed behind the slash. */
export type TypedCommand =
  | 'model'
  | 'provider'
  | 'mode'
  | 'plan'
  | 'sessions'
  | 'new'
  | 'fork'
  | 'init'
  | 'export'
  | 'context'
  | 'cost'
  | 'compact'
  | 'undo'
  | 'rewind'
  | 'permissions'
  | 'tools'
  | 'theme'
  | 'find'
  | 'copy'
  | 'scrollback'
  | 'editor'
  | 'retry'
  | 'pause'
  | 'step'
  | 'machine'
  | 'hold'
  | 'break'
  | 'edit'
  | 'settings'
  | 'config'
  | 'doctor'
  | 'keys'
  | 'help'
  | 'exit';

/** `also`: other names of it. */
type Entry = {
  readonly name: TypedCommand;
  readonly also?: readonly string[];
  readonly takes: string;
  readonly says: string;
};

export const TYPED_COMMANDS: readonly Entry[] = [
  {
    name: 'model',
    takes: '[NAME]',
    says: 'choose the model that is asked; with a name, as --model takes it, that one',
  },
  {
    name: 'provider',
    takes: '[NAME]',
    says: 'choose whose models are asked; with a name, the default model of that one',
  },
  { name: 'mode', also: ['m'], takes: '[NAME]', says: 'choose what runs unasked; with a name, that mode' },
  { name: 'plan', takes: '[TEXT]', says: 'plan first: nothing is changed until you agree; TEXT is what to plan' },
  {
    name: 'sessions',
    also: ['resume'],
    takes: '[NAME]',
    says: 'go on with another session; with a name, with that one',
  },
  { name: 'new', also: ['clear'], takes: '', says: 'begin a new session; this one is kept' },
  { name: 'fork', takes: '', says: 'go on in a copy of this session; this one stays as it is' },
  {
    name: 'init',
    takes: '[replace]',
    says: 'write an AGENTS.md from what the files of the project say, or replace it',
  },
  {
    name: 'export',
    takes: '[FORMAT] [FILE]',
    says: 'write this session to a file: as Markdown, or md, html, json, jsonl, atif, xml',
  },
  { name: 'context', takes: '', says: 'what fills the window of the model' },
  { name: 'cost', also: ['usage'], takes: '', says: 'what was sent, received and paid, turn by turn' },
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
  { name: 'tools', takes: '', says: 'the tools that the model is offered' },
  { name: 'theme', takes: '[NAME]', says: 'choose how the screen looks; with a name, that theme' },
  { name: 'find', takes: '[TEXT]', says: 'find a text in the transcript' },
  {
    name: 'copy',
    takes: '[source]',
    says: 'copy the chosen block, else the last answer; with source as it was written',
  },
  { name: 'scrollback', takes: '', says: 'write the conversation to the terminal’s own scrollback' },
  { name: 'editor', takes: '', says: 'write the next prompt in your own editor' },
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
  { name: 'config', takes: '', says: 'what is configured, and where each value comes from' },
  { name: 'doctor', takes: '', says: 'look at what the server has and lacks; it is asked a few times' },
  { name: 'keys', takes: '', says: 'all keys, as they are bound here' },
  { name: 'help', takes: '', says: 'all keys and commands' },
  { name: 'exit', also: ['quit', 'done'], takes: '', says: 'leave; the session is kept' },
];

/** One of them, or one of the person's own. */
type Named = { readonly name: string; readonly also?: readonly string[]; readonly takes: string };

/** A command as it is typed, with what it takes: `/compact [FOCUS]`. */
export function commandName({ name, takes }: Named): string {
  return `/${name} ${takes}`.trim();
}

/** The same with its other names: `/mode [NAME], /m`. */
export function commandNames(command: Named): string {
  return [commandName(command), ...(command.also ?? []).map((name) => `/${name}`)].join(', ');
}

/** The command of that name, or of which it is another name. */
export function typedCommand(name: string): Entry | undefined {
  return TYPED_COMMANDS.find((command) => namesOf(command).includes(name));
}

export function namesOf({ name, also = [] }: Named): readonly string[] {
  return [name, ...also];
}
