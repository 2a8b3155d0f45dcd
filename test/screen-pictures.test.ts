/**
 * The main views in docs/screens: as text, and as pictures; and the picture of the README. `npm run golden` writes the texts
 * and that picture anew, `npm run screens` the other pictures too, where there is a Chromium.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import { THEMES } from '../packages/tui/src/index.ts';
import { emulated } from '../packages/tui/test/screens/emulated.ts';
import { frameOf, SCENES, type Scene, SIZES } from '../packages/tui/test/screens/scenes.ts';
import { openBrowser } from './browser.ts';
import { CELL, pageOf } from './screen-picture.ts';
import { svgOf } from './screen-svg.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs', 'screens');
const PAGE = join(ROOT, 'docs', 'screen.md');
const SIZE = SIZES.narrow;
const PICTURED = SCENES.filter(({ isTextAlone }) => !isTextAlone);
const NAMES = PICTURED.map(({ name }) => name);
/** At the top of the README. */
const README_PICTURE = join(ROOT, 'docs', 'screen.svg');
const README_SIZE = { columns: 96, rows: 30 };
const PICTURE_BYTES_MAX = 80 * 1024;
const PART = /(?<=<!-- screens:[^\n]*\n)[\s\S]*?(?=<!-- \/screens -->)/;

function listed(): string {
  return PICTURED.map(
    ({ name, says }) => `\n${says} ([as text](screens/${name}.txt))\n\n![${name}](screens/${name}.png)\n`,
  ).join('');
}

async function textOf(scene: Scene): Promise<string> {
  return `${(await emulated(frameOf(scene, SIZE))).join('\n')}\n`;
}

test.runIf(process.env.UPDATE_GOLDEN)('write the texts anew, and the page that lists them', async () => {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of readdirSync(FOLDER)) if (!NAMES.includes(parse(file).name)) rmSync(join(FOLDER, file));
  for (const scene of PICTURED) writeFileSync(join(FOLDER, `${scene.name}.txt`), await textOf(scene));
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(PART, () => `${listed()}\n`),
  );
});

function readmePicture(): string {
  const scene = PICTURED.find(({ name }) => name === 'permission');
  if (scene === undefined) throw new Error('there is no such scene');
  return svgOf(frameOf(scene, README_SIZE), THEMES.dark, scene.says);
}

test.runIf(process.env.UPDATE_GOLDEN)('write the picture of the README anew', () => {
  writeFileSync(README_PICTURE, readmePicture());
});

test('the README shows the screen as it is', () => {
  expect(readFileSync(README_PICTURE, 'utf8')).toBe(readmePicture());
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('](docs/screen.svg)');
});

test.runIf(process.env.UPDATE_SCREENS)(
  'write the pictures anew',
  async () => {
    const browser = await openBrowser();
    const page = await browser.newPage({
      viewport: { width: SIZE.columns * CELL.width, height: SIZE.rows * CELL.height },
    });
    for (const scene of PICTURED) {
      await page.setContent(pageOf(frameOf(scene, SIZE), THEMES.dark));
      await page.screenshot({ path: join(FOLDER, `${scene.name}.png`) });
    }
    await browser.close();
  },
  120_000,
);

test('docs/screens has a text and a picture of each main view, and nothing else', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(PICTURED.flatMap(({ name }) => [`${name}.png`, `${name}.txt`]).sort());
  expect(PART.exec(readFileSync(PAGE, 'utf8'))?.[0]).toBe(`${listed()}\n`);
});

test.each(PICTURED)('the text of $name is what a terminal shows, and its picture is small', async (scene) => {
  const text = join(FOLDER, `${scene.name}.txt`);
  expect(existsSync(text) ? readFileSync(text, 'utf8') : 'no such file').toBe(await textOf(scene));
  expect(statSync(join(FOLDER, `${scene.name}.png`)).size).toBeLessThan(PICTURE_BYTES_MAX);
});
