/** Code that removes trees or many files by the home, the root or the system's folders, however it names them. */
import { forbiddenTree } from './forbidden.ts';
import type { Ground } from './ground.ts';

/** Calls that remove, with what they are given: up to the end of the line or of the statement. */
const REMOVERS =
  /\b(?:rmtree|remove_tree|remove_entire|rm_rf|rm_r|rmSync|rmdirSync|unlinkSync|removeSync|rimraf|unlink|remove|rmdir|File\.delete|Dir\.delete|delete)\b([^;\n]*)/g;
const LITERAL = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|<([~/][^<>]*)>/g;
const HOME =
  /os\.homedir\(\)|homedir\(\)|process\.env\.HOME|process\.env\[['"]HOME['"]\]|os\.environ(?:\.get)?[[(]['"]HOME['"][\])]|os\.getenv\(['"]HOME['"]\)|Path\.home\(\)|Dir\.home|ENV\[['"]HOME['"]\]|\$ENV\{['"]?HOME['"]?\}|getenv\(['"]HOME['"]\)|\$HOME\b/g;
const BINDING = /(?:\bfor\s+|\b(?:my|let|const|var)\s+)?[$@%]?(\w+)\s*(?:=(?!=)|\bin\b|\bof\b)([^;\n]*)/g;

/** Why the code is on the deny list, or null. */
export function removalInCode(code: string, folder: string | null, ground: Ground): string | null {
  // Where code begins with it, the home is meant, not a text.
  const plain = code.replaceAll(HOME, JSON.stringify(ground.home));
  const bound = new Map([...plain.matchAll(BINDING)].map(([, name = '', value = '']) => [name, value]));
  for (const [, given = ''] of plain.matchAll(REMOVERS)) {
    const named = [...given.matchAll(/\w+/g)].map(([name]) => bound.get(name) ?? '');
    for (const text of [given, ...named]) {
      for (const [, double, single, angled] of text.matchAll(LITERAL)) {
        const path = (double ?? single ?? angled ?? '').replace(/^~(?=\/|$)/, ground.home);
        const why = /^[/~]|^\.\./.test(path) ? forbiddenTree(path, folder, ground) : null;
        if (why !== null) return why;
      }
    }
  }
  return null;
}
