/**
 * Does the model see a picture? It is shown two, each of one colour, and asked which: a server may take pictures and not hand
 * them on, and a model that does not see guesses.
 */
import { createHash } from 'node:crypto';
import type { ImageRef } from '@tagma/protocol';
import type { Finding } from './finding.ts';
import { pngOf } from './png.ts';
import { failureOf, type Probe } from './probe.ts';

/** Not the first that come to a mind that guesses. */
const SHOWN = [
  { name: 'orange', rgb: [255, 140, 0] },
  { name: 'green', rgb: [0, 160, 60] },
] as const;
const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white', 'gr[ae]y', 'brown', 'pink'];
/** The last one that is named: a model may think aloud first. */
const LAST_COLOUR = new RegExp(`^[^]*\\b(${COLOURS.join('|')})\\b`, 'i');
/** No model wants a picture smaller than one of its patches. */
const SIDE_PIXELS = 64;

const OFF = 'of a picture that read opens the model gets the description alone';

export async function images(probe: Probe): Promise<Finding> {
  for (const { name, rgb } of SHOWN) {
    const asked = await probe.ask({ ...questionOn(pngOf(SIDE_PIXELS, rgb)), quirks: { takesImages: true } });
    if (asked.quirks.takesImages === false) return no(probe, 'refused');
    const failure = failureOf(asked);
    if (failure !== null) return { row: 'images', holds: 'unknown', says: failure };
    const { text } = asked.completion;
    const said = LAST_COLOUR.exec(text)?.[1]?.toLowerCase();
    if (said === undefined && asked.cut) {
      return { row: 'images', holds: 'unknown', says: 'the model did not come to an end' };
    }
    if (said !== name) return no(probe, `taken, but not seen: what is ${name} it calls "${shownStart(text)}"`);
  }
  const quirks = { takesImages: true };
  probe.keep(quirks);
  return { row: 'images', holds: 'yes', says: 'pictures are taken, and seen', quirks };
}

function questionOn(png: Buffer): Pick<Parameters<Probe['ask']>[0], 'messages' | 'loadImage'> {
  const sha256 = createHash('sha256').update(png).digest('hex');
  const size = { width: SIDE_PIXELS, height: SIDE_PIXELS, bytes: png.length };
  const image: ImageRef = { sha256, mediaType: 'image/png', ...size };
  const content = 'Which colour is this picture? Answer with one word, the name of a colour.';
  return { messages: [{ role: 'user', content, images: [image] }], loadImage: async () => png };
}

function shownStart(text: string): string {
  return text.trim().slice(0, 40).replaceAll(/\s+/g, ' ');
}

function no(probe: Probe, says: string): Finding {
  const quirks = { takesImages: false };
  probe.keep(quirks);
  return { row: 'images', holds: 'no', says, off: OFF, quirks };
}
