/** The command lines that the pages show, and what they show of what comes of them. */
import { type Block, blocksOf, PAGES, pageText } from './blocks.ts';

export type ShownCommand = {
  /** As it is typed, without the remark behind it. */
  readonly line: string;
  /** What is shown below it; null where nothing is. */
  readonly output: string | null;
  /** `docs/step.md:11` */
  readonly where: string;
};

/** Of one block, in order: a shell carries them out one after the other. */
export type Session = { readonly where: string; readonly commands: readonly ShownCommand[] };

/** `console` has its commands behind `$ ` and what they print below them, the others have commands alone. */
const SHELL = ['sh', 'bash', 'console'];
const REMARK = /\s+# .*$/;

export function sessionsOf(page: string): readonly Session[] {
  return blocksOf(pageText(page))
    .filter(({ words: [kind = ''] }) => SHELL.includes(kind))
    .map((block) => ({ where: `${page}:${block.line}`, commands: commandsIn(page, block) }));
}

export function everyCommand(): readonly ShownCommand[] {
  return PAGES.flatMap(sessionsOf).flatMap(({ commands }) => commands);
}

function commandsIn(page: string, { words: [kind], text, line: first }: Block): readonly ShownCommand[] {
  const hasPrompts = kind === 'console';
  const commands: { line: string; output: string | null; where: string }[] = [];
  let isOpen = false;
  for (const [at, line] of text.split('\n').entries()) {
    const last = commands.at(-1);
    if (isOpen && last) last.line += `\n${line}`;
    else if (hasPrompts && !line.startsWith('$ ')) {
      if (last) last.output = last.output === null ? line : `${last.output}\n${line}`;
      continue;
    } else if (line.trim() !== '') {
      const typed = (hasPrompts ? line.slice(2) : line).replace(REMARK, '');
      commands.push({ line: typed, output: null, where: `${page}:${first + at + 1}` });
    }
    isOpen = ((commands.at(-1)?.line.match(/'/g)?.length ?? 0) & 1) === 1;
  }
  return commands;
}

/** The words of a command of Tagma, as a shell splits them, without what it takes for itself; null where it is none of Tagma. */
export function wordsAfterTagma(line: string): readonly string[] | null {
  const [, after] = /(?:^|[|=(]\s*|\S=\S* )tagma\b((?:'[^']*'|"[^"]*"|[^|])*)/.exec(line) ?? [];
  if (after === undefined) return null;
  const words = after.replace(/ (\d?>&?|<) ?\S+| &$/g, '').match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
