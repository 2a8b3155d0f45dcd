/** docs/headless.md tells of every event and command: `UPDATE_DOCS=1 npm test -- packages/cli/test/headless` writes its tables anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SUBTYPES } from '@tagma/stream';
import { expect, test } from 'vitest';
import { isBySchema, SCHEMA_FILE } from '../../../stream/test/published.ts';
import { EXIT } from '../../src/exit.ts';
import { METHODS } from '../../src/headless/serve/served.ts';
import { readCommand } from '../../src/headless/steering/read-command.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/headless.md', import.meta.url));

type Schema = {
  readonly description?: string;
  readonly properties?: { readonly [name: string]: { readonly const?: string } };
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
};

const { $defs } = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as { $defs: { readonly [name: string]: Schema } };

/** Every object that a union leads to. */
function membersOf(schema: Schema): readonly Schema[] {
  const named = schema.$ref === undefined ? schema : $defs[schema.$ref.replace('#/$defs/', '')];
  return named?.oneOf ? named.oneOf.flatMap(membersOf) : named ? [named] : [];
}

function tableOf(name: 'event' | 'command'): string {
  const rows = membersOf($defs[name] ?? {}).map(({ properties = {}, required = [], description = '' }) => {
    const kind = properties.kind?.const;
    const type = `\`${properties.type?.const}\`${kind === undefined ? '' : `, \`kind\`: \`${kind}\``}`;
    const shown = Object.keys(properties).filter((one) => !['type', 'kind', 'at', 'id'].includes(one));
    const members = shown.map((one) => `\`${one}\`${required.includes(one) ? '' : '?'}`).join(', ');
    return `| ${type} | ${members} | ${description} |`;
  });
  return [
    `| type | members${name === 'event' ? ', beside `at`' : ''} | what it says |`,
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The page with its tables as they should be. */
function written(page: string): string {
  return (['event', 'command'] as const).reduce(
    (text, name) =>
      text.replace(
        new RegExp(`(<!-- ${name}s -->\\n)[\\s\\S]*?(<!-- /${name}s -->)`),
        (_, before, after) => `${before}\n${tableOf(name)}\n\n${after}`,
      ),
    page,
  );
}

test.runIf(process.env.UPDATE_DOCS)('write the tables anew', () =>
  writeFileSync(PAGE, written(readFileSync(PAGE, 'utf8'))),
);

test('its tables are those of the schema', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toBe(written(page));
});

test('its examples are as the schema says', () => {
  const page = readFileSync(PAGE, 'utf8');
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
  expect(blocks('json').map((text) => isBySchema('event')(JSON.parse(text)))).toEqual([true]);
  const commands = blocks('jsonl').flatMap((text) => text.trim().split('\n'));
  expect(commands.filter((line) => !readCommand(line).ok)).toEqual([]);
});

test('every subtype, exit code and method is on it', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(SUBTYPES.filter((one) => !page.includes(`| \`${one}\` |`))).toEqual([]);
  expect(METHODS.filter((one) => !page.includes(`\`${one}\``))).toEqual([]);
  const { usage, hungUp, ...codes } = EXIT;
  expect(Object.values(codes).filter((code) => !new RegExp(`\\| ${code}\\b|; ${code} `).test(page))).toEqual([]);
});
