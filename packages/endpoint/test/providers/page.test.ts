/** docs/providers.md holds the table as it is: `UPDATE_DOCS=1 npm test -- packages/endpoint` writes it anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type KnownModel, MODEL_ALIASES, PROVIDERS, type Provider, type Quirks } from '../../src/index.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/providers.md', import.meta.url));
const code = (text: string) => `\`${text}\``;

const SECTIONS: Readonly<Record<string, string>> = {
  paid: tableOf(
    ['name', 'provider', 'key', 'models: window, price in / out', 'as of'],
    PROVIDERS.filter(({ local }) => !local).map((one) => [
      [one.name, ...one.aliases].map(code).join(', '),
      `[${one.title}](${one.page})<br>${code(one.url)}`,
      one.keyVariables.map(code).join(', '),
      one.models.length === 0 ? 'asks the server' : one.models.map((model) => modelWords(model, one)).join('<br>'),
      one.asOf ?? '',
    ]),
  ),
  local: tableOf(
    ['name', 'server', 'address', 'key, where it wants one'],
    PROVIDERS.filter(({ local }) => local).map((one) => [
      [one.name, ...one.aliases].map(code).join(', '),
      `[${one.title}](${one.page})`,
      code(one.url),
      one.keyVariables.map(code).join(', '),
    ]),
  ),
  aliases: tableOf(
    ['name', 'model'],
    Object.entries(MODEL_ALIASES).map(([alias, model]) => [code(alias), code(model)]),
  ),
  quirks: tableOf(
    ['provider', 'of', 'what is done'],
    PROVIDERS.flatMap((one) => [
      ...quirkRow(one, 'all models', one.quirks),
      ...(one.families ?? []).flatMap((family) => quirkRow(one, `${code(`${family.startsWith}…`)}`, family.quirks)),
      ...one.models.flatMap((model) => quirkRow(one, code(model.id), model.quirks)),
    ]),
  ),
};

const page = readFileSync(PAGE, 'utf8');

test.runIf(process.env.UPDATE_DOCS)('write the tables anew', () => {
  const text = Object.entries(SECTIONS).reduce(
    (whole, [name, table]) => whole.replace(sectionOf(name), () => `<!-- ${name} -->\n${table}\n<!-- /${name} -->`),
    page,
  );
  writeFileSync(PAGE, text);
});

test.each(Object.entries(SECTIONS))('the section %s is as the table is', (name, table) => {
  expect(sectionOf(name).exec(page)?.[1]).toBe(table);
});

function sectionOf(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n?<!-- /${name} -->`);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function modelWords({ id, windowTokens, prices }: KnownModel, { defaultModel }: Provider): string {
  const known = [
    ...(windowTokens === undefined ? [] : [windowTokens.toLocaleString('en-US')]),
    ...(prices === undefined ? [] : [`$${prices.input} / $${prices.output}`]),
  ];
  const name = id === defaultModel ? `**${code(id)}**` : code(id);
  return known.length === 0 ? name : `${name}: ${known.join(', ')}`;
}

function quirkRow({ name }: Provider, of: string, quirks: Quirks | undefined): string[][] {
  const words = wordsFor(quirks ?? {});
  return words.length === 0 ? [] : [[code(name), of, words.join('; ')]];
}

function wordsFor(quirks: Quirks): string[] {
  return [
    ...(quirks.untaken === undefined ? [] : [`not sent: ${quirks.untaken.map(code).join(', ')}`]),
    ...(quirks.maxTokensField === undefined ? [] : [`the length as ${code(quirks.maxTokensField)}`]),
    ...(quirks.systemRole === undefined ? [] : [`the system prompt as ${code(quirks.systemRole)}`]),
    ...(quirks.reasoningBack === undefined ? [] : [`thoughts go back in ${code(quirks.reasoningBack)}`]),
    ...(quirks.takesImages ? ['pictures are sent'] : []),
    ...(quirks.grammarField === undefined ? [] : [`a grammar in ${code(quirks.grammarField)}`]),
    ...(quirks.overflowsWithoutWords ? ['an empty 400 is taken for a conversation that does not fit'] : []),
    ...(quirks.overflowsInSilence ? ['by the usage it is seen that a conversation was cut'] : []),
  ];
}
