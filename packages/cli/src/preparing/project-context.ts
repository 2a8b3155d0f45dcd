/** What a session is told of the project it works in, beside the project's kind: guides, and a map of its files. */
import { decide, type Guide, type ModelChoice, SMALL_WINDOW_TOKENS_MAX } from '@tagma/core';
import { NO_FACTS } from '@tagma/protocol';
import type { FindGuides } from '@tagma/runtime';
import type { Config } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import type { Force } from '../force.ts';
import { type Denied, guidesFor } from '../guides/guides.ts';
import { guideNotices, guidesText } from '../guides/told.ts';
import type { Mapped } from '../map/map.ts';
import type { Checked, RunOptions } from '../options.ts';

export type ProjectContext = {
  /** For the slot `{{context}}` of the prompt; empty where there is nothing to be told. */
  readonly text: string;
  /** What is told of folders that a call touches; left out where nothing of it is wanted. */
  readonly findGuides?: FindGuides;
  /** For the person: a sentence each. */
  readonly notices: readonly string[];
};

/** That of a small window which is not known yet: what llama.cpp and Ollama give a model of themselves. */
const SMALL_WINDOW_TOKENS = 4_096;

/** What of the project the model is told. */
export type Wanted = { readonly guides: boolean; readonly map: Force };

/** As the command line says it, else the configuration. */
export function wantedContext(
  { guides, map }: Pick<RunOptions, 'guides' | 'map'>,
  { context = {} }: Pick<Config, 'context'>,
): Wanted {
  return { guides: guides ?? context.guides ?? true, map: map ?? context.map ?? 'auto' };
}

/**
 * Reads files, within a second or two at worst. Never rejects.
 * @param windowTokens of the model; 0 where it is not known
 */
export async function projectContext(
  wanted: Wanted,
  checked: Pick<Checked, 'folder' | 'mode' | 'permissions'>,
  windowTokens: number,
  env: Environment,
): Promise<ProjectContext> {
  const { folder } = checked;
  const denied = denialIn(checked);
  const [guides, map] = await Promise.all([
    wanted.guides ? guidesFor(folder, denied, windowTokens, env) : null,
    drawnMap(folder, wanted.map, windowTokens, (file) => denied(file) === null),
  ]);
  const atStart: readonly Guide[] = guides?.atStart ?? [];
  return {
    text: [guidesText(atStart), map.text].filter(Boolean).join('\n\n'),
    ...(guides && { findGuides: guides.find }),
    notices: [...guideNotices(atStart), ...(guides?.notices ?? []), ...(map.notice === null ? [] : [map.notice])],
  };
}

/** Mostly none is drawn, and what draws it need not be loaded. */
async function drawnMap(...[folder, wanted, windowTokens, mayRead]: Parameters<DrawMap>): Promise<Mapped> {
  if (wanted === 'off' || (wanted === 'auto' && windowTokens === 0)) return { text: '', notice: null };
  const { mapOf } = await import('../map/map.ts');
  return mapOf(folder, wanted, windowTokens, mayRead);
}

type DrawMap = typeof import('../map/map.ts').mapOf;

/**
 * The same for the small prompt, which is sent once a small window is found, or chosen, where this one is none: then little
 * goes with it. A map is drawn for it only where one is wanted. Its notices are those that this window gives no reason for.
 * @param usual what is told in this window
 */
export async function contextForSmall(
  usual: ProjectContext,
  wanted: Wanted,
  checked: Pick<Checked, 'folder' | 'mode' | 'permissions' | 'texts'>,
  windowTokens: number,
  env: Environment,
): Promise<Pick<ProjectContext, 'text' | 'notices'>> {
  if (checked.texts.small === null || isSmall(windowTokens) || usual.text === '')
    return { text: usual.text, notices: [] };
  const map = wanted.map === 'on' ? 'on' : 'off';
  const { text, notices } = await projectContext({ ...wanted, map }, checked, SMALL_WINDOW_TOKENS, env);
  const more = notices.filter((notice) => !usual.notices.includes(notice));
  return { text, notices: more.map((notice) => `With the prompt for small windows ${notice}`) };
}

/** Whether the small prompt may be sent to one of these; of a window that is not known yet it may. */
export function mayBeSmall(models: readonly Pick<ModelChoice, 'windowTokens'>[]): boolean {
  return models.some(({ windowTokens }) => windowTokens === 0 || isSmall(windowTokens));
}

function isSmall(windowTokens: number): boolean {
  return windowTokens > 0 && windowTokens <= SMALL_WINDOW_TOKENS_MAX;
}

/** What may not be read is not told either. */
function denialIn({ folder, mode, permissions }: Pick<Checked, 'folder' | 'mode' | 'permissions'>): Denied {
  const denying = permissions.rules.filter(({ says }) => says === 'deny');
  if (denying.length === 0) return () => null;
  return (file) => {
    const facts = { ...NO_FACTS, reads: [{ path: file, where: 'inside' as const }] };
    const call = { tool: 'read', params: { path: file }, facts, folder, planFile: null, sandbox: false };
    const { verdict, by } = decide(call, mode, denying);
    return verdict === 'deny' ? `it is denied (${by})` : null;
  };
}
