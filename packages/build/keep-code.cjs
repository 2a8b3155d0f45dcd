/**
 * Keeps what V8 has made of the chunks for the next start (kept-code.cjs reads it): once the start is over and nothing else
 * is to be done, a chunk at a time; or when the program ends before that. Only a run that has loaded a chunk which was not
 * kept yet writes. Whatever fails means that nothing is kept, and that nobody hears of it.
 *
 * @typedef {{ set: string, unset: string }} Flag of V8, changed while the program runs
 * @typedef {{ script: import('node:vm').Script, text: string }} Loaded
 * @typedef {{
 *   kept: import('./kept-code.cjs').KeptCode,
 *   scripts: Map<string, Loaded>,
 *   flags: readonly Flag[],
 *   tag: number,
 * }} Keeping `tag`: what `cachedDataVersionTag` said before any flag was changed. `scripts` is emptied when it is done
 */
const fs = require('node:fs');
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const { crc32 } = require('node:zlib');

/** Of other versions of Tagma and of Node: whoever goes back and forth between a few keeps the code of all. */
const OTHERS_MAX = 3;
/** How the files are called, also those that are not finished: what else lies in the folder is somebody's. */
const KEPT = /^[0-9a-f]{16}-v.+-\w+-\d+\.code$/;
const UNFINISHED = /\.\d+\.tmp$/;
/** No run takes so long to write it: it was interrupted. */
const ABANDONED_MS = 3_600_000;

module.exports = { keepAtEnd, keepAtRest };

/** All at once. @param {Keeping} keeping */
function keepAtEnd(keeping) {
  try {
    const pieces = piecesFrom(keeping);
    let next = pieces.next();
    while (!next.done) next = pieces.next();
    if (next.value !== null) write(keeping.kept, next.value);
  } catch {}
}

/** A chunk at a time, with whatever else there is to do in between. @param {Keeping} keeping */
async function keepAtRest(keeping) {
  try {
    const pieces = piecesFrom(keeping);
    for (;;) {
      const next = pieces.next();
      if (next.done) {
        if (next.value !== null) await writeMeanwhile(keeping.kept, next.value);
        return;
      }
      // It counts: Node does not wake up for one that does not, and a screen at rest would keep nothing.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch {
  } finally {
    keeping.scripts.clear();
  }
}

/**
 * What is to be in the file: of what was loaded as it is compiled now, of all else what was kept already. Gives null where
 * V8 would not take it back: code is good for the flags alone that it was made under.
 * @param {Keeping} keeping
 * @returns {Generator<void, Buffer[] | null, void>}
 */
function* piecesFrom({ kept, scripts, flags, tag }) {
  /** @type {Record<string, [offset: number, text: number, code: number, crc: number]>} */
  const places = {};
  /** @type {Buffer[]} */
  const pieces = [];
  let offset = 0;
  for (const name of [...new Set([...kept.names(), ...scripts.keys()])].sort()) {
    const chunk = scripts.get(name);
    const bytes = chunk ? compiled(chunk, flags, tag) : kept.bytesOf(name);
    if (bytes === null) return null;
    places[name] = [offset, bytes.text.length, bytes.code.length, crc32(bytes.code, crc32(bytes.text))];
    pieces.push(bytes.text, bytes.code);
    offset += bytes.text.length + bytes.code.length;
    yield;
  }
  const index = Buffer.from(JSON.stringify(places));
  const head = [index.length, crc32(index)].map((each) => each.toString(16).padStart(8, '0'));
  return [Buffer.from(head.join('')), index, ...pieces];
}

/**
 * @param {Loaded} chunk
 * @param {readonly Flag[]} flags
 * @param {number} tag
 */
function compiled({ script, text }, flags, tag) {
  for (const { unset } of flags) v8.setFlagsFromString(unset);
  try {
    if (v8.cachedDataVersionTag() !== tag) return null;
    return { text: Buffer.from(text, 'latin1'), code: script.createCachedData() };
  } finally {
    for (const { set } of flags) v8.setFlagsFromString(set);
  }
}

/**
 * @param {import('./kept-code.cjs').KeptCode} kept
 * @param {Buffer[]} pieces
 */
function write({ file }, pieces) {
  const unfinished = begin(file);
  try {
    const descriptor = fs.openSync(unfinished, 'wx', 0o600);
    try {
      fs.writeFileSync(descriptor, Buffer.concat(pieces));
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(unfinished, file);
    removeOld(file);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * @param {import('./kept-code.cjs').KeptCode} kept
 * @param {Buffer[]} pieces
 */
async function writeMeanwhile({ file }, pieces) {
  const unfinished = begin(file);
  try {
    const handle = await fs.promises.open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.concat(pieces));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.promises.rename(unfinished, file);
    removeOld(file);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * The folder is made where there is none; in one that is not private nothing is kept, for nothing would be read there.
 * @param {string} file
 */
function begin(file) {
  const folder = dirname(file);
  makeFolder(folder);
  const found = fs.lstatSync(folder);
  const isPrivate = found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o077) === 0;
  if (!isPrivate) throw new Error(`${folder} is not private.`);
  return `${file}.${process.pid}.tmp`;
}

/**
 * Not by `recursive: true`, which tries for ever in a file system that makes no folders, as /proc does.
 * @param {string} folder
 */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  fs.mkdirSync(folder, { mode: 0o700 });
}

/** @param {string} file the one that stays */
function removeOld(file) {
  const folder = dirname(file);
  const isOurs = (/** @type {string} */ name) => KEPT.test(name.replace(UNFINISHED, ''));
  const entries = fs
    .readdirSync(folder)
    .filter(isOurs)
    .map((name) => {
      const path = join(folder, name);
      return { path, at: fs.lstatSync(path).mtimeMs };
    });
  const others = entries.filter(({ path }) => path !== file && !UNFINISHED.test(path));
  const tooMany = others.sort((one, other) => other.at - one.at).slice(OTHERS_MAX);
  const abandoned = entries.filter(({ path, at }) => UNFINISHED.test(path) && Date.now() - at > ABANDONED_MS);
  for (const { path } of [...tooMany, ...abandoned]) fs.rmSync(path, { force: true });
}
