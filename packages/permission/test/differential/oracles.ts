/**
 * Two other parsers of the shell, which nothing but these tests uses: what programs and files they see in a command. A
 * word counts where it means itself; what is put together while the command runs, neither can tell.
 */
import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';

export type Seen = {
  readonly programs: readonly string[];
  /** Targets of redirections to and from files. */
  readonly files: readonly string[];
};

/** Null where it cannot read the command. */
export type Oracle = (command: string) => Seen | null;

type GoNode = { readonly [field: string]: unknown } | null;
type Syntax = {
  readonly NewParser: (option: unknown) => { readonly Parse: (source: string, name: string) => GoNode };
  readonly Variant: (language: unknown) => unknown;
  readonly LangBash: unknown;
  readonly NodeType: (node: GoNode) => string;
  readonly Walk: (node: GoNode, visit: (node: GoNode) => boolean) => void;
};

const require = createRequire(import.meta.url);

/** Of shfmt. */
export function goOracle(): Oracle {
  const { syntax }: { syntax: Syntax } = require('mvdan-sh');
  const parser = syntax.NewParser(syntax.Variant(syntax.LangBash));
  return (command) => {
    // It takes a `#` right after a quote for a comment, and goes on with one where its line ends in a backslash.
    if (/['"]#|#.*\\\n/.test(command)) return null;
    try {
      return seenByGo(syntax, parser.Parse(command, ''));
    } catch {
      return null;
    }
  };
}

function seenByGo(syntax: Syntax, file: GoNode): Seen {
  const [programs, files]: [string[], string[]] = [[], []];
  const keep = (list: string[], word: unknown) => {
    const text = goText(syntax, word as GoNode);
    if (text !== null) list.push(text);
  };
  syntax.Walk(file, (node) => {
    if (node === null) return true;
    const type = syntax.NodeType(node);
    if (type === 'CallExpr') {
      const [first] = (node.Args ?? []) as GoNode[];
      if (first) keep(programs, first);
    }
    if (type === 'Redirect' && !node.Hdoc && isFileOperator(command(node.Op))) keep(files, node.Word);
    return true;
  });
  return { programs, files };

  function command(operator: unknown): number {
    return Number(operator);
  }
}

/** The numbers of `>`, `>>`, `<`, `>|`, `&>` and `&>>` in that parser. */
function isFileOperator(operator: number): boolean {
  return GO_FILE_OPERATORS.has(operator);
}

const GO_FILE_OPERATORS: ReadonlySet<number> = new Set([54, 55, 56, 60, 64, 65]);

function goText(syntax: Syntax, word: GoNode): string | null {
  const parts = (word?.Parts ?? []) as GoNode[];
  let text = '';
  for (const part of parts) {
    const type = syntax.NodeType(part);
    if (type === 'Lit' && isLive(String(part?.Value))) return null;
    if (type === 'Lit') text += unescaped(String(part?.Value));
    else if (type === 'SglQuoted' && !part?.Dollar) text += String(part?.Value);
    else if (type === 'DblQuoted' && !part?.Dollar) {
      for (const inner of (part?.Parts ?? []) as GoNode[]) {
        if (syntax.NodeType(inner) !== 'Lit') return null;
        text += String(inner?.Value)
          .replaceAll(/\\\n/g, '')
          .replaceAll(/\\([$`"\\])/g, '$1');
      }
    } else return null;
  }
  return text;
}

/** Of editors. */
export async function treeOracle(): Promise<Oracle> {
  await Parser.init();
  const language = await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'));
  const parser = new Parser();
  parser.setLanguage(language);
  return (command) => {
    // It ends a word where a line goes on, at a blank that is escaped and at a backslash after a quote, and takes a `!` at
    // the beginning for a negation, `1A=b` and `*A=b` for assignments, a compound command after a `!` for words, and a line's end
    // for a part of the escaped word after it.
    if (/\\\s|['"]\\|![^\s=]|!\s+(for|while|until|if|case|select)\b|(?<!\w)\d\w*=|[*?]\w+=|\n\\/.test(command))
      return null;
    const tree = parser.parse(command);
    if (!tree) return null;
    const seen = tree.rootNode.hasError ? null : seenInTree(tree.rootNode);
    tree.delete();
    return seen;
  };
}

function seenInTree(root: Node): Seen {
  const texts = (nodes: readonly (Node | null)[]) =>
    nodes.flatMap((node) => {
      const text = node && treeText(node);
      return text === null ? [] : [text];
    });
  const redirects = root.descendantsOfType('file_redirect').filter((node) => node !== null);
  const isOfFile = (node: Node) => /^\d*(>|>>|<|>\||&>|&>>)\s*[^&\s]/.test(node.text) && !node.text.includes('(');
  return {
    // `time` is no program, but a word of the shell's own.
    programs: texts(root.descendantsOfType('command_name').map((node) => node?.firstChild ?? null)).filter(
      (name) => name !== 'time',
    ),
    files: texts(redirects.filter(isOfFile).map((node) => node.childForFieldName('destination'))),
  };
}

function treeText(node: Node): string | null {
  switch (node.type) {
    case 'word':
      return isLive(node.text) ? null : unescaped(node.text);
    case 'number':
      return node.text;
    case 'raw_string':
      return node.text.slice(1, -1);
    case 'string':
      return node.children.some((child) => child !== null && !/^("|string_content)$/.test(child.type)) ||
        /[\\$`]/.test(node.text)
        ? null
        : node.text.slice(1, -1);
    case 'concatenation': {
      const texts = node.children.map((child) => (child ? treeText(child) : ''));
      return texts.includes(null) ? null : texts.join('');
    }
    default:
      return null;
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\\n/g, '').replaceAll(/\\([\s\S])/g, '$1');
}

/** Whether the shell may make something else of it. */
function isLive(text: string): boolean {
  return /^~|[*?[\]{}$`]/.test(text.replaceAll(/\\[\s\S]/g, ''));
}
