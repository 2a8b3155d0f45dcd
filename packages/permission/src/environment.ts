/** Variables: which may be set without a change of what a program does, and which are nobody's to be shown. */

/** They change nothing but the language, the zone, the colours and the width of what is printed. */
const HARMLESS =
  /^(LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|TERM|CI|NODE_ENV|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)$/;
/** They say what runs, what is loaded first, or how the shell reads what follows. */
const COMMANDING =
  /^(PATH|IFS|ENV|HOME|PWD|OLDPWD|SHELL|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|CDPATH|FIGNORE|GLOBIGNORE|EXECIGNORE|SHELLOPTS|PS\d|PROMPT\w*|POSIXLY_CORRECT|OPT\w+|HIST\w*|MAIL\w*|INPUTRC|TMPDIR|LESS\w*|BASH\w*|ZDOTDIR|LD_\w+|DYLD_\w+|GIT_\w+|SSH_\w+|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_\w+|GLIBC_\w+|NODE_(OPTIONS|PATH|REPL\w*)|PYTHON\w+|PERL\w*|RUBY\w+|GEM_\w+|BUNDLE_\w+|JAVA_\w+|JDK_\w+|_JAVA\w*|MAVEN_\w+|GRADLE_\w+|CLASSPATH|npm_\w+|NPM_\w+|YARN_\w+|PNPM_\w+|COREPACK_\w+|RIPGREP_\w+|TAR_OPTIONS|GREP_\w+|GZIP|XZ_\w+|ZIP\w*|UNZIP\w*|AWK\w+|MAKE\w*|CC|CXX|LD|AR|AS|RUSTC\w*|RUSTUP_\w+|CARGO\w*|GO\w*|DOCKER_\w+|KUBE\w+|SUDO_\w+|XDG_\w+|\w+_(WRAPPER|PRELOAD|ASKPASS|COMMAND|PROXY))$/i;
/** What a program of the person's own keeps its passwords in. */
const SECRET =
  /key|token|secret|pass|pwd|cred|auth|private|cookie|session|signature|salt|dsn|ur[li]$|connection|webhook|_pat$/i;

/** Whether a program that is given this variable still does what it does without it. */
export function isHarmlessVariable(name: string, value: string): boolean {
  // What Tagma sets itself for a look; any other value would undo that.
  if (/^GIT_(OPTIONAL_LOCKS|TERMINAL_PROMPT)$/.test(name)) return value === '0';
  if (HARMLESS.test(name)) return /^[\w.,@+-]*$/.test(value);
  return /^(GIT_|MAN)?PAGER$/.test(name) && (value === 'cat' || value === '');
}

export function isCommanding(name: string): boolean {
  return COMMANDING.test(name);
}

/** Whether the value of a variable may be a password. */
export function isSecretVariable(name: string): boolean {
  return name !== 'PWD' && name !== 'OLDPWD' && SECRET.test(name);
}
