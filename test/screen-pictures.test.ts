/**
 * The main views in docs/screens: as text, and as pictures. The texts are those of the golden files; `npm run screens` writes both
 * anew, where there is a Chromium.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { THEMES } from '../packages/tui/src/index.ts';
import { frameOf, SCENES, SIZES } from '../packages/tui/test/screens/scenes.ts';
import { openBrowser } from './browser.ts';
import { CELL, pageOf } from './screen-picture.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs', 'screens');
const PAGE = join(ROOT, 'docs', 'screen.md');
const GOLDEN = join(ROOT, 'packages', 'tui', 'test', 'screens', 'golden');
const SIZE = SIZES.narrow;
const PICTURED = SCENES.filter(({ isTextAlone }) => !isTextAlone);
const PICTURE_BYTES_MAX = 80 * 1024;
const PART = /(?<=<!-- screens:[^\n]*\n)[\s\S]*?(?=<!-- \/screens -->)/;

const goldenOf = (name: string) => join(GOLDEN, `${name}-${SIZE.columns}x${SIZE.rows}.txt`);

function listed(): string {
  return PICTURED.map(
    ({ name, says }) => `\n${says} ([as text](screens/${name}.txt))\n\n![${name}](screens/${name}.png)\n`,
  ).join('');
}

test.runIf(process.env.UPDATE_SCREENS)(
  'write the texts and pictures anew',
  async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER);
    const browser = await openBrowser();
    const page = await browser.newPage({
      viewport: { width: SIZE.columns * CELL.width, height: SIZE.rows * CELL.height },
    });
    for (const scene of PICTURED) {
      copyFileSync(goldenOf(scene.name), join(FOLDER, `${scene.name}.txt`));
      await page.setContent(pageOf(frameOf(scene, SIZE), THEMES.dark));
      await page.screenshot({ path: join(FOLDER, `${scene.name}.png`) });
    }
    await browser.close();
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(PART, () => `${listed()}\n`),
    );
  },
  120_000,
);

test('docs/screens has a text and a picture of each main view, and nothing else', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(PICTURED.flatMap(({ name }) => [`${name}.png`, `${name}.txt`]).sort());
  expect(PART.exec(readFileSync(PAGE, 'utf8'))?.[0]).toBe(`${listed()}\n`);
});

test.each(PICTURED)('the text of $name is what a terminal shows, and its picture is small', ({ name }) => {
  const text = join(FOLDER, `${name}.txt`);
  expect(existsSync(text) ? readFileSync(text, 'utf8') : 'no such file').toBe(readFileSync(goldenOf(name), 'utf8'));
  expect(statSync(join(FOLDER, `${name}.png`)).size).toBeLessThan(PICTURE_BYTES_MAX);
});
