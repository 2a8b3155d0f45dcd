/**
 * Where checkpoints of a project are kept: contents one behind the other in a file for each checkpoint that found new ones, and a
 * list of what stood where. Open to this user alone; what is named here is on the disk.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { hashOf } from '../file-version.ts';
import type { TreeEntry } from './tree-entry.ts';

/** Where a content lies. */
export type Place = { readonly pack: string; readonly at: number };
export type KeptEntry = TreeEntry & { readonly path: string; readonly place?: Place };

/** A project as it stood. */
export type Tree = {
  readonly folder: string;
  /** Milliseconds since 1970, before the first look. */
  readonly takenAt: number;
  readonly entries: readonly KeptEntry[];
  readonly passedOver: readonly string[];
  /** Folders that the entries lie in, each with its permissions, the outermost first. */
  readonly folders: readonly (readonly [path: string, mode: number])[];
};

/** What a command has changed. */
export type TreeChange = {
  readonly path: string;
  readonly before: KeptEntry | null;
  readonly after: TreeEntry | null;
};

export type TreeStore = {
  readonly openPack: (name: string) => Pack;
  readonly keepTree: (name: string, tree: Tree) => Promise<void>;
  readonly tree: (name: string) => Promise<Tree | null>;
  readonly keepChanges: (name: string, changes: readonly TreeChange[]) => Promise<void>;
  readonly changes: (name: string) => Promise<readonly TreeChange[] | null>;
  /** Null where it is not there, or no longer what it was. Throws the errors of `node:fs`. */
  readonly content: (entry: KeptEntry) => Buffer | null;
};

export type Pack = {
  readonly add: (bytes: Buffer) => Place;
  readonly bytes: () => number;
  /** It is on the disk then. */
  readonly end: () => void;
  /** Takes back all of it. */
  readonly drop: () => void;
};

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const zip = promisify(gzip);
const unzip = promisify(gunzip);

export function openTreeStore(folder: string): TreeStore {
  const fileOf = (name: string, end: string) => join(folder, `${name}.${end}`);

  async function keep(name: string, end: string, value: unknown): Promise<void> {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const bytes = await zip(JSON.stringify(value), { level: constants.Z_BEST_SPEED });
    const beside = fileOf(name, `${end}.part`);
    try {
      const file = await open(beside, 'w', FILE_MODE);
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(beside, fileOf(name, end));
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }

  async function kept<T>(name: string, end: string): Promise<T | null> {
    try {
      return JSON.parse((await unzip(await readFile(fileOf(name, end)))).toString('utf8'));
    } catch {
      return null;
    }
  }

  return {
    openPack: (name) => packAt(folder, name, fileOf(name, 'pack')),
    keepTree: (name, tree) => keep(name, 'tree', tree),
    tree: (name) => kept<Tree>(name, 'tree'),
    keepChanges: (name, changes) => keep(name, 'changes', changes),
    changes: (name) => kept<readonly TreeChange[]>(name, 'changes'),
    content(entry) {
      if (entry.kind !== 'file' || entry.place === undefined) return null;
      const bytes = Buffer.allocUnsafe(entry.size);
      let descriptor: number | null = null;
      try {
        descriptor = openSync(fileOf(entry.place.pack, 'pack'), 'r');
        if (readSync(descriptor, bytes, 0, entry.size, entry.place.at) !== entry.size) return null;
      } catch {
        return null;
      } finally {
        if (descriptor !== null) closeSync(descriptor);
      }
      return hashOf(bytes) === entry.hash ? bytes : null;
    },
  };
}

/** The file is made with the first content. */
function packAt(folder: string, name: string, file: string): Pack {
  let descriptor: number | null = null;
  let at = 0;
  return {
    add(bytes) {
      if (descriptor === null) {
        mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
        // One that a crash has left may be a fork's, too.
        rmSync(file, { force: true });
        descriptor = openSync(file, 'wx', FILE_MODE);
      }
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      const place = { pack: name, at };
      at += bytes.length;
      return place;
    },
    bytes: () => at,
    end() {
      if (descriptor === null) return;
      try {
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
        descriptor = null;
      }
    },
    drop() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
      if (at > 0) rmSync(file, { force: true });
    },
  };
}
