/** What the options of a run say of the configuration, and how that is shown beside its files. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { optionsLayer } from '../../src/config/options-layer.ts';
import { configSchema } from '../../src/config/schema.ts';
import { SETTINGS } from '../../src/config/settings-table.ts';
import { at } from '../../src/config/values.ts';
import { configRows } from '../../src/config-command/look.ts';
import type { GivenOptions } from '../../src/options.ts';

const NONE: GivenOptions = { fallback: [], allow: [], ask: [], deny: [] };

/** Each option that a setting names, as something that is not usual. */
const ALL: GivenOptions = {
  ...{ model: 'deepseek:deepseek-chat', endpoint: 'http://127.0.0.1:9/v1', fallback: ['glm'], summaryModel: 'qwen' },
  ...{
    mode: 'plan',
    prompt: 'compact',
    prompts: '/prompts',
    guides: false,
    map: 'off',
    sandbox: false,
    tools: 'minimal',
  },
  ...{ maxTurns: 3, maxTokensTotal: 4, maxCost: 5, maxPromptTokens: 6, maxPromptCost: 7, maxTime: 8, maxRetries: 9 },
  ...{ window: 8_000, compactAt: 0.5, set: ['bashFence=true'], constrain: 'off', stop: 'off', images: 'on' },
  ...{ allow: ['Bash(ls)'], ask: ['Edit'], deny: ['Bash(rm:*)'], inline: true, debug: true, history: '/histories' },
  outputFormat: 'json',
};

test('every option that a setting names is told as that setting, in a form that it takes', () => {
  const { values } = optionsLayer(ALL, false);
  const named = SETTINGS.flatMap(({ path, option }) => (option === undefined || path === 'provider' ? [] : [path]));
  expect(named.filter((path) => at(values, path.split('.')) === undefined)).toEqual([]);
  expect(configSchema.safeParse(values).error?.issues ?? []).toEqual([]);
});

test.each<[string, Partial<GivenOptions>, object]>([
  ['nothing', {}, {}],
  ['trust, which goes before a mode', { trust: true }, { mode: 'trust' }],
  ['a sandbox', { sandbox: true }, { sandbox: { off: false } }],
  ['a screen in lines', { accessible: true }, { screen: { renderer: 'accessible' } }],
  ['the last of two', { set: ['bashFence=true', 'bashFence=false'] }, { set: { bashFence: false } }],
])('%s', (_title, given, values) => {
  expect(optionsLayer({ ...NONE, ...given }, false).values).toEqual(values);
});

test('an option stands with what it hides', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'tagma-options-'));
  const config = join(cwd, 'config.jsonc');
  writeFileSync(config, '{ "mode": "plan", "window": 8000 }\n');
  const given = { ...NONE, trust: true };
  const rows = (isResumed: boolean) => configRows({ cwd, config }, optionsLayer(given, isResumed));
  expect(rows(false)).toEqual({
    ok: true,
    lines: ['KEY     VALUE  FROM', `mode    trust  --trust, over ${config}:1:3`, `window  8000   ${config}:1:19`],
  });
  expect(rows(true)).toMatchObject({
    lines: [expect.anything(), expect.stringContaining('or as the session was'), expect.anything()],
  });
});
