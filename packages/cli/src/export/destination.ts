/**
 * Where an export goes: standard output, or a file that only its owner can read. The file is written beside, under another
 * name, and takes its own when it is whole: until then what stood there stands.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { absolutePath } from '../working-folder.ts';

export type Destination = {
  readonly ok: true;
  /** Throws what the system says. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /** It is whole. Throws what the system says; `abandon` then, too. */
  readonly end: () => void;
  /** What is written is no whole export: nothing is left of it, and what stood there stands. */
  readonly abandon: () => void;
};

/**
 * @param force whether a file that is there is replaced
 * @param read the files that are read meanwhile: none of them is replaced, by whatever name
 */
export function openDestination(
  output: string | undefined,
  force: boolean,
  read: readonly string[],
): Destination | Problem {
  if (output === undefined || output === '-') {
    return { ok: true, write: toStandardOutput, end: () => {}, abandon: () => {} };
  }
  const path = absolutePath(output, '--output');
  if (!path.ok) return path;
  try {
    const refused = refusal(path.path, force, read);
    return refused === null ? fileAt(path.path, force) : problem(EXIT.usage, `--output: ${refused}`);
  } catch (error) {
    // The name that it is written under first is nobody's.
    const why = messageOf(error).replace(/, open .*$/s, '');
    return problem(EXIT.usage, `--output: ${path.path} cannot be written: ${why}.`);
  }
}

function refusal(path: string, force: boolean, read: readonly string[]): string | null {
  if (read.some((file) => isSame(path, file))) return `${path} is what is read here. Write to a file of another name.`;
  return force ? null : isThere(path);
}

function isThere(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${path} is there already. --force overwrites it.`;
}

/** Also by a link, of either kind. */
function isSame(path: string, file: string): boolean {
  const [one, other] = [path, file].map((each) => statSync(each, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

function fileAt(path: string, force: boolean): Destination {
  const found = statSync(path, { throwIfNoEntry: false });
  // A device or a pipe has nothing to lose, and must not be replaced; a folder is refused by the system.
  if (found !== undefined && !found.isFile())
    return writingTo(
      openSync(path, 'w'),
      () => {},
      () => {},
    );
  // What a link leads to is replaced, not the link.
  const target = found === undefined ? path : realpathSync(path);
  const part = `${target}.${randomBytes(3).toString('hex')}.part`;
  const fd = openSync(part, 'wx', 0o600);
  const becomeWhole = () => {
    fsyncSync(fd);
    const taken = force ? null : isThere(path);
    if (taken !== null) throw new Error(taken);
    renameSync(part, target);
  };
  return writingTo(fd, becomeWhole, () => rmSync(part, { force: true }));
}

function writingTo(fd: number, becomeWhole: () => void, remove: () => void): Destination {
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    ok: true,
    async write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    },
    end() {
      becomeWhole();
      close();
    },
    abandon() {
      close();
      remove();
    },
  };
}

async function toStandardOutput(chunk: string | Uint8Array): Promise<void> {
  if (typeof chunk === 'string') return print(chunk);
  if (!process.stdout.write(chunk)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
