/**
 * Programs that only look, with the options with which they do: at files, at texts, at the machine. What an option or an
 * operand that is not here would do is not known.
 */
import { type Inspection, looksAt, refuse } from './inspection.ts';
import type { OptionList, OptionsRead } from './options.ts';
import { diffInspection, GREP, grepInspection, RIPGREP, ripgrepInspection } from './searches.ts';

type Options = Extract<OptionsRead, { ok: true }>;

export type LookingProgram = OptionList & {
  /** What the operands are; a list of paths if not said. The first operand that is not allowed is given back. */
  readonly operands?: (read: Options) => Inspection;
};

const COLOUR = 'color colour';

/** Operands that are read. */
export const files = ({ paths, operands }: Options): Inspection => looksAt([...paths, ...operands]);
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
const showsWith =
  (...names: string[]) =>
  (read: Options): Inspection =>
    names.some((name) => read.given.has(name)) ? files(read) : refuse(read.operands[0] ?? '');
/** With `-e` and `-i` its operands are texts. */
const shuffled = (read: Options): Inspection => (isBoth(read, 'e echo i input-range') ? texts(read) : files(read));

/** `@FILE` would be a list of options. */
const withoutLists = (read: Options): Inspection => {
  const list = read.operands.find((operand) => operand.startsWith('@'));
  return list === undefined ? files(read) : refuse(list);
};

const GREP_PROGRAM: LookingProgram = { ...GREP, operands: grepInspection };
const CHECKSUM: LookingProgram = { flags: 'btz', long: 'binary text tag zero' };

export const LOOKING_PROGRAMS: { readonly [name: string]: LookingProgram } = {
  pwd: { flags: 'LP', operands: none },
  ls: {
    flags: 'aAlhrtSRFdi1CGgmnopqQsUuXxcfkbBLHNvZT',
    valued: 'Iw',
    long:
      `all almost-all human-readable recursive reverse size classify directory inode no-group numeric-uid-gid ${COLOUR} ` +
      'sort time time-style group-directories-first full-time indicator-style format file-type si dereference literal quoting-style hyperlink zero',
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
    flags: 'abBcdeEiNpqrstTuwyZ',
    valued: 'CUWxI',
    long:
      'recursive brief unified context side-by-side ignore-case ignore-all-space ignore-space-change ignore-blank-lines ' +
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
    flags: 'uR',
    attached: 'I',
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
    flags: 'adfisphugDFrtCnNJXvUQ',
    valued: 'LIP',
    long: 'dirsfirst filesfirst noreport gitignore prune du si inodes device sort matchdirs ignore-case charset',
    longValued: 'filelimit sort charset',
  },
  md5sum: CHECKSUM,
  sha1sum: CHECKSUM,
  sha256sum: CHECKSUM,
  sha512sum: CHECKSUM,
  cksum: {},
  b2sum: CHECKSUM,
  sha224sum: CHECKSUM,
  sha384sum: CHECKSUM,
  md5: { flags: 'qr' },
  shasum: { flags: 'bt', valued: 'a', longValued: 'algorithm' },
  sum: { flags: 'rs' },
  column: {
    flags: 'txned',
    valued: 'scNoRHT',
    long: 'table json',
    longValued: 'separator output-separator table-columns',
  },
  join: { flags: 'iz', valued: '12ajotev', long: 'header check-order nocheck-order ignore-case' },
  shuf: { flags: 'erz', valued: 'ni', long: 'echo repeat', longValued: 'head-count input-range', operands: shuffled },
  fmt: { flags: 'cstu', valued: 'w' },
  tsort: {},
  bc: { flags: 'lqsiw', long: 'mathlib quiet' },
  unexpand: { flags: 'a', valued: 't' },
  numfmt: {
    long: 'header',
    longValued: 'to from suffix padding field format delimiter to-unit from-unit',
    valued: 'd',
    operands: texts,
  },
  iconv: { flags: 'cl', valued: 'ft', long: 'list', longValued: 'from-code to-code' },
  base64: { flags: 'di', valued: 'w', long: 'decode ignore-garbage', longValued: 'wrap' },
  base32: { flags: 'di', valued: 'w', long: 'decode', longValued: 'wrap' },
  od: {
    flags: 'bcdoxvs',
    valued: 'AjNt',
    attached: 'w',
    long: 'output-duplicates width',
    longValued: 'address-radix format read-bytes skip-bytes',
  },
  hexdump: { flags: 'bcCdovx', valued: 'ns' },
  hd: { flags: 'v', valued: 'ns' },
  strings: {
    flags: 'afw',
    valued: 'ntes',
    long: 'all print-file-name',
    longValued: 'bytes radix encoding',
    operands: withoutLists,
  },
  nm: {
    flags: 'aACDgunprSuvPo',
    long: 'demangle dynamic extern-only undefined-only defined-only print-size size-sort',
    operands: withoutLists,
  },
  readelf: {
    flags: 'ahlSsegrduVnAW',
    long: 'all file-header program-headers sections symbols dynamic notes wide',
    operands: withoutLists,
  },
  zcat: { flags: 'f' },
  gzcat: {},
  xzcat: {},
  bzcat: {},
  zstdcat: {},
  gzip: { flags: 'ltvcd', operands: showsWith('l', 't', 'c') },
  gunzip: { flags: 'ltvc', operands: showsWith('l', 't', 'c') },
  bat: {
    flags: 'npA',
    valued: 'rlH',
    long: 'plain number show-all no-config',
    longValued: 'line-range language highlight-line style color paging wrap theme decorations',
    operands: (read) =>
      read.values.get('paging')?.some((value) => value !== 'never') ? refuse('--paging') : files(read),
  },
  fd: {
    flags: 'HIsiga0pFu1q',
    valued: 'tedEcSj',
    long: 'hidden no-ignore case-sensitive ignore-case glob absolute-path print0 full-path fixed-strings unrestricted color',
    longValued:
      'type extension max-depth min-depth exact-depth exclude size changed-within changed-before max-results color glob',
    operands: ({ operands: [, ...folders] }) => looksAt(folders.length === 0 ? ['.'] : folders),
  },
  free: { flags: 'bkmghtlw', long: 'human mega giga', operands: none },
  uptime: { flags: 'ps', long: 'pretty since', operands: none },
  lscpu: { flags: 'aejpx', long: 'json extended parse', operands: none },
  lsblk: { flags: 'abdfiJlmnprStT', valued: 'oexI', long: 'all json fs', longValued: 'output', operands: none },
  who: { flags: 'abHmqru', operands: none },
  w: { flags: 'hs', operands: none },
  locale: { flags: 'amck', long: 'all-locales charmaps', operands: texts },
  getconf: { flags: 'a', operands: texts },
  lsb_release: { flags: 'acdirs', long: 'all codename description id release short', operands: none },
  sw_vers: { long: '', operands: texts },
  whereis: { flags: 'bmsul', operands: texts },
  pgrep: { flags: 'aflnoxvicd', valued: 'uUPgtG', long: 'full list-name list-full exact count', operands: texts },
  pidof: { flags: 'sx', operands: texts },
  lsof: { flags: 'nPtlaRUbw', valued: 'pcu', attached: 'i', operands: files },
  ss: { flags: 'tulnpaeomis46xw', long: 'tcp udp listening numeric processes all summary', operands: texts },
  netstat: { flags: 'tulnpaerisgWv46', operands: none },
  tput: { valued: 'T', operands: texts },
  cal: { flags: '3jmy1', operands: texts },
  jobs: { flags: 'lnprs', operands: texts },
  wait: { operands: texts },
};
