/**
 * Protected files of a repository, as far as a look may show them: those that git keeps, and those of which the repository's
 * own attributes say that their text is shown. Git is asked, and the answer kept while index and attributes are unchanged.
 */
import { dirname, join } from 'node:path';
import type { GitPlace } from './git-command.ts';
import { readPlainFile } from './plain-file.ts';
import type { Repository } from './repository-paths.ts';
import { isUnchanged, type Stamp, stampOf } from './stamps.ts';
import { askGit } from './start-git.ts';

/** Paths below the top of the repository. */
export type ProtectedContents = { readonly tracked: readonly string[]; readonly shown: readonly string[] };

const MS_MAX = 2_000;
const BYTES_MAX = 64 * 1024 ** 2;
const KEPT_MAX = 100;
const ATTRIBUTES = '.gitattributes';
/** Of each kind of protected names one: files that git kept once may have any. */
const SAMPLES = [
  ...[
    '.env',
    '.env.local',
    '.npmrc',
    '.netrc',
    '.pgpass',
    '.pypirc',
    '.git-credentials',
    '.htpasswd',
    'credentials.json',
  ],
  ...[
    'id_rsa',
    'a.pem',
    'a.key',
    'a.p12',
    'a.pfx',
    'a.jks',
    'a.kdbx',
    '.bash_history',
    '.ssh/config',
    '.aws/credentials',
  ],
];

type Kept = { readonly contents: ProtectedContents; readonly stamps: readonly Stamp[] };
const kept = new Map<string, Kept>();

/** Null where git has no answer. `isProtected` is asked about paths below the top. */
export function protectedContents(
  repository: Repository & { readonly top: string },
  place: GitPlace,
  isProtected: (path: string) => boolean,
): ProtectedContents | null {
  const { top, gitFolder, commonFolder } = repository;
  const known = kept.get(gitFolder);
  if (known && isUnchanged(known.stamps)) return known.contents;
  const own = [join(top, ATTRIBUTES), join(commonFolder, 'info', 'attributes'), join(gitFolder, 'info', 'attributes')];
  const before = [join(gitFolder, 'index'), ...own].map(stampOf);
  const whole = { ...place, folder: top };
  const listed = askGit(['ls-files', '-z'], whole, { msMax: MS_MAX, bytesMax: BYTES_MAX });
  if (listed.exitCode !== 0) return null;
  const names = listed.output.split('\0');
  const tracked = [...new Set(names.filter((name) => name !== '' && isProtected(name)))];
  const nested = names.filter((name) => name.endsWith(`/${ATTRIBUTES}`)).map((name) => dirname(name));
  const shown = nested.length > 0 || own.some(mayShow) ? shownOf(tracked, nested, whole) : [];
  if (shown === null) return null;
  const contents = { tracked, shown };
  const stamps = [...before, ...nested.map((folder) => stampOf(join(top, folder, ATTRIBUTES)))];
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(gitFolder, { contents, stamps });
  return contents;
}

/** An attribute has to be named, or a macro that holds it, which may stand in these files alone. */
function mayShow(file: string): boolean {
  const text = readPlainFile(file);
  return text !== null && (text === undefined || /diff|binary/.test(text.toString('latin1')));
}

function shownOf(tracked: readonly string[], folders: readonly string[], place: GitPlace): readonly string[] | null {
  const samples = ['.', ...folders].flatMap((folder) => SAMPLES.map((name) => join(folder, name)));
  const names = [...new Set([...tracked, ...samples])];
  // What the person's own attributes say, those of the look come before.
  const bare = { ...place, settings: [['core.attributesFile', '/dev/null'] as const] };
  const asked = askGit(
    ['check-attr', '-z', '--stdin', 'diff'],
    bare,
    { msMax: MS_MAX },
    names.map((name) => `${name}\0`).join(''),
  );
  if (asked.exitCode !== 0) return null;
  const fields = asked.output.split('\0');
  const isShown = (value: string | undefined) => value !== 'unset' && value !== 'unspecified';
  return fields.flatMap((name, at) =>
    at % 3 === 0 && at + 2 < fields.length && isShown(fields[at + 2]) ? [name] : [],
  );
}
