/** The prompt texts with their slots filled. The same session always gives the same bytes, so that prefix caches hold. */
import type { ParamSchema, ToolSpec } from '@tagma/protocol';
import { promptText } from './assets.ts';

export type PromptPlace = { readonly folder: string; readonly platform: string };

export function systemPrompt(place: PromptPlace, tools: readonly ToolSpec[]): string {
  const slots = { ...place, tools: [...tools].sort(byName).map(describeTool).join('\n') };
  return fill(promptText('system.md'), slots).trimEnd();
}

/** Keeps its slot `{{problem}}`: the machine fills it. */
export function correctionPrompt(): string {
  return promptText('correction.md').trimEnd();
}

function describeTool(tool: ToolSpec): string {
  const params = Object.entries(tool.parameters.properties).map(([name, schema]) => describeParam(tool, name, schema));
  return `- ${tool.name}: ${tool.description}\n${params.join('\n')}`;
}

function describeParam(tool: ToolSpec, name: string, schema: ParamSchema): string {
  const optional = tool.parameters.required?.includes(name) ? '' : '?';
  const type = schema.type === undefined || schema.type === 'string' ? '' : ` (${schema.type})`;
  return `  <${name}>${optional}${type} ${schema.description ?? ''}`.trimEnd();
}

function fill(text: string, slots: { readonly [name: string]: string }): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => slots[name] ?? whole);
}

function byName(a: ToolSpec, b: ToolSpec): number {
  return a.name < b.name ? -1 : 1;
}
