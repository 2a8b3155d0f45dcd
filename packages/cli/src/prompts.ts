/**
 * The prompt texts with their slots filled. A user may replace each by a file of the same name. The same session always gives
 * the same bytes, so that prefix caches hold.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ParamSchema, ToolSpec } from '@tagma/protocol';
import { promptText } from './assets.ts';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';

/** `compact` says the same in half the tokens, for windows of a few thousand. */
export const PROMPTS = ['system', 'compact'] as const;
export type PromptName = (typeof PROMPTS)[number];

export type PromptTexts = {
  readonly ok: true;
  readonly name: PromptName;
  /** With the slots `{{folder}}`, `{{project}}`, `{{platform}}`, `{{shell}}` and `{{tools}}`. */
  readonly system: string;
  /** With the slot `{{problem}}`, which the machine fills. */
  readonly correction: string;
  /** One line, with the slot `{{repairs}}`, which the machine fills. */
  readonly repair: string;
};

/** What the slots say of where the model works, in the same words as long as the place is the same. */
export type PromptPlace = {
  readonly folder: string;
  readonly project: string;
  readonly platform: string;
  readonly shell: string;
};

/** The texts that ship with Tagma, or those of the user's folder where it has them. */
export function readPrompts(name: PromptName, folder: string | undefined): PromptTexts | Problem {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return problem(EXIT.usage, `--prompts: ${folder} is not a folder.`);
  }
  const system = ownOr(folder, `${name}.md`);
  const correction = ownOr(folder, 'correction.md').trimEnd();
  const repair = ownOr(folder, 'repair.md').trim();
  if (!system.includes('{{tools}}')) return withoutSlot(`${name}.md`, '{{tools}}');
  if (!correction.includes('{{problem}}')) return withoutSlot('correction.md', '{{problem}}');
  if (!repair.includes('{{repairs}}')) return withoutSlot('repair.md', '{{repairs}}');
  if (/[\r\n]/.test(repair)) return problem(EXIT.usage, '--prompts: repair.md should be one line: it is a note.');
  return { ok: true, name, system, correction, repair };
}

export function systemPrompt(texts: PromptTexts, place: PromptPlace, tools: readonly ToolSpec[]): string {
  const describe = texts.name === 'compact' ? nameTool : describeTool;
  const slots = { ...place, tools: [...tools].sort(byName).map(describe).join('\n') };
  return fill(texts.system, slots).trimEnd();
}

function withoutSlot(file: string, slot: string): Problem {
  return problem(EXIT.usage, `--prompts: ${file} has no ${slot}; the model would not be told what belongs there.`);
}

function ownOr(folder: string | undefined, file: string): string {
  if (folder === undefined) return promptText(file);
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return promptText(file);
  }
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

/** What it does, without the rest of its description, and its parameters by name. */
function nameTool(tool: ToolSpec): string {
  const params = Object.keys(tool.parameters.properties).map((name) => `<${name}>${optional(tool, name)}`);
  return `- ${tool.name} ${params.join(' ')}: ${tool.description.split(/[.;,:(](?: |$)/)[0]}`;
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
