/**
 * The main views in docs/screens, as text and as pictures, and the picture at the top of the README. `npm run golden` writes
 * them anew.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import { THEMES } from '../packages/tui/src/index.ts';
import type { Size } from '../packages/tui/src/text/cells.ts';
import { emulated } from '../packages/tui/test/screens/emulated.ts';
import { frameOf, SCENES, type Scene, SIZES } from '../packages/tui/test/screens/scenes.ts';
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
    ({ name, says }) => `\n${says} ([as text](screens/${name}.txt))\n\n![${name}](screens/${name}.svg)\n`,
  ).join('');
}

async function textOf(scene: Scene): Promise<string> {
  return `${(await emulated(frameOf(scene, SIZE))).join('\n')}\n`;
}

function pictureOf(scene: Scene, size: Size = SIZE): string {
  return svgOf(frameOf(scene, size), THEMES.dark, scene.says);
}

function readmePicture(): string {
  const scene = PICTURED.find(({ name }) => name === 'permission');
  if (scene === undefined) throw new Error('there is no such scene');
  return pictureOf(scene, README_SIZE);
}

test.runIf(process.env.UPDATE_GOLDEN)('write texts and pictures anew, and the page that lists them', async () => {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of readdirSync(FOLDER)) if (!NAMES.includes(parse(file).name)) rmSync(join(FOLDER, file));
  for (const scene of PICTURED) {
    writeFileSync(join(FOLDER, `${scene.name}.txt`), await textOf(scene));
    writeFileSync(join(FOLDER, `${scene.name}.svg`), pictureOf(scene));
  }
  writeFileSync(README_PICTURE, readmePicture());
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(PART, () => `${listed()}\n`),
  );
});

test('the README shows the screen as it is', () => {
  expect(readFileSync(README_PICTURE, 'utf8')).toBe(readmePicture());
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('](docs/screen.svg)');
});

test('docs/screens has a text and a picture of each main view, and nothing else', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(PICTURED.flatMap(({ name }) => [`${name}.svg`, `${name}.txt`]).sort());
  expect(PART.exec(readFileSync(PAGE, 'utf8'))?.[0]).toBe(`${listed()}\n`);
});

test.each(PICTURED)('the text of $name is what a terminal shows, and its picture shows the same', async (scene) => {
  const [text, picture] = [join(FOLDER, `${scene.name}.txt`), join(FOLDER, `${scene.name}.svg`)];
  expect(existsSync(text) ? readFileSync(text, 'utf8') : 'no such file').toBe(await textOf(scene));
  expect(existsSync(picture) ? readFileSync(picture, 'utf8') : 'no such file').toBe(pictureOf(scene));
  expect(statSync(picture).size).toBeLessThan(PICTURE_BYTES_MAX);
});
