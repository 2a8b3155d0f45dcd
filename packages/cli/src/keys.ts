/** `tagma keys`: the keys of the screen as they are bound here, from the table that binds them. */
import { boundKeys, type KeyRow, keyRows, widthOf } from '@tagma/tui';
import { readConfig } from './config/index.ts';
import { EXIT } from './exit.ts';
import { print } from './lines.ts';
import { report } from './problem.ts';
import { folderHere } from './working-folder.ts';

export type KeysOptions = { readonly json?: true; readonly config?: string };

/** What is wrong in the configuration is said on standard error, and is no failure: the screen starts, too. */
export async function keys({ json, config: given }: KeysOptions): Promise<number> {
  const read = await readConfig(given, process.env, folderHere());
  if (!read.ok) return report(read);
  const { table, problems } = boundKeys(read.config.keys ?? []);
  for (const problem of [...read.config.warnings, ...problems]) process.stderr.write(`tagma: ${problem}\n`);
  const rows = keyRows(table);
  await print(json ? `${JSON.stringify(rows, null, 2)}\n` : textOf(rows));
  return EXIT.done;
}

function textOf(rows: readonly KeyRow[]): string {
  const keysOf = (row: KeyRow) => row.keys.join(', ') || '–';
  const keyColumns = Math.max(...rows.map((row) => widthOf(keysOf(row))));
  const nameColumns = Math.max(...rows.map((row) => widthOf(nameOf(row, rows))));
  const headings = [...new Set(rows.map(({ heading }) => heading))];
  const parts = headings.map((heading) => {
    const lines = rows
      .filter((row) => row.heading === heading)
      .map((row) => `  ${keysOf(row).padEnd(keyColumns)}  ${nameOf(row, rows).padEnd(nameColumns)}  ${row.says}`);
    return [heading, ...lines].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}

/** As the configuration names it: with its place where the command has several. */
function nameOf({ where, command }: KeyRow, rows: readonly KeyRow[]): string {
  return rows.filter((row) => row.command === command).length > 1 ? `${where}.${command}` : command;
}
