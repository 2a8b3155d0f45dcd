/**
 * Variables of the environment by which programs load or run something before they do their own work. Where one of them leads
 * into the project, or to wherever a command happens to run, what only looks elsewhere runs the project's files here.
 */
import { isAbsolute } from 'node:path';
import { type Ground, isWithin } from './ground.ts';

type Loader = {
  readonly variable: RegExp;
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

const LOADERS: readonly Loader[] = [
  {
    variable: /^(LD_(PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|GCONV_PATH|LOCPATH)$/,
    paths: (value) => value.split(/[:;\s]/),
  },
  // Read before each command that bash is given.
  { variable: /^BASH_ENV$/, paths: one },
  { variable: /^RIPGREP_CONFIG_PATH$/, programs: /^rg$/, paths: one },
  { variable: /^NODE_OPTIONS$/, programs: /^(node|npm|npx|yarn|pnpm|corepack|tsc|eslint|prettier)$/, paths: loading },
  { variable: /^PYTHON(PATH|HOME|STARTUP)$/, programs: /^(pip|python|lsb_release|yq)[\d.]*$/, paths: list },
  { variable: /^RUBY(LIB|OPT)$/, programs: /^(ruby|gem)$/, paths: (value) => [...list(value), ...loading(value)] },
  { variable: /^PERL5LIB$/, programs: /^(perl|shasum)$/, paths: list },
  { variable: /^PERL5OPT$/, programs: /^(perl|shasum)$/, paths: perl },
  { variable: /^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)$/, programs: /^javac?$/, paths: loading },
  {
    variable: /^(TAR_OPTIONS|GZIP|XZ_OPT|GREP_OPTIONS)$/,
    programs: /^(tar|gzip|gunzip|zcat|xzcat|e?grep|fgrep)$/,
    paths: one,
  },
  { variable: /^(BAT_CONFIG_PATH|BAT_OPTS)$/, programs: /^bat$/, paths: one },
];

/** The variable by which it does, or null. */
export function loadedFirst(program: string, ground: Ground): string | null {
  // A function of the shell, which a program before it has handed on.
  const handedOn = `BASH_FUNC_${program}%%`;
  if (ground.environment.has(handedOn)) return handedOn;
  for (const [name, loader] of loadersIn(ground)) {
    if (loader.programs?.test(program) === false) continue;
    const paths = loader.paths(ground.environment.get(name) ?? '');
    if (paths.some((path) => path !== '' && leadsHere(path, ground))) return name;
  }
  return null;
}

const found = new WeakMap<Ground['environment'], readonly (readonly [name: string, loader: Loader])[]>();

/** There are many variables, and none of these among most. */
function loadersIn({ environment }: Ground): readonly (readonly [name: string, loader: Loader])[] {
  const known = found.get(environment);
  if (known) return known;
  const made = LOADERS.flatMap((loader) =>
    [...environment.keys()].filter((name) => loader.variable.test(name)).map((name) => [name, loader] as const),
  );
  found.set(environment, made);
  return made;
}

/** What the shell, or the program, still puts together may lead anywhere. */
function leadsHere(path: string, ground: Ground): boolean {
  return !isAbsolute(path) || /[$`]/.test(path) || ground.folders.some((folder) => isWithin(path, folder));
}
