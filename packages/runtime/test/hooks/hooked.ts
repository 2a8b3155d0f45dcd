/** A hook as a person writes one: the same function as a program and as a module, in files of their own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HookPoint } from '@tagma/core';
import type { HistoryRecord } from '@tagma/protocol';
import { afterAll } from 'vitest';
import { commandHook, type Hook, moduleHook } from '../../src/index.ts';

export const KINDS = ['command', 'module'] as const;
export type Kind = (typeof KINDS)[number];

let folder: string | null = null;
let files = 0;
// Files share this module where they share a process.
afterAll(() => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  folder = null;
});

/**
 * @param body of a function of `data`, in JavaScript; `note(value)` writes a line to the file that is given back
 */
export function hookOf(
  kind: Kind,
  on: HookPoint | readonly HookPoint[],
  body: string,
  { name = kind, ...some }: Partial<Pick<Hook, 'name' | 'tools' | 'timeoutMs'>> = {},
): Hook & { readonly notes: string } {
  folder ??= mkdtempSync(join(tmpdir(), 'tagma-hooks-'));
  const path = join(folder, `${++files}.mjs`);
  const notes = join(folder, `${files}.jsonl`);
  const points = [on].flat() as readonly HookPoint[];
  writeFileSync(notes, '');
  const own = [
    "import { appendFileSync } from 'node:fs';",
    `const note = (value) => appendFileSync(${JSON.stringify(notes)}, JSON.stringify(value) + '\\n');`,
    `const handle = async (data) => { ${body} };`,
  ];
  const whole = { module: asModule, command: asCommand }[kind];
  writeFileSync(path, [...own, ...whole(points)].join('\n'));
  const shared = { name, on: points, ...some };
  const made =
    kind === 'module'
      ? moduleHook({ ...shared, url: pathToFileURL(path).href })
      : commandHook({ ...shared, command: [process.execPath, path], folder });
  return { ...made, notes };
}

function asModule(points: readonly HookPoint[]): string[] {
  return points.map((point) => `export const ${point} = handle;`);
}

function asCommand(): string[] {
  return [
    "let text = ''; for await (const chunk of process.stdin) text += chunk;",
    'const answer = await handle(JSON.parse(text));',
    'if (answer !== undefined) process.stdout.write(JSON.stringify(answer));',
  ];
}

/** The fields of all records of a type, in order. */
export function fieldsOf(records: readonly HistoryRecord[], type: string): readonly HistoryRecord['fields'][] {
  return records.filter((record) => record.type === type).map(({ fields }) => fields);
}
