/**
 * The first and only eager part of the bundled command: everything else stands behind it in the same file, as text
 * that is neither parsed nor unpacked before it is asked for.
 *
 * `table.plain` holds the few chunks that every start needs, as source. `table.packed` says where the others are:
 * base64 of brotli, inside one comment at the end of the file (V8 skips a comment at a fraction of what a string costs). Node
 * reads the whole file at each start, though; so there is a second one for starting, without the comment (bundle.mjs).
 *
 * The bundle holds this text lowered to what any Node parses, so that one too old can say so; and it must be good as a
 * CommonJS and as an ES module, because the file may be copied into a folder of either kind.
 *
 * @typedef {{ exports: Record<string, unknown> }} Chunk
 * @typedef {{
 *   key: string,
 *   entry: string,
 *   plain: Record<string, string>,
 *   packed: Record<string, [offset: number, length: number]>,
 *   packedLength: number,
 *   packedIn: string,
 * }} Table `key` is of the contents of all of it, and stands before what is packed; places in characters. `packedIn`: the file
 * beside this one that holds what is packed; empty where that is this one
 * @param {Table} table
 */
function startTagma(table) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`tagma needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
    process.exitCode = 2;
    return;
  }

  /** So long after the start it is over: what has been compiled by then is what the next one needs. */
  const START_MS = 2_000;
  /** In which a chunk's body stands; the place of the body is told to V8, so that stacks name the right column. */
  const HEAD = '(function (exports, require, module, __filename, __dirname, __tagma) {';
  const TAIL = '\n})';

  const builtin = process.getBuiltinModule;
  const vm = builtin('node:vm');
  const file = typeof __filename === 'string' ? __filename : builtin('node:url').fileURLToPath(ownUrl());
  const folder = builtin('node:path').dirname(file);
  const holder = table.packedIn ? builtin('node:path').join(folder, table.packedIn) : file;
  const nodeRequire = typeof require === 'function' ? require : builtin('node:module').createRequire(file);
  /** @type {Record<string, Chunk>} */
  const loaded = {};
  /** The packed chunks, as they were compiled; not those that come after the start. @type {Map<string, { script: import('node:vm').Script, text: string }>} */
  const scripts = new Map();
  /** Of the start before, opened for the first chunk that is packed. @type {import('./kept-code.cjs').KeptCode | null | undefined} */
  let kept;
  /** Of V8 and its flags, before the program changes any. */
  let tag = 0;
  let isStarting = true;
  let isAllKept = true;
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
    /** Flags of V8 that the program has changed. @type {{ set: string, unset: string }[]} */
    flags: [],
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
      compiled(name).runInThisContext()(chunk.exports, chunkRequire, chunk, file, folder, doors);
    } catch (error) {
      delete loaded[name];
      throw error;
    }
    return chunk.exports;
  }

  /** @param {string} name */
  function compiled(name) {
    const filename = `${file}#${name.slice('./'.length)}`;
    const options = { filename, columnOffset: -HEAD.length };
    if (table.plain[name] !== undefined) return new vm.Script(HEAD + table.plain[name] + TAIL, options);
    if (kept === undefined) openKept();
    // Also where all of it is kept so far: what comes later may not be.
    if (opened === undefined) openFile();
    const piece = kept ? kept.pieceOf(name) : null;
    const text = piece ? piece.text : HEAD + textOf(name) + TAIL;
    const script = new vm.Script(text, piece ? Object.assign(options, { cachedData: piece.code }) : options);
    if (kept && isStarting) scripts.set(name, { script, text });
    if (!piece) isAllKept = false;
    // Where no flag has been changed meanwhile, the file is not as it was written.
    else if (script.cachedDataRejected && tag === builtin('node:v8').cachedDataVersionTag()) {
      isAllKept = false;
      if (kept) kept.drop();
    }
    return script;
  }

  /** From here on something is loaded that it is worth keeping. */
  function openKept() {
    kept = null;
    if (process.env.TAGMA_CODE_CACHE === 'off') return;
    tag = builtin('node:v8').cachedDataVersionTag();
    // @ts-expect-error: the bundle puts kept-code.cjs in front of this.
    kept = TAGMA_KEPT_CODE.openKeptCode(builtin, `${table.key}-${process.version}-${process.arch}-${tag}`);
    if (!kept) return;
    const timer = setTimeout(() => keepCode('keepAtRest'), START_MS);
    timer.unref();
    process.once('exit', () => {
      if (isStarting) keepCode('keepAtEnd');
    });
  }

  /** @param {'keepAtRest' | 'keepAtEnd'} how a start that has loaded nothing but what was kept already has nothing to do */
  function keepCode(how) {
    isStarting = false;
    if (isAllKept || !kept) return scripts.clear();
    /** @type {{ exports: Partial<typeof import('./keep-code.cjs')> }} */
    const module = { exports: {} };
    try {
      vm.compileFunction(textOf('keep-code.cjs'), ['require', 'module'])(nodeRequire, module);
    } catch (_error) {
      return;
    }
    const keep = module.exports[how];
    if (keep) keep({ kept, scripts, flags: doors.flags, tag });
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
    if (place === undefined) throw new Error(`${holder} does not hold ${name}.`);
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
    const packed = opened === undefined ? openFile() : opened;
    return bytesAt(packed, packedFrom + offset, length);
  }

  function openFile() {
    const fs = builtin('node:fs');
    opened = fs.openSync(holder, 'r');
    packedFrom = fs.fstatSync(opened).size - '*/\n'.length - table.packedLength;
    if (bytesAt(opened, packedFrom - table.key.length, table.key.length).toString('latin1') !== table.key)
      throw new Error(`${holder} is not of the same build as what runs. Install tagma again.`);
    return opened;
  }

  /**
   * @param {number} fd
   * @param {number} from
   * @param {number} length
   */
  function bytesAt(fd, from, length) {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = builtin('node:fs').readSync(fd, bytes, read, length - read, from + read);
      if (more === 0) throw new Error(`${holder} is shorter than it was.`);
      read += more;
    }
    return bytes;
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
