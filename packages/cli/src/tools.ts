/** `tagma tools`: the tools that a session would offer, for a person, or as `tagma parse --tools` reads them. */
import type { ParamsSchema, ToolSpec } from '@tagma/protocol';
import { readConfig } from './config/index.ts';
import { EXIT } from './exit.ts';
import { print } from './lines.ts';
import { remark, report } from './problem.ts';
import { tellHere } from './start-notes.ts';
import { SEARCH_WAY, toolSet } from './tool-set.ts';
import { folderHere } from './working-folder.ts';

export type ToolsOptions = {
  readonly format: 'text' | 'json';
  readonly tools?: string;
  readonly config?: string;
};

export async function tools(options: ToolsOptions): Promise<number> {
  const read = await readConfig(options.config, process.env, folderHere());
  if (!read.ok) return report(read);
  for (const warning of read.config.warnings) tellHere(warning);
  const set = await toolSet(options.tools, read.config, process.env);
  if (!set.ok) return report(set);
  const { specs } = set;
  const isMissing = options.tools === undefined && !specs.some(({ name }) => name === 'search');
  if (isMissing && options.format === 'text') remark(`search is not offered: ${SEARCH_WAY}.\n`);
  await print(
    options.format === 'json' ? `${JSON.stringify(specs, null, 2)}\n` : `${specs.map(described).join('\n\n')}\n`,
  );
  return EXIT.done;
}

function described({ name, description, body, readOnly, parameters }: ToolSpec): string {
  const heading = `${name}${readOnly ? '  (only looks)' : ''}`;
  const names = Object.keys(parameters.properties);
  const width = Math.max(0, ...names.map((each) => nameOf(each, parameters).length));
  const rows = names.map((each) => {
    const { type = 'any', description: says = '', enum: words } = parameters.properties[each] ?? {};
    const kind = words ? words.join(' | ') : type;
    const isBody = each === body ? ' (or the text of the action)' : '';
    return `    ${nameOf(each, parameters).padEnd(width)}  ${kind}${isBody}${says === '' ? '' : `: ${says}`}`;
  });
  return [heading, `  ${description}`, ...rows].join('\n');
}

function nameOf(name: string, { required = [] }: ParamsSchema): string {
  return required.includes(name) ? name : `${name}?`;
}
