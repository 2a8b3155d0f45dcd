/** The palettes of terminals with fewer than 24 bits of colour, and which of their colours is nearest to another one. */

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
  return CUBE_FIRST + nearestOf(rgb, EXTENDED, 1);
}

/** The number, 0 to 15. Hue counts more than lightness: a light red is rather red than white. */
export function nearest16(rgb: number): number {
  return nearestOf(rgb, SIXTEEN, 0.25);
}

function nearestOf(rgb: number, palette: readonly number[], lightnessWeight: number): number {
  const from = oklab(rgb);
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, colour] of palette.entries()) {
    const to = oklab(colour);
    const distance = lightnessWeight * (from[0] - to[0]) ** 2 + (from[1] - to[1]) ** 2 + (from[2] - to[2]) ** 2;
    if (distance < least) [least, nearest] = [distance, index];
  }
  return nearest;
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

/** A channel of sRGB, 0 to 255, as light, 0 to 1. */
export function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
