/**
 * Variables of the environment by which programs load or run something before they do their own work. Where one of them leads
 * into the project, or to wherever a command happens to run, what only looks elsewhere runs the project's files here.
 */
import { isAbsolute } from 'node:path';
import { type Ground, isWithin } from './ground.ts';

type Loader = {
  readonly variables: readonly string[];
  /** The programs that obey it: all of them, if it is not said. */
  readonly programs?: RegExp;
  /** Takes a value apart to what may be a path in it. */
  readonly paths: (value: string) => readonly string[];
};

const list = (value: string) => value.split(/[:;]/);
const one = (value: string) => [value];
/** `--require=./x`, `-r ./x`, `--import x`, `-Ilib`, `-javaagent:x.jar`: what is behind the sign, or the next word. */
const LOADS =
  /^(?:--(?:require|import|loader|experimental-loader|env-file|env-file-if-exists)|-(?:javaagent|agentpath|agentlib)|-[rI])(?:[=:]|(?=.)|$)(.*)$/;
const loading = (value: string) => {
  const words = value.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word, at) => {
    const [, attached] = LOADS.exec(word) ?? [];
    return attached === undefined ? [] : [attached === '' ? (words[at + 1] ?? '') : attached];
  });
};
const perl = (value: string) => (/-[mM]|-I/.test(value) ? ['.'] : []);

const LINKING = [
  ...[
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'LD_AUDIT',
    'GCONV_PATH',
    'LOCPATH',
    'DYLD_INSERT_LIBRARIES',
    'DYLD_LIBRARY_PATH',
  ],
  ...['DYLD_FRAMEWORK_PATH', 'DYLD_FALLBACK_LIBRARY_PATH', 'DYLD_FALLBACK_FRAMEWORK_PATH'],
];
const JAVASCRIPT = /^(node|npm|npx|yarn|pnpm|corepack|tsc|eslint|prettier)$/;
const PACKED = /^(tar|gzip|gunzip|zcat|xzcat|e?grep|fgrep)$/;

const LOADERS: readonly Loader[] = [
  { variables: LINKING, paths: (value) => value.split(/[:;\s]/) },
  // Read before each command that bash is given.
  { variables: ['BASH_ENV'], paths: one },
  { variables: ['RIPGREP_CONFIG_PATH'], programs: /^rg$/, paths: one },
  { variables: ['NODE_OPTIONS'], programs: JAVASCRIPT, paths: loading },
  {
    variables: ['PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP'],
    programs: /^(pip|python|lsb_release|yq)[\d.]*$/,
    paths: list,
  },
  { variables: ['RUBYLIB'], programs: /^(ruby|gem)$/, paths: list },
  { variables: ['RUBYOPT'], programs: /^(ruby|gem)$/, paths: loading },
  { variables: ['PERL5LIB'], programs: /^(perl|shasum)$/, paths: list },
  { variables: ['PERL5OPT'], programs: /^(perl|shasum)$/, paths: perl },
  { variables: ['JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS'], programs: /^javac?$/, paths: loading },
  { variables: ['TAR_OPTIONS', 'GZIP', 'XZ_OPT', 'GREP_OPTIONS'], programs: PACKED, paths: one },
  { variables: ['BAT_CONFIG_PATH', 'BAT_OPTS'], programs: /^bat$/, paths: one },
];

/** The variable by which it does, or null. */
export function loadedFirst(program: string, ground: Ground): string | null {
  // A function of the shell, which a program before it has handed on.
  const handedOn = `BASH_FUNC_${program}%%`;
  if (ground.environment.has(handedOn)) return handedOn;
  for (const { variables, programs, paths } of LOADERS) {
    // Asked first: a variable of the process is asked of the system.
    if (programs?.test(program) === false) continue;
    for (const name of variables) {
      const value = ground.environment.get(name) ?? '';
      if (value === '') continue;
      if (paths(value).some((path) => path !== '' && leadsHere(path, ground))) return name;
    }
  }
  return null;
}

/** What the shell, or the program, still puts together may lead anywhere. */
function leadsHere(path: string, ground: Ground): boolean {
  return !isAbsolute(path) || /[$`]/.test(path) || ground.folders.some((folder) => isWithin(path, folder));
}
