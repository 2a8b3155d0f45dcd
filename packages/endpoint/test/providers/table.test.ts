/** The table is data: what a mistake in it would break is looked at row by row. */
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/address.ts';
import { knownModel, MODEL_ALIASES, mergedQuirks, PROVIDERS, providerAt, providerNamed } from '../../src/index.ts';

const rows = PROVIDERS.map((provider) => ({ name: provider.name, provider }));

test('no name is given twice', () => {
  const names = PROVIDERS.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9.-]+$/.test(name))).toEqual([]);
});

describe.each(rows)('$name', ({ provider }) => {
  test('has an address that can be asked, a page, and variables that are some', () => {
    const url = provider.url.replace(/\{\w+\}/, 'https://me.openai.azure.com');
    expect(addressOf({ url })).toMatchObject({ ok: true });
    expect(url.startsWith(provider.local ? 'http://127.0.0.1:' : 'https://')).toBe(true);
    expect(provider.page).toMatch(/^https:\/\//);
    expect(provider.keyVariables.filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))).toEqual([]);
    expect(provider.local || provider.keyVariables.length > 0).toBe(true);
  });

  test('has its default among its models, windows that can be, and prices with their date', () => {
    const { defaultModel, models, asOf } = provider;
    const ids = models.map(({ id }) => id);
    expect(defaultModel === null || ids.includes(defaultModel)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { windowTokens = 8192, prices } of models) {
      expect(windowTokens >= 4096 && windowTokens <= 4_000_000).toBe(true);
      if (prices === undefined) continue;
      expect(prices.input > 0 && prices.output >= prices.input && (prices.cached ?? 0) < prices.input).toBe(true);
    }
    expect(models.length === 0 || /^20\d\d-[01]\d$/.test(asOf ?? '')).toBe(true);
  });
});

test.each(Object.entries(MODEL_ALIASES))('%s is %s, which is known', (_alias, spec) => {
  const [name = '', ...model] = spec.split(':');
  expect(providerNamed(name)?.models.map(({ id }) => id)).toContain(model.join(':'));
});

test.each([
  ['https://api.deepseek.com/v1', 'deepseek'],
  ['https://API.DeepSeek.com', 'deepseek'],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen-intl'],
  ['https://me.openai.azure.com/openai/deployments/x?api-version=1', 'azure'],
  ['https://me.openai.azure.com.example.org/v1', null],
  ['http://api.deepseek.com', null],
  ['https://api.deepseek.com:8443', null],
  ['https://user@api.deepseek.com.example.org', null],
  ['http://127.0.0.1:11434/v1', null],
  ['nonsense', null],
])('%s is the server of %s', (url, name) => {
  expect(providerAt(url)?.name ?? null).toBe(name);
});

test.each([
  ['DeepSeek', 'deepseek'],
  ['moonshot', 'kimi'],
  ['z.ai', 'zai'],
  ['nobody', null],
  ['constructor', null],
])('%s is called %s', (given, name) => {
  expect(providerNamed(given)?.name ?? null).toBe(name);
});

test('what holds for a family holds for a model of it, and what the model has comes first', () => {
  const provider = {
    ...PROVIDERS[0],
    models: [{ id: 'a-1', windowTokens: 5, quirks: { untaken: ['seed'] } }],
    families: [{ startsWith: 'a-', windowTokens: 4, quirks: { untaken: ['stop'], systemRole: 'developer' } }],
  } as never;
  expect(knownModel(provider, 'a-1')).toEqual({
    id: 'a-1',
    windowTokens: 5,
    quirks: { untaken: ['stop', 'seed'], systemRole: 'developer' },
    fields: {},
  });
  expect(knownModel(provider, 'a-2')).toMatchObject({ windowTokens: 4 });
  expect(knownModel(provider, 'b')).toEqual({ id: 'b', quirks: {}, fields: {} });
  expect(mergedQuirks({ takesStop: true }, { takesStop: false })).toEqual({ takesStop: false });
});
