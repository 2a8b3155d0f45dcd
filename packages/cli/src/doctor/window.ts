/** How much does the model take in, who says so, and is that enough for the prompt? */
import { estimateTokens, systemFor } from '@tagma/core';
import { findWindow } from '@tagma/endpoint';
import { type PromptTexts, systemPrompt } from '../prompts.ts';
import type { Finding } from './finding.ts';
import type { Probe } from './probe.ts';
import { toolsOfSession } from './session.ts';

/** The rest is for the conversation and the reply. */
const SHARE_OF_PROMPT_MAX = 0.6;
const NOWHERE = { folder: '/', project: '', platform: '', shell: '' };

/** What the server tells is asked again at each run, so nothing is kept of it: the server may be started with another. */
export async function window(probe: Probe, texts: PromptTexts): Promise<readonly Finding[]> {
  const { patient, signal, takeWindow } = probe;
  const set = patient.windowTokens;
  const found = await findWindow(patient.server, patient.model, signal);
  const isTold = found.source !== 'default';
  const tokens = set > 0 ? set : found.tokens;
  takeWindow(tokens);
  const { system, isSmallest } = promptIn(tokens, texts);
  const prompt = estimateTokens(system);
  if (prompt > tokens * SHARE_OF_PROMPT_MAX) {
    const way = isSmallest ? '' : ', or try --prompt compact';
    const off = `a session will not fit: give the server a larger context${way}`;
    return [{ row: 'window', holds: 'no', says: `${tokens} tokens, of which the prompt takes about ${prompt}`, off }];
  }
  if (set > 0) return [{ row: 'window', holds: 'yes', says: `${set} tokens (as configured${contrast(set, found)})` }];
  if (isTold) return [{ row: 'window', holds: 'yes', says: `${tokens} tokens (${found.source})` }];
  const off = `${tokens} tokens are assumed: set "window" for the model in the configuration, or --window`;
  return [{ row: 'window', holds: 'no', says: 'not told', off }];
}

/** The prompt that a session sends in that window, and whether there is none in fewer words. */
function promptIn(tokens: number, { system, small }: PromptTexts) {
  const tools = toolsOfSession();
  const usual = systemPrompt(system, NOWHERE, tools);
  if (small === null) return { system: usual, isSmallest: system.isCompact };
  const systemSmall = systemPrompt(small, NOWHERE, tools);
  const isSmall = systemFor({ system: usual, systemSmall }, tokens) === 'small';
  return { system: isSmall ? systemSmall : usual, isSmallest: isSmall };
}

function contrast(set: number, { tokens, source }: { readonly tokens: number; readonly source: string }): string {
  return source === 'default' || tokens === set ? '' : `; ${source} says ${tokens}`;
}
