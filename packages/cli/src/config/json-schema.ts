/** The schema of the configuration for editors and other programs: JSON Schema, draft 2020-12. */
import * as z from 'zod/mini';
import { rulesSchema } from './rules-schema.ts';
import { configSchema } from './schema.ts';
import { SETTINGS } from './settings-table.ts';

type Node = { properties?: { [key: string]: Node }; description?: string; default?: unknown };

/** With what each key is for, and what holds without it. */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(configSchema, { unrepresentable: 'any' }) as Node;
  for (const { path, says, usual } of SETTINGS) {
    const node = path.split('.').reduce<Node | undefined>((at, key) => at?.properties?.[key], schema);
    if (node === undefined) throw new Error(`the schema has no ${path}`);
    node.description = plain(says);
    if (usual !== undefined) node.default = usual;
  }
  const keys = schema.properties?.keys;
  if (keys !== undefined) Object.assign(keys, KEYS);
  return { title: 'The configuration of Tagma', ...schema };
}

/** That of a file of rules: `.tagma/permissions.jsonc`. What a rule may say, the program checks. */
export function permissionsJsonSchema(): object {
  const schema = z.toJSONSchema(rulesSchema, { unrepresentable: 'any' }) as Node;
  for (const [name, says] of Object.entries(RULES)) {
    const node = schema.properties?.[name];
    if (node !== undefined) node.description = says;
  }
  return { title: 'Permission rules of Tagma', ...schema };
}

const RULES = {
  allow:
    'What runs without a question, once the folder is trusted: Bash(npm test), Read(docs/**), Fetch(domain:example.org).',
  ask: 'What is asked about, whatever the mode allows.',
  deny: 'What never runs, and nobody is asked.',
};

/** A command and its keys; what is wrong there stops nothing, so the program takes anything. */
const KEYS = {
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
};

/** Without the links of the page. */
function plain(text: string): string {
  return text
    .replace(/\s*\(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
}
