/**
 * What V8 made of the chunks in an earlier run, and their texts as they are unpacked: a start that finds them neither
 * unpacks nor compiles. They lie in one file in the person's cache folder, under a name that is of this bundle, this Node and
 * this machine alone; keep-code.cjs writes it.
 *
 * Who can write this file runs as Tagma. So it is read only from a folder and from a file that are the person's own, are open
 * to nobody else, and are no links; commands in the sandbox cannot reach it (docs/decisions/0017). Whatever is not as
 * it should be means that nothing is kept.
 *
 * The file: eight hexadecimal digits each for the length and the CRC-32 of the JSON behind them, `{ name: [offset, text bytes,
 * code bytes, CRC-32 of both] }`, then for each chunk its text and its code. V8 does not look whether its code is whole. The
 * bundle puts this module in front of loader.cjs.
 *
 * @typedef {{ text: string, code: Buffer }} Piece
 * @typedef {{
 *   folder: string,
 *   file: string,
 *   names: () => string[],
 *   bytesOf: (name: string) => { text: Buffer, code: Buffer } | null,
 *   pieceOf: (name: string) => Piece | null,
 *   drop: () => void,
 * }} KeptCode `drop`: from now on it is as if nothing were kept
 *
 * @param {(name: string) => any} builtin
 * @param {string} key its name: of what it is good for
 * @returns {KeptCode | null} null on systems where files have no owners, and where there is no folder for it
 */
function openKeptCode(builtin, key) {
  const HEAD_BYTES = 16;
  const folder = process.geteuid ? folderOfCode(builtin) : null;
  if (!process.geteuid || folder === null) return null;
  const fs = builtin('node:fs');
  const file = builtin('node:path').join(folder, `${key}.code`);
  const owner = process.geteuid();

  /** @type {number | null} */
  let opened = null;
  let beginning = 0;
  /** @type {Record<string, [offset: number, text: number, code: number, crc: number]>} */
  let places = {};
  try {
    open();
  } catch {
    drop();
  }
  return { folder, file, names: () => Object.keys(places), bytesOf, pieceOf, drop };

  function open() {
    const around = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (!around?.isDirectory() || !isPrivate(around)) return;
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    opened = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fs.fstatSync(opened);
    if (!found.isFile() || found.nlink !== 1 || !isPrivate(found)) return drop();
    const head = read(0, HEAD_BYTES).toString('latin1');
    const index = read(HEAD_BYTES, Number.parseInt(head.slice(0, 8), 16));
    beginning = HEAD_BYTES + index.length;
    if (builtin('node:zlib').crc32(index) !== Number.parseInt(head.slice(8), 16)) return drop();
    places = JSON.parse(index.toString('utf8'));
    const end = Math.max(...Object.values(places).map(([offset, text, code]) => offset + text + code));
    if (found.size !== beginning + end) drop();
  }

  /** @param {{ uid: number, mode: number }} stats */
  function isPrivate({ uid, mode }) {
    return uid === owner && (mode & 0o077) === 0;
  }

  /**
   * @param {number} from
   * @param {number} length
   * @returns {Buffer}
   */
  function read(from, length) {
    const bytes = Buffer.allocUnsafeSlow(length);
    if (fs.readSync(opened, bytes, 0, length, from) !== length) throw new Error(`${file} is shorter than it was.`);
    return bytes;
  }

  /** @param {string} name */
  function bytesOf(name) {
    const place = Object.hasOwn(places, name) ? places[name] : undefined;
    if (place === undefined) return null;
    const [offset, text, code, crc] = place;
    try {
      const bytes = read(beginning + offset, text + code);
      if (builtin('node:zlib').crc32(bytes) !== crc) throw new Error(`${file} is not as it was written.`);
      return { text: bytes.subarray(0, text), code: bytes.subarray(text) };
    } catch {
      drop();
      return null;
    }
  }

  /** @param {string} name */
  function pieceOf(name) {
    const bytes = bytesOf(name);
    return bytes && { text: bytes.text.toString('latin1'), code: bytes.code };
  }

  function drop() {
    if (opened !== null) fs.closeSync(opened);
    opened = null;
    places = {};
  }
}

/**
 * Null where the home is not known, or is no absolute path: what lies below the working folder may be anybody's.
 * @param {(name: string) => any} builtin
 * @returns {string | null}
 */
function folderOfCode(builtin) {
  const { isAbsolute, join } = builtin('node:path');
  const { TAGMA_CODE_CACHE: named = '', XDG_CACHE_HOME: given = '' } = process.env;
  if (isAbsolute(named)) return named;
  if (isAbsolute(given)) return join(given, 'tagma', 'code');
  try {
    const home = builtin('node:os').homedir();
    return isAbsolute(home) ? join(home, '.cache', 'tagma', 'code') : null;
  } catch {
    return null;
  }
}

module.exports = { openKeptCode };
