/** docs/configuration.md: the models that it names can be connected to, and every key is on it. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ONLY_IN_FILES } from '../../src/config/environment-layer.ts';
import { readConfig } from '../../src/config/index.ts';
import { configSchema } from '../../src/config/schema.ts';
import { SETTINGS, type SettingRow, variableOf } from '../../src/config/settings-table.ts';
import { connectTo } from '../../src/connect.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/configuration.md', import.meta.url));
const page = readFileSync(PAGE, 'utf8');
const blocks = [...page.matchAll(/```jsonc\n([\s\S]*?)```/g)].map(([, text = '']) => text);

async function read(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-config-')), 'config.jsonc');
  writeFileSync(file, text);
  chmodSync(file, 0o600);
  return readConfig(file, {});
}

test('the models that the examples name can be connected to', async () => {
  const env = { TEAM: 't', WORK_LLM_KEY: 'w', DEEPSEEK_API_KEY: 'd', GROQ_API_KEY: 'g', AZURE_OPENAI_API_KEY: 'a' };
  const wanted: string[] = [];
  for (const text of blocks) {
    const found = await read(text.replace(/.*"ca":.*\n/, ''));
    if (!found.ok) throw new Error(found.message);
    const { config } = found;
    const specs = [
      config.model,
      config.summaryModel,
      ...(config.fallbacks ?? []),
      ...(config.providers.work ? ['work'] : []),
      ...(config.providers.mine ? ['mine:gpt'] : []),
    ];
    for (const spec of specs.filter((one) => one !== undefined)) {
      wanted.push(spec);
      expect(await connectTo(spec, env, config)).toMatchObject({ ok: true });
    }
  }
  expect(wanted).toEqual(['llama:qwen3-8b', 'deepseek', 'groq:openai/gpt-oss-120b', 'deepseek', 'work', 'mine:gpt']);
});

test('every key is on the page', () => {
  const missing = keysOf(configSchema).filter(
    (key) => !new RegExp(`["\`.]${key.replace('$', '\\$')}["\`.]`).test(page),
  );
  expect(missing).toEqual([]);
});

/** `UPDATE_GOLDEN=1` writes it anew. */
test('the table of all keys is that of the code', () => {
  const table = settingsTable();
  const part = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;
  if (process.env.UPDATE_GOLDEN)
    writeFileSync(
      PAGE,
      page.replace(part, (_whole, begin, end) => `${begin}${table}${end}`),
    );
  else expect(part.exec(page)?.[0]).toBe(`<!-- settings -->\n${table}<!-- /settings -->`);
});

const IN_PROJECT: Record<SettingRow['inProject'], string> = {
  holds: 'holds',
  waits: 'once trusted',
  own: 'never',
  mode: 'if it lets less run; else once trusted',
  limit: 'if it is lower; else once trusted',
  'on-top': 'where you say nothing of it; else once trusted',
};

function settingsTable(): string {
  const rows = SETTINGS.map(({ path, says, usual, usually, option, inProject }) => {
    const without = usual === undefined ? (usually ?? '') : `\`${JSON.stringify(usual)}\``;
    const variable = ONLY_IN_FILES.has(path) ? '' : `\`${variableOf(path)}\``;
    return `| \`${path}\` | ${says} | ${without} | ${option === undefined ? '' : `\`${option}\``} | ${variable} | ${IN_PROJECT[inProject]} |\n`;
  });
  const head =
    '| key | what | without it | option | variable | in a project |\n| --- | --- | --- | --- | --- | --- |\n';
  return `\n${head}${rows.join('')}\n`;
}

test('the table has every key that the schema has, and no other', () => {
  expect(SETTINGS.map(({ path }) => path).sort()).toEqual(leavesOf(configSchema).sort());
});

/** Of what has names of a person's own, the whole. */
function leavesOf(schema: z.core.$ZodType, path = ''): string[] {
  if (schema instanceof z.ZodMiniOptional) return leavesOf(schema._zod.def.innerType, path);
  if (!(schema instanceof z.ZodMiniObject)) return [path];
  return Object.entries(schema.shape)
    .filter(([key]) => key !== '$schema')
    .flatMap(([key, inner]) => leavesOf(inner as z.core.$ZodType, path === '' ? key : `${path}.${key}`));
}

function keysOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodMiniOptional) return keysOf(schema._zod.def.innerType);
  if (schema instanceof z.ZodMiniRecord) return keysOf(schema._zod.def.valueType);
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, inner]) => [key, ...keysOf(inner as z.core.$ZodType)]);
}
