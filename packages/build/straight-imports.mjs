/**
 * Imports from a package of ours lead straight to the file that has what is imported. The bundle is split by files: whoever
 * imports one name by a package's `index.ts` would load every file that this names.
 */
import { posix } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { transformSync } from 'esbuild';

/** In esbuild's own writing, which is the same for all sources. */
const NAMES = /\{([^{}]*)\}/;
const TAKEN_APART = /\b(?:const|let) \{([^{}]*)\} = await $/;

await init;

/**
 * @typedef {{ file: string, name: string }} Place the id of a file, `@tagma/NAME/src/FILE`, and the name there
 *
 * @param {string} id of a package
 * @param {string} index its `src/index.ts`
 * @returns {Map<string, Place>} by exported name; without what the index has itself, or passes on unnamed
 */
export function placesOf(id, index) {
  const text = scriptOf(index);
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { n: from, ss, se, d } of parse(text)[0]) {
    const statement = text.slice(ss, se);
    if (d !== -1 || from === undefined || !statement.startsWith('export')) continue;
    const file = from.startsWith('.') ? posix.join(id, 'src', from) : from;
    for (const [name, as] of pairsIn(statement)) places.set(as, { file, name });
  }
  return places;
}

/**
 * @param {string} source TypeScript
 * @param {(id: string) => Map<string, Place> | null} placesIn what a package exports; null: not one of ours
 * @param {(id: string, names: string[]) => string} part the id of a module that exports these names of a package alone
 * @returns {string} JavaScript
 */
export function withStraightImports(source, placesIn, part) {
  const text = scriptOf(source);
  return parse(text)[0].reduceRight((code, { n: id = '', ss, se, s, e, d }) => {
    const places = placesIn(id);
    if (places === null) return code;
    if (d === -1) return code.slice(0, ss) + straight(text.slice(ss, se), id, places) + code.slice(se);
    const names = TAKEN_APART.exec(text.slice(0, ss))?.[1];
    if (names === undefined) return code;
    const wanted = pairsIn(`{${names.replaceAll(':', ' as ')}}`).map(([name]) => name);
    return code.slice(0, s) + JSON.stringify(part(id, wanted)) + code.slice(e);
  }, text);
}

/**
 * @param {string} statement
 * @param {string} id
 * @param {Map<string, Place>} places
 */
function straight(statement, id, places) {
  const kind = statement.startsWith('export') ? 'export' : 'import';
  const pairs = pairsIn(statement);
  if (pairs.length === 0) return statement;
  const statements = pairs.map(([name, as]) => {
    const place = places.get(name) ?? { file: id, name };
    return `${kind} { ${place.name} as ${as} } from ${JSON.stringify(place.file)}`;
  });
  return statements.join(';');
}

/**
 * @param {string} statement
 * @returns {[name: string, as: string][]}
 */
function pairsIn(statement) {
  const names = NAMES.exec(statement)?.[1] ?? '';
  const all = names.split(',').map((each) => each.trim());
  return all.filter(Boolean).map((each) => {
    const [name = '', as = name] = each.split(/\s+as\s+/);
    return [name, as];
  });
}

/** @param {string} source */
function scriptOf(source) {
  const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
  return transformSync(source, { loader: 'ts', target: 'esnext', tsconfigRaw }).code;
}
