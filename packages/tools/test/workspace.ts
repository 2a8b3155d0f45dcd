/** A temporary folder with files, and a context to run tools in it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ToolContext } from '../src/index.ts';
import { createMemory } from '../src/memory.ts';

const WRITTEN = new Date('2026-01-01T00:00:00Z');

export type Workspace = {
  readonly folder: string;
  readonly context: ToolContext;
  path(name: string): string;
  put(name: string, content: string | Buffer): string;
};

/** Files by name, all of one age; gone when the test is finished. The home of `~` is the folder `home` beside the working folder. */
export function workspace(files: { readonly [name: string]: string | Buffer } = {}, more: Partial<ToolContext> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-tools-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'project');
  mkdirSync(folder);
  const space: Workspace = {
    folder,
    context: {
      folder,
      turn: 1,
      signal: new AbortController().signal,
      outputFolder: join(root, 'outputs'),
      asWritten: {},
      memory: createMemory(),
      ...more,
      operations: { home: () => join(root, 'home'), ...more.operations },
    },
    path: (name) => join(folder, name),
    put(name, content) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
  for (const [name, content] of Object.entries(files)) utimesSync(space.put(name, content), WRITTEN, WRITTEN);
  return space;
}

export function numbered(from: number, to: number): string {
  let text = '';
  for (let line = from; line <= to; line++) text += `line ${line}\n`;
  return text;
}
