/** The schema as it is published, and what a reader of JSON Schema finds wrong by it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromJSONSchema } from 'zod';
import * as z from 'zod/mini';
import { commandSchema } from '../src/command.ts';
import { eventSchema } from '../src/event.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../../../docs/stream.schema.json', import.meta.url));

/** What the sources say that the file should hold. */
export function schemaText(): string {
  const line = z.union([eventSchema, commandSchema]);
  const { $schema, anyOf, $defs } = z.toJSONSchema(line, { io: 'input' });
  const about = {
    title: 'Tagma stream',
    description:
      'A line that Tagma writes ($defs/event) or reads ($defs/command) where another program works with it: docs/headless.md.',
  };
  return `${JSON.stringify({ $schema, ...about, anyOf, $defs }, null, 2)}\n`;
}

type Kind = 'event' | 'command';

/** Whether a value is as the published schema says. */
export function isBySchema(kind: Kind): (value: unknown) => boolean {
  const { $schema, $defs } = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'));
  const schema = fromJSONSchema({ $schema, $ref: `#/$defs/${kind}`, $defs });
  return (value) => schema.safeParse(value).success;
}

/** The members of an event that the schema does not know: it takes them, so that some may be added. */
export function unknownIn(event: unknown): boolean {
  const read = eventSchema.safeParse(event);
  return !read.success || JSON.stringify(sorted(read.data)) !== JSON.stringify(sorted(event));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
