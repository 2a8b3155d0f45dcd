/**
 * Programs with a language or subcommands of their own, where some of it only asks: what is installed, what runs, what a
 * data file holds.
 */
import { isSecretVariable } from './environment.ts';
import { type Inspection, looksAt, refuse } from './inspection.ts';
import { isPlainFilter } from './jq-filter.ts';
import { type OptionList, readOptions } from './options.ts';
import { processInspection } from './process-list.ts';

type Asking = (words: readonly string[]) => Inspection;

/** Subcommands with their options, whose operands are no paths. */
function subcommands(lists: { readonly [name: string]: OptionList }): Asking {
  return ([name = '', ...words]) => {
    const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
    const read = list && readOptions(words, list);
    if (!read) return refuse(name);
    return read.ok ? looksAt(read.paths) : refuse(read.option);
  };
}

const NPM_LIST: OptionList = {
  flags: 'agl',
  long: 'all json long parseable prod production dev link global depth omit include silent',
  longValued: 'depth omit include',
};
const PIP_LIST: OptionList = {
  flags: 'f',
  long: 'format local user not-required editable files all',
  longValued: 'format',
};

const jq: Asking = (words) => {
  const read = readOptions(words, {
    flags: 'rcsnjaSCMeR',
    long:
      'raw-output compact-output slurp null-input join-output ascii-output sort-keys color-output monochrome-output ' +
      'exit-status raw-input tab unbuffered stream seq raw-output0',
    longValued: 'indent',
  });
  if (!read.ok) return refuse(read.option);
  const [filter = '', ...paths] = read.operands;
  return isPlainFilter(filter) ? looksAt(paths) : refuse(filter);
};

/** `tf`, `-tzf`, `--list --file=`: a list, and an archive that no other machine is asked for. */
const tar: Asking = (words) => {
  const [first = '', ...others] = words;
  const dashed = /^[tvzjJaf]+$/.test(first) ? [`-${first}`, ...others] : words;
  const read = readOptions(dashed, {
    flags: 'tvzjJa',
    paths: 'f',
    long: 'list verbose gzip bzip2 xz zstd full-time numeric-owner wildcards',
    longPaths: 'file',
    longValued: 'exclude strip-components',
  });
  if (!read.ok) return refuse(read.option);
  if (!read.given.has('t') && !read.given.has('list')) return refuse(first);
  const remote = read.paths.find((path) => path.includes(':'));
  return remote === undefined ? looksAt(read.paths) : refuse(remote);
};

const unzip: Asking = (words) => {
  const read = readOptions(words, { flags: 'lvtZqp1hms' });
  if (!read.ok) return refuse(read.option);
  const asks = ['l', 'v', 't', 'Z'].some((name) => read.given.has(name));
  return asks || read.given.has('p') ? looksAt(read.operands) : refuse(words[0] ?? '');
};

const printenv: Asking = (words) => {
  const shown = words.find((word) => !/^[A-Za-z_]\w*$/.test(word) || isSecretVariable(word));
  return words.length > 0 && shown === undefined ? looksAt([]) : refuse(shown ?? 'all of the environment');
};

/** Shows the limits; a number would set one. */
const ulimit: Asking = (words) => {
  const other = words.find((word) => !/^-[HSa-z]+$/.test(word));
  return other === undefined ? looksAt([]) : refuse(other);
};

/** It reads a cluster of letters by the first of them, and takes a second file for one that it writes. */
const xxd: Asking = (words) => {
  let at = 0;
  for (; words[at]?.startsWith('-') && words[at] !== '-'; at++) {
    const word = words[at] ?? '';
    if (/^-(a|b|C|e|E|i|p|ps|u|U|[cglos]\+?\d+)$/.test(word)) continue;
    if (!/^-[cglos]$/.test(word) || !/^\+?\d+$/.test(words[++at] ?? '')) return refuse(word);
  }
  const [file, output] = words.slice(at);
  return output === undefined ? looksAt(file === undefined ? [] : [file]) : refuse(output);
};

const npm = subcommands({
  ls: NPM_LIST,
  list: NPM_LIST,
  ll: NPM_LIST,
  root: { flags: 'g', long: 'global' },
  prefix: { flags: 'g', long: 'global' },
  why: { long: 'json' },
  explain: { long: 'json' },
});

export const ASKING_PROGRAMS: { readonly [name: string]: Asking } = {
  jq,
  tar,
  unzip,
  zipinfo: (words) => {
    const read = readOptions(words, { flags: '12smlvht' });
    return read.ok ? looksAt(read.operands) : refuse(read.option);
  },
  ps: processInspection,
  printenv,
  ulimit,
  umask: (words) => (words.every((word) => /^-[Sp]$/.test(word)) ? looksAt([]) : refuse(words[0] ?? '')),
  hostname: (words) => (words.every((word) => /^-[sfiIdA]$/.test(word)) ? looksAt([]) : refuse(words[0] ?? '')),
  npm: (words) => {
    // Without a name, it lists the scripts.
    if (words.length === 1 && words[0] === 'run') return looksAt([]);
    if (words[0] === 'pkg' && words[1] === 'get')
      return words.some((word) => /^-/.test(word)) ? refuse('-') : looksAt([]);
    if (words[0] === 'config' && words[1] === 'get')
      return words.length === 3 && words[2] === 'registry' ? looksAt([]) : refuse('config');
    return npm(words);
  },
  pip: subcommands({ list: PIP_LIST, show: PIP_LIST, freeze: PIP_LIST }),
  pip3: subcommands({ list: PIP_LIST, show: PIP_LIST, freeze: PIP_LIST }),
  go: ([verb, ...words]) =>
    verb === 'env' && words.every((word) => /^[A-Z]\w*$/.test(word) && !isSecretVariable(word)) && words.length > 0
      ? looksAt([])
      : refuse(verb ?? ''),
  dpkg: ([option = '', ...words]) => {
    const isPlain =
      /^(-[lsLS]|--list|--status|--listfiles|--search)$/.test(option) && !words.some((word) => word.startsWith('-'));
    return isPlain ? looksAt([]) : refuse(option);
  },
  // The value of an expression, which runs nothing.
  expr: (words) => (words.some((word) => word.startsWith('--')) ? refuse('--') : looksAt([])),
  xxd,
};
