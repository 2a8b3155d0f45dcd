/**
 * The themes that come with Tagma. Each leaves the background of the screen to the terminal, but for the one of high
 * contrast, which is black whatever the terminal is.
 */
import type { Colour, Style, Theme } from './roles.ts';

/** The colours that a theme is made of. */
type Palette = {
  readonly muted: Colour;
  readonly person: Colour;
  readonly action: Colour;
  readonly good: Colour;
  readonly bad: Colour;
  readonly warning: Colour;
  readonly heading: Colour;
  readonly code: Colour;
  readonly keyword: Colour;
  readonly string: Colour;
  readonly number: Colour;
  readonly function: Colour;
  readonly border: Colour;
  /** Behind the status line, what is selected, what is chosen. */
  readonly raised: Colour;
  readonly marked: Colour;
  /** A text on `marked` or `current`. */
  readonly onMarked: Colour;
  readonly current: Colour;
};

function themeOf(palette: Palette, text: Style = {}): Theme {
  const { muted, good, bad, raised, marked, onMarked, current } = palette;
  return {
    text,
    muted: { foreground: muted },
    person: { foreground: palette.person, bold: true },
    thought: { foreground: muted, italic: true },
    action: { foreground: palette.action, bold: true },
    good: { foreground: good },
    bad: { foreground: bad, bold: true },
    warning: { foreground: palette.warning, bold: true },
    label: { bold: true },
    key: { bold: true, inverse: true },
    status: { background: raised },
    border: { foreground: palette.border },
    'dim-title': { foreground: muted, bold: true },
    heading: { foreground: palette.heading, bold: true },
    strong: { bold: true },
    emphasis: { italic: true },
    link: { foreground: palette.action, underline: true },
    quote: { foreground: muted, italic: true },
    code: { foreground: palette.code },
    keyword: { foreground: palette.keyword, bold: true },
    string: { foreground: palette.string },
    number: { foreground: palette.number },
    comment: { foreground: muted, italic: true },
    function: { foreground: palette.function },
    added: { foreground: good },
    removed: { foreground: bad },
    'added-word': { foreground: good, inverse: true },
    'removed-word': { foreground: bad, inverse: true },
    hunk: { foreground: palette.person },
    selection: { background: raised },
    match: { foreground: onMarked, background: marked },
    'match-current': { foreground: onMarked, background: current, bold: true },
    chosen: { background: raised, bold: true },
    'state-active': { foreground: good, bold: true },
    gauge: { foreground: palette.action },
  };
}

const dark = themeOf({
  muted: '#9a9a9a',
  person: '#5fd7d7',
  action: '#87afff',
  good: '#87d787',
  bad: '#ff8787',
  warning: '#ffd75f',
  heading: '#d7afff',
  code: '#ffd7af',
  keyword: '#d7afff',
  string: '#afd787',
  number: '#ffaf87',
  function: '#87d7ff',
  border: '#808080',
  raised: '#3a3a3a',
  marked: '#d7d787',
  onMarked: '#000000',
  current: '#ffaf00',
});

const light = themeOf({
  muted: '#5f5f5f',
  person: '#005f5f',
  action: '#0000af',
  good: '#005f00',
  bad: '#af0000',
  warning: '#6f4400',
  heading: '#5f00af',
  code: '#7a3300',
  keyword: '#5f00af',
  string: '#005f00',
  number: '#8a2f00',
  function: '#00507f',
  border: '#767676',
  raised: '#dadada',
  marked: '#ffff87',
  onMarked: '#000000',
  current: '#ffaf00',
});

/** Nothing grey, nothing thin: every text stands at 7 to 1 or better on black. */
const highContrast: Theme = {
  ...themeOf(
    {
      muted: '#d0d0d0',
      person: '#00ffff',
      action: '#9fc5ff',
      good: '#5fff5f',
      bad: '#ff9f9f',
      warning: '#ffff00',
      heading: '#ffffff',
      code: '#ffffff',
      keyword: '#ffafff',
      string: '#afffaf',
      number: '#ffd7af',
      function: '#afffff',
      border: '#ffffff',
      raised: '#00005f',
      marked: '#ffff00',
      onMarked: '#000000',
      current: '#ffffff',
    },
    { foreground: '#ffffff', background: '#000000' },
  ),
  status: { foreground: '#000000', background: '#ffffff', bold: true },
  selection: { foreground: '#000000', background: '#ffffff' },
  chosen: { foreground: '#000000', background: '#ffffff', bold: true },
  heading: { foreground: '#ffffff', bold: true, underline: true },
};

/** Weight, slant and inversion alone: also what NO_COLOR shows. */
const minimal: Theme = {
  text: {},
  muted: { dim: true },
  person: { bold: true },
  thought: { italic: true },
  action: { bold: true },
  good: {},
  bad: { bold: true },
  warning: { bold: true },
  label: { bold: true },
  key: { bold: true, inverse: true },
  status: { inverse: true },
  border: { dim: true },
  'dim-title': { dim: true, bold: true },
  heading: { bold: true, underline: true },
  strong: { bold: true },
  emphasis: { italic: true },
  link: { underline: true },
  quote: { italic: true },
  code: {},
  keyword: { bold: true },
  string: {},
  number: {},
  comment: { dim: true },
  function: {},
  added: { bold: true },
  removed: { dim: true },
  'added-word': { bold: true, underline: true },
  'removed-word': { underline: true },
  hunk: { dim: true },
  selection: { inverse: true },
  match: { underline: true },
  'match-current': { inverse: true, underline: true },
  chosen: { inverse: true },
  'state-active': { bold: true },
  gauge: {},
};

/** The terminal's own sixteen colours, which fit its background: where nobody knows whether that is dark or light. */
const terminal: Theme = {
  ...minimal,
  person: { foreground: 'cyan', bold: true },
  thought: { italic: true, dim: true },
  action: { foreground: 'blue', bold: true },
  good: { foreground: 'green' },
  bad: { foreground: 'red', bold: true },
  warning: { foreground: 'yellow', bold: true },
  heading: { foreground: 'magenta', bold: true },
  link: { foreground: 'blue', underline: true },
  quote: { italic: true, dim: true },
  code: { foreground: 'cyan' },
  keyword: { foreground: 'magenta', bold: true },
  string: { foreground: 'green' },
  number: { foreground: 'yellow' },
  comment: { italic: true, dim: true },
  function: { foreground: 'blue' },
  added: { foreground: 'green' },
  removed: { foreground: 'red' },
  'added-word': { foreground: 'green', inverse: true },
  'removed-word': { foreground: 'red', inverse: true },
  hunk: { foreground: 'cyan' },
  match: { foreground: 'black', background: 'yellow' },
  'match-current': { foreground: 'black', background: 'bright-yellow', bold: true },
  'state-active': { foreground: 'green', bold: true },
  gauge: { foreground: 'blue' },
};

/** What is good or bad differs in blue and orange, and in lightness: also without the receptors for red or green. */
const colourBlind = themeOf({
  muted: '#9a9a9a',
  person: '#56b4e9',
  action: '#8fb8ff',
  good: '#6db6ff',
  bad: '#ff9a3c',
  warning: '#f0e442',
  heading: '#ffffff',
  code: '#e8d8b0',
  keyword: '#ffffff',
  string: '#9fd0ff',
  number: '#ffc07f',
  function: '#c8dcff',
  border: '#808080',
  raised: '#3a3a3a',
  marked: '#f0e442',
  onMarked: '#000000',
  current: '#ffffff',
});

/** The themes that come with Tagma, by name. */
export const THEMES = { dark, light, 'high-contrast': highContrast, minimal, 'colour-blind': colourBlind, terminal };

export type ThemeName = keyof typeof THEMES;
