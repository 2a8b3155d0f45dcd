/** The main views, whole, as a terminal shows them. `npm run golden` writes them anew. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Size } from '../../src/text/cells.ts';
import { emulated } from './emulated.ts';
import { frameOf, SCENES, SIZES } from './scenes.ts';

const FOLDER = join(import.meta.dirname, 'golden');
const ROWS = SCENES.flatMap((scene) =>
  Object.values(SIZES).map((size) => ({ scene, size, file: `${scene.name}-${size.columns}x${size.rows}.txt` })),
);

async function shown(scene: (typeof SCENES)[number], size: Size): Promise<string> {
  return `${(await emulated(frameOf(scene, size))).join('\n')}\n`;
}

test.runIf(process.env.UPDATE_GOLDEN)('write the views anew', async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const { scene, size, file } of ROWS) writeFileSync(join(FOLDER, file), await shown(scene, size));
});

test.each(ROWS)('$file', async ({ scene, size, file }) => {
  const path = join(FOLDER, file);
  expect(await shown(scene, size)).toBe(existsSync(path) ? readFileSync(path, 'utf8') : 'no such file');
});

test('there is no file of another view', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(ROWS.map(({ file }) => file).sort());
});

test.each(Object.entries(SIZES))(
  'what is drawn over other views is the same as what is drawn alone, %s',
  async (_name, size) => {
    const frames = SCENES.map((scene) => frameOf(scene, size));
    for (const [index, frame] of frames.entries())
      expect(await emulated(...frames.slice(0, index + 1)), SCENES[index]?.name).toEqual(await emulated(frame));
  },
);
