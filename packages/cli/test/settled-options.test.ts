import { expect, test } from 'vitest';
import { type Config, NO_CONFIG } from '../src/config/config.ts';
import { settledOptions } from '../src/settled-options.ts';

const SAID = { allow: [], ask: [], deny: [], fallback: [] };
const USUAL = {
  ...SAID,
  mode: 'default',
  prompt: 'auto',
  sandbox: true,
  maxTurns: 100,
  maxTokensTotal: 0,
  maxCost: 0,
  maxPromptTokens: 0,
  maxPromptCost: 0,
  maxTime: 0,
  window: 0,
  maxRetries: 8,
  set: [],
};
const CONFIGURED: Partial<Config> = {
  mode: 'plan',
  prompt: 'compact',
  prompts: '/texts',
  sandbox: { off: true },
  limits: { turns: 3, tokensTotal: 4, cost: 0.5, promptTokens: 6, promptCost: 0.7, time: 8 },
  window: 4096,
  retries: 0,
  set: { bashFence: true },
};
const AS_CONFIGURED = {
  ...SAID,
  mode: 'plan',
  prompt: 'compact',
  prompts: '/texts',
  sandbox: false,
  maxTurns: 3,
  maxTokensTotal: 4,
  maxCost: 0.5,
  maxPromptTokens: 6,
  maxPromptCost: 0.7,
  maxTime: 8,
  window: 4096,
  maxRetries: 0,
  set: ['bashFence=true'],
};
const OTHERS = {
  mode: 'accept-edits',
  prompt: 'system',
  prompts: '/others',
  sandbox: true,
  maxTurns: 30,
  maxTokensTotal: 0,
  maxCost: 0,
  maxPromptTokens: 0,
  maxPromptCost: 0,
  maxTime: 0,
  window: 0,
  maxRetries: 2,
} as const;

test.each<[string, Partial<Config>, Parameters<typeof settledOptions>[0], object]>([
  ['nothing is said anywhere', {}, SAID, USUAL],
  ['the configuration says it', CONFIGURED, SAID, AS_CONFIGURED],
  ['an option says otherwise', CONFIGURED, { ...SAID, ...OTHERS }, { ...AS_CONFIGURED, ...OTHERS }],
  [
    'of a setting of the scanner the option comes last',
    CONFIGURED,
    { ...SAID, set: ['bashFence=false'] },
    { ...AS_CONFIGURED, set: ['bashFence=true', 'bashFence=false'] },
  ],
  ['--trust is a mode', CONFIGURED, { ...SAID, trust: true }, { ...AS_CONFIGURED, trust: true, mode: 'trust' }],
])('%s', (_title, config, given, expected) => {
  expect(settledOptions(given, { ...NO_CONFIG, ...config })).toEqual(expected);
});
