/** What a key is bound to, and where. */

/**
 * `open`: any question is open. `options`: it has answers that arrows choose. `question`: one that a letter answers. `answering`: and it has the keys. `reason`: the
 * reason for a no is being written. `asked`: the model's own question is open. `list`: there is a list to choose from.
 * `machine`: the machine pane stands in the place of the transcript. `pointed`: the mouse is over the pane. `held`: an
 * event is held, and the composer holds nothing. `stepping`: and letters are commands. `menu`: the menu of commands and
 * files is open. `search`: something is looked for in the transcript. `block`: a block of it is chosen, and the composer
 * holds nothing. `blank`: the composer holds nothing.
 */
export type Where =
  | 'options'
  | 'answering'
  | 'question'
  | 'reason'
  | 'asked'
  | 'open'
  | 'list'
  | 'machine'
  | 'pointed'
  | 'held'
  | 'stepping'
  | 'menu'
  | 'search'
  | 'block'
  | 'blank'
  | 'anywhere';

/** `history`: a history is looked at. `pair`: two of them, side by side. No session is there. */
export type ViewWhere = 'history' | 'pair';

export type Binding<Command extends string = string, Place extends string = Where> = {
  readonly where: Place;
  readonly chords: readonly string[];
  readonly command: Command;
  /** What it does, for the help. */
  readonly says: string;
};
