/**
 * Programs in the language of `awk`: whether one only computes and prints, in every awk that there is (gawk, mawk, the one
 * true awk, busybox). It is read token by token, for what is a redirection outside of a string or a regular expression is a plain
 * character inside. Where the awks may not agree what a token is, the program is not understood.
 */

const TOKEN =
  /(?<blank>[ \t]+|\\\n|#[^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*")|(?<name>[A-Za-z_]\w*)|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]))|(?<sign>&&|\|\||[<>=!+*/%^-]=|\+\+|--|!~|[-\n{}()[\];,+*/%^!<>|?:~$=])/y;
/** After these, a slash begins a regular expression, and after the others it divides; after the rest it may do either. */
const BEFORE_REGEX = /^(|[\n{}(,;!~?:]|&&|\|\||!~)$/;
const BEFORE_DIVISION = /^([\d.].*|\])$/;
/** No slash in brackets, where some awks end the expression and others go on. */
const REGEX = /\/(?:[^/\\[\]\n]|\\.|\[\^?(?:\]|\[:[a-z]+:\]|[^[\]\\/\n]|\\.)(?:\[:[a-z]+:\]|[^[\]\\/\n]|\\.)*\])+\//y;
/** Words of the language and of its functions that neither read nor write, nor start anything, in any awk. */
const HARMLESS_WORDS = wordsOf(
  'BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return delete in print ' +
    'printf switch case default length substr index split sub gsub gensub match sprintf sin cos atan2 exp log sqrt int rand srand ' +
    'tolower toupper strtonum strftime systime mktime and or xor compl lshift rshift asort asorti typeof isarray patsplit ' +
    'close fflush',
);
/** They reach out: files and programs, the words and the environment, functions by name. */
const REACHING_WORDS = wordsOf(
  'getline system extension ARGV ARGC ARGIND ENVIRON SYMTAB FUNCTAB PROCINFO load include namespace eval bindtextdomain ' +
    'dcgettext dcngettext stopme adump intdiv0',
);
/** Variables of awk's own: after one, as after a number, a slash can only divide. */
const NUMBERS = wordsOf('NR FNR NF RSTART RLENGTH');

type Token = { readonly text: string; readonly kind: 'text' | 'name' | 'number' | 'sign' | 'regex' };

export function isPlainProgram(program: string): boolean {
  const tokens = tokensOf(program);
  return tokens !== null && isBalanced(tokens) && tokens.every((token, at) => isHarmless(token, at, tokens));
}

/** Null where one is not understood. Blanks and comments are left out. */
function tokensOf(program: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < program.length; ) {
    const before = tokens.at(-1);
    const regex = program[at] === '/' ? opensRegex(before, tokens) : false;
    if (regex === null) return null;
    const expression = regex ? REGEX : TOKEN;
    expression.lastIndex = at;
    const found = expression.exec(program);
    if (!found) return null;
    at = expression.lastIndex;
    const [text] = found;
    const { blank, text: string, name, number } = found.groups ?? {};
    // Some awks may go on with a comment where its line ends in a backslash.
    if (blank?.startsWith('#') && blank.endsWith('\\')) return null;
    if (blank !== undefined) continue;
    const kind = regex ? 'regex' : string ? 'text' : name ? 'name' : number ? 'number' : 'sign';
    tokens.push({ text, kind });
  }
  return tokens;
}

/** Null where it may or may not. */
function opensRegex(before: Token | undefined, tokens: readonly Token[]): boolean | null {
  if (before === undefined || (before.kind === 'sign' && BEFORE_REGEX.test(before.text))) return true;
  if (before.kind === 'number' || (before.kind === 'sign' && BEFORE_DIVISION.test(before.text))) return false;
  return before.kind === 'name' && isVariable(before.text, tokens) ? false : null;
}

/** A name that the program itself has counted or added up in, or a number of awk's own: it is no word of any awk. */
function isVariable(name: string, tokens: readonly Token[]): boolean {
  if (NUMBERS.has(name)) return true;
  if (HARMLESS_WORDS.has(name) || REACHING_WORDS.has(name)) return false;
  return tokens.some(
    ({ text, kind }, at) =>
      kind === 'name' && text === name && /^(=|[-+*%^]=|\+\+|--)$/.test(tokens[at + 1]?.text ?? ''),
  );
}

function isBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const { text, kind } of tokens) {
    if (kind !== 'sign') continue;
    if (/^[{([]$/.test(text)) open.push(text);
    if (/^[})\]]$/.test(text) && open.pop() !== { '}': '{', ')': '(', ']': '[' }[text]) return false;
  }
  return open.length === 0;
}

function isHarmless({ text, kind }: Token, at: number, tokens: readonly Token[]): boolean {
  if (kind === 'name') return !REACHING_WORDS.has(text) && isKnownCall(text, at, tokens);
  if (kind !== 'sign') return true;
  if (text === '|') return false;
  // In a statement, outside of parentheses, it may be where `print` writes.
  return text !== '>' || isInParentheses(at, tokens) || !isInBraces(at, tokens);
}

/** A function is one that is known, or of the program's own. */
function isKnownCall(name: string, at: number, tokens: readonly Token[]): boolean {
  if (tokens[at + 1]?.text !== '(' || HARMLESS_WORDS.has(name)) return true;
  return tokens.some(
    ({ text, kind }, other) => kind === 'name' && text === name && /^func(tion)?$/.test(tokens[other - 1]?.text ?? ''),
  );
}

function isInParentheses(at: number, tokens: readonly Token[]): boolean {
  return depthOf('(', ')', at, tokens) > 0;
}

function isInBraces(at: number, tokens: readonly Token[]): boolean {
  return depthOf('{', '}', at, tokens) > 0;
}

function depthOf(opens: string, closes: string, at: number, tokens: readonly Token[]): number {
  let depth = 0;
  for (const { text, kind } of tokens.slice(0, at)) {
    if (kind === 'sign' && text === opens) depth++;
    if (kind === 'sign' && text === closes) depth--;
  }
  return depth;
}

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
