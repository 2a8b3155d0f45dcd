/**
 * The licences of other people's packages whose code is in the bundle. All of them ask that their notice goes where the code
 * goes, and esbuild leaves comments out: so the notices stand in a file beside the bundle, made with it and from what is
 * really in it. A package without a licence, or with one that asks for more than a notice, is an error of the build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workspace.mjs';

/** They ask for their notice, or for nothing. */
const SHIPPABLE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Unlicense'];

/** By package: what it brings of others in its own files, with no word of it in its licence. */
const EMBEDDED = {
  '@dagrejs/dagre': 'graphlib, MIT: Copyright Chris Pettitt, 2012-2014',
  'neo-blessed':
    "the keys of Node's readline, MIT: Copyright Joyent, Inc. and other Node contributors; and the reader of termcap entries " +
    'of ncurses, MIT-X11: Copyright Free Software Foundation, Inc., 1998-2010',
  turndown: 'collapse-whitespace, MIT: Copyright Luc Thevenard, 2014',
  undici: 'llhttp, MIT: Copyright Fedor Indutny, 2018; and formdata-polyfill, MIT: Copyright Jimmy Wärting, 2016',
  unpdf: 'PDF.js (https://github.com/mozilla/pdf.js), Apache-2.0: Copyright Mozilla Foundation',
};

/** For a package that names its licence, and brings no text of it. */
const MIT_TEXT = readFileSync(join(import.meta.dirname, 'licence-mit.txt'), 'utf8').trim();

/** The head of the file. */
const HEAD = `Tagma is under the Apache License 2.0 (LICENSE). dist/tagma.js also holds code of the packages below, each under its own
licence. Where the Apache License 2.0 is named without its text, the text stands in LICENSE; that of the MIT licence here:

${MIT_TEXT}`;

/**
 * The folders of the packages that files belong to, sorted; files of this workspace's own belong to none.
 * @param {Iterable<string>} files relative to the root, with `/`
 * @returns {string[]}
 */
export function packageFolders(files) {
  const found = [...files].map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? '');
  return [...new Set(found)].filter((folder) => folder !== '').sort();
}

/**
 * @typedef {{ name: string, version: string, licence: string, text: string }} Notice
 *
 * @param {string} folder of a package, relative to the root
 * @returns {Notice} throws where the package may not be shipped, or does not say so
 */
export function noticeOf(folder) {
  const full = join(ROOT, folder);
  const { name, version, license, author } = JSON.parse(readFileSync(join(full, 'package.json'), 'utf8'));
  const licence = typeof license === 'string' ? license : '';
  if (!SHIPPABLE.includes(licence)) {
    throw new Error(`${name} ${version} cannot be in the bundle: its licence is ${JSON.stringify(license ?? null)}.`);
  }
  const texts = readdirSync(full)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(full, file), 'utf8').trim());
  if (texts.length === 0) {
    if (licence !== 'MIT') throw new Error(`${name} ${version} brings no text of its licence (${licence}).`);
    texts.push(
      `Copyright ${typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)}\n\n${MIT_TEXT}`,
    );
  }
  return { name, version, licence, text: texts.join('\n\n').replaceAll('\r\n', '\n') };
}

/**
 * The whole file: packages whose texts are the same to the letter stand above one text.
 * @param {readonly Notice[]} notices
 * @returns {string}
 */
export function noticesText(notices) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { name, version, licence, text } of notices) {
    const line = `${name} ${version} (${licence})`;
    const embedded = Object.entries(EMBEDDED).find(([holder]) => holder === name)?.[1];
    const names = groups.get(text) ?? [];
    groups.set(text, [...names, line, ...(embedded === undefined ? [] : [`  which holds ${embedded}`])]);
  }
  const parts = [...groups].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  return `${[HEAD, ...parts].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}
