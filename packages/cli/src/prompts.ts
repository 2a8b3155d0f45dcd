/**
 * The prompt texts with their slots filled. A user may replace each by a file of the same name. The same session always gives
 * the same bytes, so that prefix caches hold.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ParamSchema, ToolSpec } from '@tagma/protocol';
import { promptText } from './assets.ts';
import { EXIT } from './exit.ts';
import { messageOf, type Problem, problem } from './problem.ts';

/** `compact` says the same in half the tokens, for windows of a few thousand; with `auto` the window decides. */
export const PROMPTS = ['auto', 'system', 'compact'] as const;
export type PromptName = (typeof PROMPTS)[number];
const FILES = ['system.md', 'compact.md', 'correction.md', 'repair.md', 'summary.md'];

const SYSTEM_SLOTS = ['tools', 'folder', 'project', 'platform', 'shell', 'context'] as const;
/** Where what is told of the project stands. */
const CONTEXT = '{{context}}';

/** With the slots `{{folder}}`, `{{project}}`, `{{platform}}`, `{{shell}}`, `{{tools}}` and `{{context}}`. */
export type SystemText = {
  readonly text: string;
  /** Whether tools are described in as few words as may be. */
  readonly isCompact: boolean;
};

export type PromptTexts = {
  readonly ok: true;
  readonly system: SystemText;
  /** For small windows; null where there is no choice. */
  readonly small: SystemText | null;
  /** With the slot `{{problem}}`, which the machine fills. */
  readonly correction: string;
  /** One line, with the slot `{{repairs}}`, which the machine fills. */
  readonly repair: string;
  /** With the slot `{{focus}}`, which the machine fills. */
  readonly summary: string;
};

/** What the slots say of where the model works, in the same words as long as the place is the same. */
export type PromptPlace = {
  readonly folder: string;
  readonly project: string;
  readonly platform: string;
  readonly shell: string;
};

/**
 * The texts that ship with Tagma, or those of the user's folder where it has them. With `auto` a `system.md` of the user's
 * stands alone where he has written no `compact.md`: ours would not say what he has put there.
 */
export function readPrompts(name: PromptName, folder: string | undefined): PromptTexts | Problem {
  const own = ownTexts(folder);
  if (!own.ok) return own;
  const textOf = (file: string) => own.texts[file] ?? promptText(file);
  const usual = name === 'compact' ? 'compact.md' : 'system.md';
  const system: SystemText = { text: textOf(usual), isCompact: name === 'compact' };
  const hasSmall = name === 'auto' && ('compact.md' in own.texts || !('system.md' in own.texts));
  const small: SystemText | null = hasSmall ? { text: textOf('compact.md'), isCompact: true } : null;
  const correction = textOf('correction.md').trimEnd();
  const repair = textOf('repair.md').trim();
  const summary = textOf('summary.md').trimEnd();
  const wrong =
    wrongSlot(usual, system.text, SYSTEM_SLOTS) ??
    (small && wrongSlot('compact.md', small.text, SYSTEM_SLOTS)) ??
    wrongSlot('correction.md', correction, ['problem']) ??
    wrongSlot('repair.md', repair, ['repairs']) ??
    wrongSlot('summary.md', summary, ['focus']);
  if (wrong !== null) return refused(wrong);
  if (repair.includes('\n')) return refused('repair.md should be one line: it is a note.');
  return { ok: true, system, small, correction, repair, summary };
}

/** @param context what is told of the project; a text of the user's that has no slot for it gets it at its end */
export function systemPrompt(
  { text, isCompact }: SystemText,
  place: PromptPlace,
  tools: readonly ToolSpec[],
  context = '',
): string {
  const describe = isCompact ? nameTool : describeTool;
  const slots = { ...place, context, tools: [...tools].sort(byName).map(describe).join('\n') };
  return fill(text.includes(CONTEXT) ? text : `${text.trimEnd()}\n\n${CONTEXT}`, slots).trimEnd();
}

type OwnTexts = { readonly ok: true; readonly texts: { readonly [file: string]: string } };

/** What the user's folder has, by file; lines end with LF however an editor writes them. */
function ownTexts(folder: string | undefined): OwnTexts | Problem {
  if (folder === undefined) return { ok: true, texts: {} };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return refused(`${folder} is not a folder.`);
  const present = FILES.filter((file) => existsSync(join(folder, file)));
  if (present.length === 0) return refused(`${folder} has none of ${FILES.join(', ')}.`);
  const texts: Record<string, string> = {};
  for (const file of present) {
    try {
      texts[file] = plainText(readFileSync(join(folder, file), 'utf8'));
    } catch (error) {
      return refused(`${file} cannot be read: ${messageOf(error)}`);
    }
  }
  return { ok: true, texts };
}

function plainText(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

/** The first of these slots has to be there; one that nothing fills would stand in the prompt as it is. */
function wrongSlot(file: string, text: string, slots: readonly string[]): string | null {
  const [needed] = slots;
  if (!text.includes(`{{${needed}}}`)) {
    return `${file} has no {{${needed}}}; the model would not be told what belongs there.`;
  }
  const unknown = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].find(
    ([slot]) => !slots.some((name) => slot === `{{${name}}}`),
  );
  return unknown
    ? `${file}: ${unknown[0]} is no slot; there are ${slots.map((name) => `{{${name}}}`).join(', ')}.`
    : null;
}

function refused(message: string): Problem {
  return problem(EXIT.usage, `--prompts: ${message}`);
}

function describeTool(tool: ToolSpec): string {
  const params = Object.entries(tool.parameters.properties).map(([name, schema]) => describeParam(tool, name, schema));
  return `- ${tool.name}: ${tool.description}\n${params.join('\n')}`;
}

function describeParam(tool: ToolSpec, name: string, schema: ParamSchema): string {
  return `<${name}>${optional(tool, name)} ${typeOf(schema)}${schema.description ?? ''}`.trimEnd();
}

/** What a reader would not guess: that a text is enough, or a number, the description tells. */
function typeOf({ type, enum: values }: ParamSchema): string {
  if (values) return `${values.join('|')}. `;
  return type === 'boolean' || type === 'array' || type === 'object' ? `(${type}) ` : '';
}

/** What it does, without the rest of its description, and its parameters by name: what to choose from no one would guess. */
function nameTool(tool: ToolSpec): string {
  const params = Object.entries(tool.parameters.properties).map(
    ([name, { enum: values }]) => `<${name}>${optional(tool, name)}${values ? `(${values.join('|')})` : ''}`,
  );
  return `- ${tool.name} ${params.join(' ')}: ${tool.description.split(/[.;,:](?: |$)| \(/)[0]}`;
}

function optional(tool: ToolSpec, param: string): string {
  return tool.parameters.required?.includes(param) ? '' : '?';
}

function fill(text: string, slots: { readonly [name: string]: string }): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => slots[name] ?? whole);
}

function byName(a: ToolSpec, b: ToolSpec): number {
  return a.name < b.name ? -1 : 1;
}
