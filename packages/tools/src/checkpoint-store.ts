/**
 * Where checkpoints are kept: a journal of what was about to be done, one JSON object a line, and contents by their hash. What
 * the journal says is on the disk before a file is changed, so that a later process can take the change back, however this one
 * ends.
 */
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contents, openContents } from './contents.ts';
import { openTreeStore, type TreeStore } from './tree/tree-store.ts';

export type JournalLine =
  | (Intent & { readonly kind: 'begun' })
  /** What became of a step. One without an end was cut short. */
  | { readonly kind: 'made' | 'failed' | 'undone'; readonly step: number };

/** A change that is about to be made. */
export type Intent = {
  readonly step: number;
  readonly turn: number;
  /** The tool that makes it. */
  readonly tool: string;
  /** Absolute, all links followed. */
  readonly path: string;
  /** The hashes of its contents, `before` null where there is no file. */
  readonly before: string | null;
  readonly after: string;
  /** Folders that are made for it, the outermost first. */
  readonly folders: readonly string[];
  /**
   * Of a command: the name of the project as it stood before it. `path` is the project's folder then, and `before` and `after` say
   * nothing.
   */
  readonly tree?: string;
};

export type CheckpointStore = Contents & {
  /** Of projects. */
  readonly trees: TreeStore;
  /** Every line that is whole. */
  readonly lines: () => Promise<readonly JournalLine[]>;
  /** With `sync` it is on the disk, with all contents kept before, when this resolves. */
  readonly append: (line: JournalLine, options: { readonly sync: boolean }) => Promise<void>;
};

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** All functions reject with the errors of `node:fs`. Nothing is made before something is kept. */
export function openStore(folder: string): CheckpointStore {
  const journal = join(folder, 'journal.jsonl');

  return {
    async lines() {
      const text = await readFile(journal, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap(readLine);
    },
    async append(line, { sync }) {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      await withFile(journal, 'a+', async (file) => {
        const { size } = await file.stat();
        // A line that a crash has torn is ended, so that it spoils no other one.
        const isTorn = size > 0 && (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] !== 0x0a;
        await file.writeFile(`${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`);
        if (sync) await file.datasync();
      });
    },
    ...openContents(join(folder, 'contents')),
    trees: openTreeStore(join(folder, 'trees')),
  };
}

function readLine(text: string): JournalLine[] {
  try {
    const line = JSON.parse(text);
    return typeof line === 'object' && line !== null && typeof line.step === 'number' ? [line] : [];
  } catch {
    return [];
  }
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, FILE_MODE);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}
