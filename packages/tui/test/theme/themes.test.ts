/** The themes can be read: on the backgrounds that they are for, by whom they are for. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, linear } from '../../src/theme/contrast.ts';
import { ROLES, type Role, type Style } from '../../src/theme/roles.ts';
import { THEMES, type ThemeName } from '../../src/theme/themes.ts';

type Rgb = readonly [red: number, green: number, blue: number];

const NAMES = Object.keys(THEMES) as ThemeName[];
/** What terminals have for a dark and for a light background. */
const DARK = [0x000000, 0x1e1e2e, 0x282c34];
const LIGHT = [0xffffff, 0xfafafa, 0xeeeeee];
/** Lines, which nobody reads. */
const DRAWN: readonly Role[] = ['border', 'gauge'];

const rgb = (colour: string) => Number.parseInt(colour.slice(1), 16);

/** Roles that stand out less than `least` from any of the backgrounds, or from their own. */
function faint(name: ThemeName, backgrounds: readonly number[], text: number, least: number): string[] {
  return ROLES.flatMap((role) => {
    const { foreground, background }: Style = THEMES[name][role];
    const front = foreground ? rgb(foreground) : text;
    const behind = background ? [rgb(background)] : backgrounds;
    const worst = Math.min(...behind.map((each) => contrast(front, each)));
    const wanted = DRAWN.includes(role) ? 3 : least;
    return worst < wanted ? [`${role}: ${worst.toFixed(1)}`] : [];
  });
}

describe('every role can be read', () => {
  test.each<[ThemeName, readonly number[], number, number]>([
    ['dark', DARK, 0xe0e0e0, 4.5],
    ['light', LIGHT, 0x202020, 4.5],
    ['colour-blind', DARK, 0xe0e0e0, 4.5],
    ['high-contrast', [0x000000], 0xffffff, 7],
  ])('%s', (name, backgrounds, text, least) => {
    expect(faint(name, backgrounds, text, least)).toEqual([]);
  });
});

/** How a colour looks without the receptors for red or for green (Viénot, Brettel and Mollon, 1999), as linear light. */
const SEEN_WITHOUT: { readonly [receptor: string]: readonly Rgb[] } = {
  red: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  green: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

function seen(colour: number, receptor: string): Rgb {
  const light = [linear(colour >> 16), linear((colour >> 8) & 0xff), linear(colour & 0xff)];
  const rows = SEEN_WITHOUT[receptor] ?? [];
  const seenLight = rows.map((row) => row.reduce((sum, part, index) => sum + part * (light[index] ?? 0), 0));
  return seenLight.map((part) => Math.max(0, part) ** (1 / 2.2)) as unknown as Rgb;
}

function apart(a: Style, b: Style, receptor: string): number {
  const [first, second] = [
    seen(rgb(a.foreground ?? '#e0e0e0'), receptor),
    seen(rgb(b.foreground ?? '#e0e0e0'), receptor),
  ];
  return Math.hypot(...first.map((part, index) => part - (second[index] ?? 0)));
}

describe('colour-blind', () => {
  const PAIRS: readonly (readonly [Role, Role])[] = [
    ['good', 'bad'],
    ['added', 'removed'],
    ['good', 'warning'],
    ['bad', 'text'],
    ['added', 'text'],
  ];
  test.each(Object.keys(SEEN_WITHOUT))('what must be told apart can be without the receptors for %s', (receptor) => {
    const near = PAIRS.filter(([a, b]) => apart(THEMES['colour-blind'][a], THEMES['colour-blind'][b], receptor) < 0.2);
    expect(near).toEqual([]);
  });

  test('red and green could not: the measure sees it', () => {
    expect(apart({ foreground: '#ff0000' }, { foreground: '#00ac00' }, 'green')).toBeLessThan(0.2);
  });
});

describe('every theme', () => {
  const MARKED: readonly Role[] = ['selection', 'match', 'match-current', 'chosen', 'status', 'key'];
  test.each(NAMES)('%s marks what is chosen, found or marked by more than the colour of its text', (name) => {
    const styles = MARKED.map((role): Style => THEMES[name][role]);
    expect(styles.filter(({ background, inverse, underline }) => !background && !inverse && !underline)).toEqual([]);
  });

  test.each(NAMES)('%s says of each role how it looks, and of no other', (name) => {
    expect(Object.keys(THEMES[name]).sort()).toEqual([...ROLES].sort());
  });

  test('minimal has no colour', () => {
    const coloured = Object.values(THEMES.minimal).filter((style: Style) => style.foreground ?? style.background);
    expect(coloured).toEqual([]);
  });
});

test('docs/screen.md names every theme and every role', () => {
  const text = readFileSync(new URL('../../../../docs/screen.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('## Themes'), text.indexOf('## Without the full screen'));
  expect([...NAMES, ...ROLES].filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
