/** The main views, whole, as a terminal shows them. */
import { expect, test } from 'vitest';
import { emulated } from './emulated.ts';
import { frameOf, SCENES, SIZES } from './scenes.ts';

test.each(Object.entries(SIZES))(
  'what is drawn over other views is the same as what is drawn alone, %s',
  async (_name, size) => {
    const frames = SCENES.map((scene) => frameOf(scene, size));
    for (const [index, frame] of frames.entries())
      expect(await emulated(...frames.slice(0, index + 1)), SCENES[index]?.name).toEqual(await emulated(frame));
  },
);
