/** The palettes of terminals with fewer than 24 bits of colour, and which of their colours is nearest to another one. */

import { linear } from '../theme/contrast.ts';

/** The sixteen colours as xterm shows them; a terminal may show others. */
const SIXTEEN = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
/** Steps of red, green and blue in the cube of 6×6×6 colours, from number 16; 24 greys follow it. */
const CUBE = [0, 95, 135, 175, 215, 255];
const CUBE_FIRST = 16;

const EXTENDED = [
  ...CUBE.flatMap((red) => CUBE.flatMap((green) => CUBE.map((blue) => (red << 16) | (green << 8) | blue))),
  ...Array.from({ length: 24 }, (_, step) => (8 + 10 * step) * 0x010101),
];

/** The number, 16 to 255, of the nearest of the colours that are the same on every terminal. */
export function nearest256(rgb: number): number {
  const from = oklab(rgb);
  return CUBE_FIRST + leastOf(EXTENDED, (colour) => distance(from, oklab(colour)));
}

/** Of less colour than this, a colour is a grey. */
const GREY_CHROMA_MAX = 0.035;

/** The number, 0 to 15. The hue counts first: a light red is rather red than white. */
export function nearest16(rgb: number): number {
  const from = oklab(rgb);
  if (chroma(from) <= GREY_CHROMA_MAX) return leastOf(SIXTEEN, (colour) => distance(from, oklab(colour)));
  return leastOf(SIXTEEN, (colour) => {
    const to = oklab(colour);
    return chroma(to) <= GREY_CHROMA_MAX ? Number.POSITIVE_INFINITY : hueBetween(from, to) + Math.abs(from[0] - to[0]);
  });
}

function leastOf(palette: readonly number[], measure: (colour: number) => number): number {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, colour] of palette.entries()) {
    const measured = measure(colour);
    if (measured < least) [nearest, least] = [index, measured];
  }
  return nearest;
}

function distance(from: Lab, to: Lab): number {
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

function chroma([, a, b]: Lab): number {
  return Math.hypot(a, b);
}

/** In radians, 0 to π. */
function hueBetween([, a, b]: Lab, [, c, d]: Lab): number {
  return Math.abs(Math.atan2(a * d - b * c, a * c + b * d));
}

type Lab = readonly [lightness: number, a: number, b: number];

/** OKLab (Björn Ottosson, 2020): in it the distance of two colours is about how different they look. */
function oklab(rgb: number): Lab {
  const [red, green, blue] = [linear(rgb >> 16), linear((rgb >> 8) & 0xff), linear(rgb & 0xff)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}
