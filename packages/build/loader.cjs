/**
 * The first and only eager part of the bundled command: everything else stands behind it in the same file, as text
 * that is neither parsed nor unpacked before it is asked for.
 *
 * `table.plain` holds the few chunks that every start needs, as source. `table.packed` says where the others are:
 * base64 of brotli, inside one comment at the end of the file (V8 skips a comment at a fraction of what a string costs).
 *
 * The bundle holds this text lowered to what any Node parses, so that one too old can say so; and it must be good as a
 * CommonJS and as an ES module, because the file may be copied into a folder of either kind.
 *
 * @typedef {{ exports: Record<string, unknown> }} Chunk
 * @typedef {{
 *   entry: string,
 *   plain: Record<string, string>,
 *   packed: Record<string, [offset: number, length: number]>,
 *   packedLength: number,
 * }} Table in characters
 * @param {Table} table
 */
function startTagma(table) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`tagma needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
    process.exitCode = 2;
    return;
  }

  const builtin = process.getBuiltinModule;
  const vm = builtin('node:vm');
  const file = typeof __filename === 'string' ? __filename : builtin('node:url').fileURLToPath(ownUrl());
  const folder = builtin('node:path').dirname(file);
  const nodeRequire = typeof require === 'function' ? require : builtin('node:module').createRequire(file);
  /** @type {Record<string, Chunk>} */
  const loaded = {};
  /** The file, kept open: one that is replaced meanwhile still has the chunks of this program. @type {number | undefined} */
  let opened;
  let packedFrom = 0;

  /** What a chunk finds under the name `__tagma`. */
  const doors = {
    url: builtin('node:url').pathToFileURL(file).href,
    file,
    folder,
    text: textOf,
    named: namedExports,
    /** @param {string} id a chunk, or whatever Node can import from where the file stands */
    import: (id) => new Promise((resolve) => resolve(isChunk(id) ? load(id) : import(id))),
  };

  load(table.entry);

  /** @param {string} name */
  function isChunk(name) {
    return table.plain[name] !== undefined || table.packed[name] !== undefined;
  }

  /** @param {string} name */
  function load(name) {
    const known = loaded[name];
    if (known) return known.exports;
    /** @type {Chunk} */
    const chunk = { exports: {} };
    loaded[name] = chunk;
    try {
      const parameters = ['exports', 'require', 'module', '__filename', '__dirname', '__tagma'];
      const body = vm.compileFunction(textOf(name), parameters, { filename: `${file}#${name.slice('./'.length)}` });
      body(chunk.exports, chunkRequire, chunk, file, folder, doors);
    } catch (error) {
      delete loaded[name];
      throw error;
    }
    return chunk.exports;
  }

  /** @param {string} id */
  function chunkRequire(id) {
    return isChunk(id) ? load(id) : nodeRequire(id);
  }

  /** @param {string} name */
  function textOf(name) {
    const plain = table.plain[name];
    if (plain !== undefined) return plain;
    const place = table.packed[name];
    if (place === undefined) throw new Error(`${file} does not hold ${name}.`);
    const packed = Buffer.from(pieceOfFile(place[0], place[1]).toString('latin1'), 'base64');
    return builtin('node:zlib').brotliDecompressSync(packed).toString('utf8');
  }

  /**
   * Of the packed text, which is the last thing in the file but for the end of its comment and a line feed. Only this piece
   * is read: the whole would stay in memory beside what Node has of it.
   * @param {number} offset
   * @param {number} length
   */
  function pieceOfFile(offset, length) {
    const fs = builtin('node:fs');
    if (opened === undefined) {
      opened = fs.openSync(file, 'r');
      packedFrom = fs.fstatSync(opened).size - '*/\n'.length - table.packedLength;
    }
    const piece = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = fs.readSync(opened, piece, read, length - read, packedFrom + offset + read);
      if (more === 0) throw new Error(`${file} is shorter than it was.`);
      read += more;
    }
    return piece;
  }

  /**
   * A CommonJS module's exports as the namespace that Node would make of them: their names, and all as `default`.
   * @param {Record<string, unknown>} value
   */
  function namedExports(value) {
    const namespace = { default: value };
    for (const name of Object.keys(Object(value))) {
      if (name !== 'default') Object.defineProperty(namespace, name, { enumerable: true, get: () => value[name] });
    }
    return namespace;
  }

  /** The url of this file where there is no `__filename`: the name that V8 gives to the code which runs here. */
  function ownUrl() {
    const before = Error.prepareStackTrace;
    Error.prepareStackTrace = (_error, sites) => sites[0]?.getFileName();
    const url = new Error().stack;
    Error.prepareStackTrace = before;
    return String(url);
  }
}

// @ts-expect-error: the bundle puts its table here.
startTagma(TAGMA_TABLE);
