/** What a screen is opened with, and why it is left. */
import type { Fact, ModelChoice, Update } from '@tagma/core';
import type { ForkPoint } from '@tagma/history';
import type { ReportName } from '../dialogs/report.ts';
import type { SessionChoice } from '../dialogs/session-choice.ts';
import type { KeyTable } from '../keys/key-table.ts';
import type { OwnCommand } from '../keys/own-commands.ts';
import type { Stepping } from '../machine/stepping.ts';
import type { TerminalInput, TerminalOutput } from '../terminal/blessed-screen.ts';
import type { Deadly } from '../terminal/ways-out.ts';
import type { Environment } from '../theme/environment.ts';
import type { NamedTheme } from '../theme/look.ts';
import type { DRAWINGS } from './drawing.ts';
import type { Beginning, Status } from './model.ts';
import type { SettingName, SettingValues } from './settings.ts';

/** The door to a session: facts go in, updates come out. */
export type SessionDoor = {
  /** Reports a fact. Never throws. */
  send(fact: Fact): void;
  /** Gives a function that ends the subscription. */
  subscribe(listener: (update: Update) => void): () => void;
};

/** What the full screen is given. */
export type ScreenOptions = ShownSession & {
  /** A terminal's input: raw mode is set and taken back. */
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Whether the terminal's title says the state and the folder; left out: yes. */
  readonly title?: boolean;
  /** How it is drawn; left out: over the whole screen. */
  readonly drawing?: keyof typeof DRAWINGS;
  /** What it tells of the terminal: TERM, COLORTERM, NO_COLOR and the like. */
  readonly env: Environment;
  /** One of the person's own, or the name of one that comes with Tagma; left out, it follows the terminal's background. */
  readonly theme?: NamedTheme | string;
  /** As the person has bound them; left out: as they are (`boundKeys`). */
  readonly keys?: KeyTable;
  /** What the configuration says of the screen itself. */
  readonly settings?: Partial<SettingValues>;
  /**
   * Has a text changed in the person's own editor, as a file of that name, and waits for its end. It has the terminal
   * meanwhile, and must not reject. Left out: there is none.
   */
  readonly editor?: (text: string, name: string) => Promise<Edited>;
  /** Sent as soon as the screen is there. */
  readonly prompt?: string;
};

/** A session, and what whoever opened it does for the screen. */
export type ShownSession = Beginning & {
  readonly session: SessionDoor;
  readonly status: Status;
  /** Finds a model for the session, as the person names it. It must not reject. */
  readonly chooseModel?: (name: string) => Promise<FoundModel>;
  /**
   * Paths of the files below the folder, relative to it, without those that git ignores. Asked for again after a while. It
   * must not reject.
   */
  readonly files?: () => Promise<readonly string[]>;
  /** What was typed in the sessions of the project, the newest first. It must not reject. */
  readonly earlierPrompts?: () => Promise<readonly TypedEarlier[]>;
  /** Commands of the person's own and of the project's. Asked for again after a while. It must not reject. */
  readonly commands?: () => Promise<readonly OwnCommand[]>;
  /** Left out: the session cannot be rewound. */
  readonly rewinding?: Rewinding;
  /** Left out: this session is the only one that is known of. */
  readonly sessions?: Sessions;
  /** The models that can be chosen, those of the session's own server first. It must not reject. */
  readonly models?: () => Promise<FoundModels>;
  /** The branch that is checked out in the session's folder; null where there is none. It must not reject. */
  readonly branch?: () => Promise<string | null>;
  /** Left out: the session's events cannot be held. */
  readonly stepping?: Stepping;
  /** The person's own themes, and where the chosen one is kept. Left out: there are none, and it is not kept. */
  readonly themes?: Themes;
  /** Keeps a setting of the screen in the configuration. It must not reject. */
  readonly keepSetting?: (name: SettingName, value: string | boolean) => Promise<Kept>;
  /**
   * Writes an AGENTS.md for the project, from what its files say of it. `replaces`: the one that is there, too. It must not reject.
   */
  readonly writeGuide?: (replaces: boolean) => Promise<WrittenGuide>;
  /** Writes the session to a file, in the form and by the name that are wanted, or in its own. It must not reject. */
  readonly exportSession?: (wanted: string) => Promise<WrittenFile>;
  /** To the clipboard of this machine, by a program of it. It must not reject. */
  readonly copy?: (text: string) => Promise<Copied>;
  /** What is found out for the person when he asks for it. */
  readonly reports?: { readonly [name in ReportName]: Report };
  /** Closes the screen as soon as it resolves, with whatever. It must not reject. */
  readonly closed?: Promise<unknown>;
};

/** Tells what it finds, a line or more each time; false says that nobody looks at it any more. */
export type Report = (tell: (text: string) => boolean) => Promise<void>;

/** Neither must reject. */
export type Rewinding = {
  /** The session's prompts, in order. */
  readonly prompts: () => Promise<FoundPrompts>;
  /** Ends the session, and gives the one that goes on from right before that prompt; with null a copy of all of it. Asked for while nothing runs. */
  readonly to: (point: ForkPoint | null) => Promise<Rewound>;
};

/** None must reject. */
export type Sessions = {
  /** Those of the session's folder, the one that was written to last first. */
  readonly list: () => Promise<FoundSessions>;
  /** Ends the session that is shown, which is kept, and gives that of the file. Asked for while nothing runs. */
  readonly open: (file: string) => Promise<Rewound>;
  /** The same with the one that is meant by a name, a piece of it, or a file. */
  readonly openNamed: (name: string) => Promise<Rewound>;
  /** The same with a new one. */
  readonly begin: () => Promise<Rewound>;
  /** What was done in it, a line each, for whoever chooses one. */
  readonly outline: (file: string) => Promise<readonly string[]>;
};

/** Neither must reject. */
export type Themes = {
  /** All that can be chosen: those of the person too. */
  readonly find: () => Promise<FoundThemes>;
  /** The name of a theme, or `auto`. */
  readonly keep: (name: string) => Promise<Kept>;
};

/** `problems`: a sentence for each file that is no theme, with its place. */
export type FoundThemes = { readonly themes: readonly NamedTheme[]; readonly problems: readonly string[] };

/** The sessions that can be chosen, or why they could not be listed. */
export type FoundSessions =
  | { readonly ok: true; readonly sessions: readonly SessionChoice[] }
  | { readonly ok: false; readonly message: string };

/** The models that can be chosen; `message` says what could not be found out. */
export type FoundModels =
  | { readonly ok: true; readonly models: readonly OfferedModel[]; readonly message: string | null }
  | { readonly ok: false; readonly message: string };

/** A model that can be chosen. */
export type OfferedModel = {
  /** As `/model` and `--model` take it. */
  readonly name: string;
  /** Whose model it is, as `--model` takes that alone for its default; left out where it is of no known provider. */
  readonly provider?: string;
  /** Where it is asked, in words. */
  readonly place: string;
  readonly windowTokens: number | null;
  /** In dollars for a million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | null;
  /** What is missing before it can be asked; '' where nothing is known to be. */
  readonly lacks: string;
};

/** What was typed before: a text for the model, or a command for the shell. */
export type TypedEarlier = { readonly kind: 'text' | 'command'; readonly text: string };

/** `ok: false`: nothing is changed. */
export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** `file`: where it stands now. */
export type Kept = { readonly ok: true; readonly file: string } | { readonly ok: false; readonly message: string };
export type WrittenFile =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly message: string };
/** `isThere`: one is there already, and was not touched. */
export type WrittenGuide =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly isThere: boolean; readonly message: string };

/** Whether it is in the clipboard; `message` says why not. */
export type Copied = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** `notices`: what the person is told about asking it, a sentence each. */
export type FoundModel =
  | { readonly ok: true; readonly model: ModelChoice; readonly notices?: readonly string[] }
  | { readonly ok: false; readonly message: string };

export type FoundPrompts =
  | { readonly ok: true; readonly points: readonly ForkPoint[] }
  | { readonly ok: false; readonly message: string };

/** `ok: false`: the session that is shown goes on. */
export type Rewound =
  | { readonly ok: true; readonly shown: ShownSession }
  | { readonly ok: false; readonly message: string };

/** Why the screen has been left. A turn may still run: whoever opened the screen decides what becomes of it. */
export type Leaving =
  /** The person left. `interrupted`: by Ctrl+C, pressed while a turn ran. */
  | { readonly kind: 'quit'; readonly interrupted: boolean }
  | { readonly kind: 'session-ended' }
  /** `closed` of the options resolved. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'signal'; readonly signal: Deadly }
  /** The terminal went away: its input ended, or it cannot be written to. */
  | { readonly kind: 'terminal-closed' };
