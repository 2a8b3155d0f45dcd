/**
 * Programs that only look, and the options with which they do. An allow-list: a program, an option or a form of operand
 * that is not here is no inspection. What an inspection reads is given as paths; a word that may be a path counts as one.
 *
 * Left out on purpose: git, whose configuration can run code; whatever reads its operands' names from a file, writes an
 * output file, follows a growing file or the links that it comes to, or starts another program.
 */
import { findInspection } from './find.ts';
import { type Inspection, looksAt, refuse } from './inspection.ts';
import { type OptionList, type OptionsRead, readOptions } from './options.ts';
import { diffInspection, GREP, grepInspection, RIPGREP, ripgrepInspection } from './searches.ts';

type Options = Extract<OptionsRead, { ok: true }>;

type Program = OptionList & {
  /** What the operands are; a list of paths if not said. The first operand that is not allowed is given back. */
  readonly operands?: (read: Options) => Inspection;
};

const COLOUR = 'color colour';

/** Operands that are read. */
const files = ({ paths, operands }: Options): Inspection => looksAt([...paths, ...operands]);
/** Operands that are text. */
const texts = ({ paths }: Options): Inspection => looksAt(paths);
const none = ({ operands: [first] }: Options): Inspection => (first === undefined ? looksAt([]) : refuse(first));
/** So many files at most: one more would be written. */
const atMost =
  (max: number) =>
  (read: Options): Inspection => {
    const surplus = read.operands[max];
    return surplus === undefined ? files(read) : refuse(surplus);
  };
const isBoth = ({ given }: Options, ...names: string[]) =>
  names.every((either) => either.split(' ').some((name) => given.has(name)));
const onlyWith =
  (...names: string[]) =>
  (read: Options): Inspection =>
    names.some((name) => read.given.has(name)) ? texts(read) : refuse(read.operands[0] ?? '');
const onlyVersion = (read: Options): Inspection => {
  const plain = none(read);
  return plain.looks ? onlyWith('v', 'V', 'version')(read) : plain;
};

const GREP_PROGRAM: Program = { ...GREP, operands: grepInspection };
const CHECKSUM: Program = { flags: 'btz', long: 'binary text tag zero' };

const PROGRAMS: { readonly [name: string]: Program } = {
  pwd: { flags: 'LP', operands: none },
  ls: {
    flags: 'aAlhrtSRFdi1CGgmnopqQsUuXxcfkbBLHNvZ',
    long:
      `all almost-all human-readable recursive reverse size classify directory inode no-group numeric-uid-gid ${COLOUR} ` +
      'sort time time-style group-directories-first full-time indicator-style format file-type si dereference',
    longValued: 'ignore hide width block-size',
    operands: (read) => (isBoth(read, 'R recursive', 'L dereference') ? refuse('-RL') : files(read)),
  },
  cat: {
    flags: 'AbeEnstTuv',
    long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
  },
  head: { flags: 'qvz', valued: 'nc', numbers: true, long: 'quiet silent verbose', longValued: 'lines bytes' },
  tail: { flags: 'qvzr', valued: 'nc', numbers: true, long: 'quiet silent verbose', longValued: 'lines bytes' },
  wc: { flags: 'lwcmL', long: 'lines words chars bytes max-line-length' },
  nl: { valued: 'bdfhilnsvw' },
  tac: {},
  rev: {},
  fold: { flags: 'bs', valued: 'w' },
  expand: { flags: 'i', valued: 't' },
  paste: { flags: 'sz', valued: 'd' },
  comm: { flags: '123z' },
  cut: {
    flags: 'nsz',
    valued: 'bcdf',
    long: 'complement only-delimited zero-terminated',
    longValued: 'bytes characters delimiter fields output-delimiter',
  },
  tr: { flags: 'cCdst', long: 'complement delete squeeze-repeats truncate-set1', operands: texts },
  sort: {
    flags: 'bdfgiMhnrRVcCmsuz',
    valued: 'kt',
    long:
      'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort numeric-sort reverse ' +
      'version-sort check stable unique zero-terminated merge month-sort',
    longValued: 'key field-separator',
  },
  uniq: {
    flags: 'cdDiuz',
    valued: 'fsw',
    long: 'count repeated unique ignore-case zero-terminated',
    longValued: 'skip-fields skip-chars check-chars',
    operands: atMost(1),
  },
  diff: {
    flags: 'abBcdeEiNpqstTuwyZ',
    valued: 'CUWxI',
    long:
      'brief unified context side-by-side ignore-case ignore-all-space ignore-space-change ignore-blank-lines ' +
      `minimal report-identical-files text new-file show-c-function suppress-common-lines strip-trailing-cr ${COLOUR}`,
    longValued: 'width exclude label',
    operands: diffInspection,
  },
  cmp: { flags: 'bls', valued: 'in', long: 'quiet silent verbose print-bytes' },
  grep: GREP_PROGRAM,
  egrep: GREP_PROGRAM,
  fgrep: GREP_PROGRAM,
  rg: { ...RIPGREP, operands: ripgrepInspection },
  which: { flags: 'as', operands: texts },
  type: { flags: 'aftpP', operands: texts },
  command: { flags: 'vV', operands: onlyWith('v', 'V') },
  basename: { flags: 'az', valued: 's', long: 'multiple zero', longValued: 'suffix', operands: texts },
  dirname: { flags: 'z', long: 'zero', operands: texts },
  realpath: {
    flags: 'emsqzLP',
    long: 'canonicalize-existing canonicalize-missing no-symlinks quiet',
    longPaths: 'relative-to relative-base',
  },
  readlink: { flags: 'femnqsvz', long: 'canonicalize canonicalize-existing canonicalize-missing no-newline' },
  date: {
    flags: 'uRI',
    valued: 'd',
    paths: 'r',
    long: 'utc universal iso-8601 rfc-3339 rfc-email',
    longValued: 'date',
    longPaths: 'reference',
    // Without the sign it would set the clock.
    operands: (read) => {
      const other = read.operands.find((operand) => !operand.startsWith('+'));
      return other === undefined ? texts(read) : refuse(other);
    },
  },
  uname: { flags: 'asnrvmpio', long: 'all kernel-name kernel-release machine operating-system', operands: none },
  arch: { operands: none },
  nproc: { long: 'all', operands: none },
  whoami: { operands: none },
  id: { flags: 'ugGnrz', operands: none },
  groups: { operands: none },
  tty: { flags: 's', operands: none },
  seq: { flags: 'w', valued: 'fs', numbers: true, operands: texts },
  stat: { flags: 'Lft', valued: 'c', long: 'dereference file-system terse', longValued: 'format printf' },
  file: { flags: 'bikLhN0', long: 'brief mime mime-type mime-encoding no-dereference dereference' },
  du: {
    flags: 'acshHSxmkb0D',
    valued: 'd',
    long: 'all total summarize human-readable apparent-size bytes separate-dirs one-file-system',
    longValued: 'max-depth exclude',
  },
  df: { flags: 'ahHTiklP', long: 'all human-readable print-type inodes local' },
  tree: {
    flags: 'adfisphugDFrtCnN',
    valued: 'LIP',
    long: 'dirsfirst noreport gitignore prune',
    longValued: 'filelimit',
  },
  md5sum: CHECKSUM,
  sha1sum: CHECKSUM,
  sha256sum: CHECKSUM,
  sha512sum: CHECKSUM,
  cksum: {},
  node: { flags: 'v', long: 'version', operands: onlyVersion },
  // `-v` would start it, and it would run its standard input.
  python3: { flags: 'V', long: 'version', operands: onlyVersion },
  python: { flags: 'V', long: 'version', operands: onlyVersion },
};

/** Programs whose words are not read as options. */
const FREE_FORM: { readonly [name: string]: (words: readonly string[]) => Inspection } = {
  echo: () => looksAt([]),
  true: () => looksAt([]),
  false: () => looksAt([]),
  ':': () => looksAt([]),
  exit: ([status]) => (status === undefined || /^\d+$/.test(status) ? looksAt([]) : refuse(status)),
  sleep: (words) => {
    const other = words.find((word) => !/^\d+(\.\d+)?[smh]?$/.test(word));
    return other === undefined ? looksAt([]) : refuse(other);
  },
  // `printf -v` assigns.
  printf: ([format]) => (format?.startsWith('-') && format !== '--' ? refuse(format) : looksAt([])),
  '[': (words) => (words.at(-1) === ']' ? testInspection(words.slice(0, -1)) : refuse(words.at(-1) ?? '')),
  test: testInspection,
  find: findInspection,
};

/** Whether a program with these words only looks; null if the program is not one that is known to. */
export function inspectionOf(program: string, words: readonly string[]): Inspection | null {
  const freeForm = Object.hasOwn(FREE_FORM, program) ? FREE_FORM[program] : undefined;
  if (freeForm) return freeForm(words);
  const list = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  if (!list) return null;
  const read = readOptions(words, list);
  return read.ok ? (list.operands ?? files)(read) : refuse(read.option);
}

const TEST_OPERATORS: ReadonlySet<string> = new Set(
  '! ( ) -a -o = == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef -e -f -d -r -w -x -s -L -h -n -z -S -p -b -c -g -k -u -O -G -N -t'.split(
    ' ',
  ),
);

/** `-v` and `-R` evaluate what they are given (`a[$(…)]`). Every operand may be a path. */
function testInspection(words: readonly string[]): Inspection {
  const operator = words.find((word) => /^-[a-z]+$/i.test(word) && !TEST_OPERATORS.has(word));
  if (operator !== undefined) return refuse(operator);
  return looksAt(words.filter((word) => !TEST_OPERATORS.has(word) && word !== '' && !/^-?\d+$/.test(word)));
}
