/** The deny list in the code of other languages, where what it changes is named there as a literal. */
import { removalInCode } from './code-removal.ts';
import { forbiddenChange, forbiddenTree } from './forbidden.ts';
import type { Ground } from './ground.ts';
import { nameOf } from './programs.ts';

const TEXT = /['"]([^'"]*)['"]/.source;
/** Removers of whole trees. */
const REMOVES_TREE = new RegExp(
  `(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_entire|remove_tree|removeSync)\\s*(?:\\(\\s*)?${TEXT}`,
  'g',
);
/** Writers and removers of one file: `open(PATH, 'w')`, `writeFileSync(PATH`, `Path(PATH).write_text`. */
const CHANGES = [
  new RegExp(`open\\s*\\(\\s*${TEXT}\\s*,\\s*['"][^'"]*[wax+>]`, 'g'),
  new RegExp(
    `(?:writeFile|appendFile|createWriteStream|truncate|unlink|file_put_contents|File\\.write|os\\.remove)\\w*\\s*\\(?\\s*${TEXT}`,
    'g',
  ),
  new RegExp(`Path\\(\\s*${TEXT}\\s*\\)\\.(?:write|unlink|touch|open|rename|chmod)`, 'g'),
];
const AWK_WRITES = />\s*"([^"]*)"/g;
const SED_WRITES = /(?:^|[;{}\s/])[wW]\s+([^\s;}]+)/g;
/** It starts itself again and again. */
const FORKS =
  /\bfork\b(\s*\(\s*\))?\s+while\s+(1|true|fork)|\bwhile\b[^;{:]*[;{:][\s\S]{0,40}\bfork\s*\(|\bfork\s+while\s+fork\b/;

export function alarmInCode(command: readonly string[], folder: string | null, ground: Ground): string | null {
  const [program = '', ...words] = command;
  const name = nameOf(program);
  const atHome = (path: string | undefined) => (path ?? '').replace(/^~(?=\/|$)/, ground.home);
  const changes = (code: string, ...patterns: readonly RegExp[]) => {
    for (const [, path] of patterns.flatMap((pattern) => [...code.matchAll(pattern)])) {
      const why = forbiddenChange(atHome(path), folder, ground);
      if (why !== null) return why;
    }
    return null;
  };
  if (/^[gmn]?awk$/.test(name)) return changes(words.join('\n'), AWK_WRITES);
  if (/^g?sed$/.test(name)) return changes(words.join('\n'), SED_WRITES);
  if (!/^(python[\d.]*|node|bun|deno|perl|ruby|php)$/.test(name)) return null;
  for (const word of words) {
    if (FORKS.test(word)) return 'it is a fork bomb';
    for (const [, path] of word.matchAll(REMOVES_TREE)) {
      const why = forbiddenTree(atHome(path), folder, ground);
      if (why !== null) return why;
    }
  }
  return removalInCode(words.join('\n'), folder, ground) ?? changes(words.join('\n'), ...CHANGES);
}
