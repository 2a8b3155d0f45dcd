/**
 * Which places of this machine may leave a look at them without an answer: file systems whose other end is a server or a
 * program (NFS, SMB, FUSE, automounts). A look at a disk of the machine's own always comes back; there, whoever waits can be
 * ended by nobody, not even a thread. So such places are known by the table of mounts, and not touched to find out.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { MAGIC_FOLDERS, namesOf } from './names.ts';

/** Of the kernel alone: nothing else has to answer. */
const OWN = new Set(
  (
    'ext2 ext3 ext4 xfs btrfs zfs f2fs bcachefs jfs reiserfs nilfs2 vfat msdos exfat ntfs3 hfs hfsplus apfs ufs iso9660 udf ' +
    'squashfs erofs cramfs overlay aufs tmpfs ramfs rootfs devtmpfs devpts proc sysfs cgroup cgroup2 mqueue hugetlbfs debugfs ' +
    'tracefs securityfs selinuxfs configfs fusectl pstore efivarfs bpf binfmt_misc nsfs sockfs pipefs rpc_pipefs nfsd fuseblk'
  ).split(' '),
);
/** Where other systems, which have no such table, show the disks of others. */
const OTHERS = process.platform === 'darwin' ? ['/Volumes', '/Network', '/net', '/System/Volumes/Data/home'] : [];
const TABLE = '/proc/self/mounts';
const TABLE_BYTES_MAX = 1024 * 1024;
/** Something is mounted once in a while, and a look at the table takes as long as ten looks at files. */
const KEPT_MS = 5_000;

let known: { readonly at: number; readonly places: readonly string[] } | null = null;

/** Absolute folders. The root is never one: Tagma itself has come from there. */
export function unsurePlaces(now: number): readonly string[] {
  if (known === null || now - known.at > KEPT_MS)
    known = { at: now, places: [...OTHERS, ...unsureIn(tableOfMounts())] };
  return known.places;
}

/** Of lines as `device place type options`, blanks in a name written `\040`. */
export function unsureIn(table: string): readonly string[] {
  const places = table.split('\n').flatMap((line) => {
    const [, place, type] = line.split(' ');
    if (place === undefined || type === undefined || place === '/' || OWN.has(type)) return [];
    return [place.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))];
  });
  // The kernel gives the bytes of a name; one outside of ASCII is read as the text that it is.
  return places.map((place) => Buffer.from(place, 'latin1').toString('utf8'));
}

/**
 * Whether a look at this absolute path comes to one of the places, by its folders or where a link of them leads.
 * @param targetOf where the link at a path leads; null where there is none. Asked only of paths that surely answer.
 */
export function comesTo(
  path: string,
  places: readonly string[],
  follows: boolean,
  targetOf: (path: string) => string | null,
): boolean {
  let at = parse(path).root;
  const ahead = namesOf(path.slice(at.length)).reverse();
  for (let links = 0; ; ) {
    const name = ahead.pop();
    if (name === undefined) return false;
    if (name === '..') {
      at = join(at, '..');
      continue;
    }
    const next = join(at, name);
    if (places.some((place) => next === place || next.startsWith(`${place}${sep}`))) return true;
    // Its links lead where no name says.
    if (MAGIC_FOLDERS.test(next)) return true;
    const target = ahead.length > 0 || follows ? targetOf(next) : null;
    if (target === null) {
      at = next;
      continue;
    }
    // The system refuses it then too.
    if (++links > LINKS_MAX) return false;
    const root = parse(target).root;
    if (root !== '') at = root;
    ahead.push(...namesOf(target.slice(root.length)).reverse());
  }
}

const LINKS_MAX = 40;

function tableOfMounts(): string {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(TABLE, 'r');
    const bytes = Buffer.alloc(TABLE_BYTES_MAX);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    return bytes.toString('latin1', 0, length);
  } catch {
    return '';
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
