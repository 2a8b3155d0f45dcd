/** The manual page, tagma(1), from the same tree as the help: in the language of troff, by the macros of man(7). */
import { EXAMPLES } from '../help/examples.ts';
import { EXIT_CODES, FILES, VARIABLES } from '../help/surroundings.ts';
import { allIn, type CommandInTree, type OptionInTree } from '../help/tree.ts';

export function manualPage(tree: CommandInTree, version: string): string {
  const all = allIn(tree).filter(({ commands, path }) => path !== '' && commands.length === 0);
  const shared = new Set(tree.options.map(({ flags }) => flags));
  const lines = [
    '.\\" Written by: tagma manual',
    `.TH TAGMA 1 "" "tagma ${text(version)}" "User Commands"`,
    '.SH NAME',
    `tagma \\- ${text(withoutEnd(tree.about))}`,
    '.SH SYNOPSIS',
    ...synopsis(tree),
    ...all.flatMap(synopsis),
    '.SH DESCRIPTION',
    text(tree.about),
    ...tree.arguments.flatMap(({ name, about }) => entry(name, about)),
    '.SH OPTIONS',
    ...groupsOf(tree.options).flatMap(([group, options]) => [`.SS ${text(group)}`, ...options.flatMap(optionLines)]),
    '.SH COMMANDS',
    ...all.flatMap((command) => commandLines(command, shared)),
    '.SH EXAMPLES',
    ...examplesOf(''),
    '.SH ENVIRONMENT',
    ...VARIABLES.flatMap(([names, about]) => entry(names, about)),
    '.SH FILES',
    ...FILES.flatMap(([names, about]) => entry(names, about)),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, about]) => entry(code, about)),
  ];
  return `${lines.join('\n')}\n`;
}

/** `.B` for what is typed as it stands, `.I` for what stands for something. */
function synopsis({ path, arguments: all }: CommandInTree): readonly string[] {
  const words = all.map(({ name, isRequired, repeats }) => {
    const shown = `\\fI${text(name)}\\fR${repeats ? '...' : ''}`;
    return isRequired ? shown : `[${shown}]`;
  });
  return [`.B ${text(['tagma', path].filter(Boolean).join(' '))}`, ['[\\fIoptions\\fR]', ...words].join(' '), '.br'];
}

/** What it shares with tagma itself is named, not told again. */
function commandLines({ path, about, arguments: all, options }: CommandInTree, shared: ReadonlySet<string>) {
  const own = options.filter(({ flags }) => !shared.has(flags));
  const others = options.filter(({ flags, names }) => shared.has(flags) && !names.includes('--help'));
  const named = others.map(({ names }) => text(names.at(-1) ?? '')).join(', ');
  return [
    `.SS tagma ${text(path)}`,
    `${text(sentence(about))}`,
    ...all.filter((one) => one.about !== '').flatMap((one) => entry(one.name, one.about)),
    ...own.flatMap(optionLines),
    ...(named === '' ? [] : ['.PP', `Also, as above: ${named}.`]),
    ...examplesOf(path),
  ];
}

function optionLines({ flags, about }: OptionInTree): readonly string[] {
  return entry(flags, about);
}

function entry(what: string, about: string): readonly string[] {
  return ['.TP', `.B ${text(what)}`, about === '' ? '\\&' : text(about)];
}

function examplesOf(path: string): readonly string[] {
  const lines = (EXAMPLES[path] ?? []).map(([line, about]) => (about === undefined ? line : `${line}   # ${about}`));
  return lines.length === 0 ? [] : ['.PP', '.RS', '.nf', ...lines.map(text), '.fi', '.RE'];
}

function groupsOf(options: readonly OptionInTree[]): readonly (readonly [string, readonly OptionInTree[]])[] {
  const names = [...new Set(options.map(({ group }) => group))];
  return names.map((name) => [name, options.filter(({ group }) => group === name)]);
}

function sentence(about: string): string {
  return `${about.charAt(0).toUpperCase()}${withoutEnd(about.slice(1))}.`;
}

function withoutEnd(about: string): string {
  return about.replace(/\.$/, '');
}

/** Nothing in it is a request, or turned into another sign: a hyphen is what one types, a quotation mark stays straight. */
function text(plain: string): string {
  const escaped = plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('"', '\\(dq')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(
      /[^\x20-\x7e\n]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}
