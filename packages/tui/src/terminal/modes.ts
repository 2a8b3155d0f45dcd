/** What a full screen changes of a terminal beside its buffer, in pairs: what sets it, and what takes it back. */

type Mode = readonly [set: string, takenBack: string];

const PASTE_BRACKETED: Mode = ['\x1b[?2004h', '\x1b[?2004l'];
/** A sign in the last cell of the last row must not scroll the screen. */
const WRAP_OFF: Mode = ['\x1b[?7l', '\x1b[?7h'];
/** So that Shift+Enter and a lone Escape can be told: kitty's protocol (level 1), and xterm's modifyOtherKeys. */
const KEYS_DISTINCT: Mode = ['\x1b[=1;1u\x1b[>4;1m', '\x1b[=0;1u\x1b[>4m'];
/** Whether the window has the keyboard. */
const FOCUS: Mode = ['\x1b[?1004h', '\x1b[?1004l'];
/** When the person turns the terminal from dark to light. */
const APPEARANCE: Mode = ['\x1b[?2031h', '\x1b[?2031l'];
/** Buttons, the wheel and drags, as numbers of any size; never moves without a button, which flood the input. */
const MOUSE: Mode = ['\x1b[?1000h\x1b[?1002h\x1b[?1006h', '\x1b[?1006l\x1b[?1002l\x1b[?1000l'];

/**
 * What a program that was killed on this terminal may have left behind, and would garble all that is drawn: the insert mode,
 * another set of characters, moves of the mouse without a button.
 */
export const LEFT_BEHIND_TAKEN_BACK = '\x1b[4l\x1b(B\x0f\x1b[?1003l';
/** The same, where the whole screen is drawn on: the cursor goes to the corner of it. */
export const SCREEN_LEFT_BEHIND_TAKEN_BACK = `${LEFT_BEHIND_TAKEN_BACK}\x1b[?6l\x1b[r`;

export type Modes = { readonly set: string; readonly takenBack: string };

export function modesOf({ mouse }: { readonly mouse: boolean }): Modes {
  const modes = [PASTE_BRACKETED, WRAP_OFF, KEYS_DISTINCT, FOCUS, APPEARANCE, ...(mouse ? [MOUSE] : [])];
  return {
    set: modes.map(([set]) => set).join(''),
    takenBack: modes
      .map(([, takenBack]) => takenBack)
      .reverse()
      .join(''),
  };
}

/** Asks for the colours of texts and background, and then for what every terminal answers: nothing is to come after that. */
export const COLOURS_ASKED = '\x1b]10;?\x1b\\\x1b]11;?\x1b\\\x1b[c';
