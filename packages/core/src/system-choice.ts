/**
 * Which of a session's two system prompts is sent: the usual one, or the one that says the same in fewer words. It is decided
 * when the session begins and when another model is asked, and else only at a compaction, and there never back: between them
 * what an endpoint has cached stays. Pure functions of the context.
 */
import type { Context } from './context.ts';
import { NO_DIGEST } from './digest.ts';
import { estimateTokens } from './estimate.ts';
import type { SessionStarted } from './events.ts';
import { NO_SIZE } from './tokens.ts';

/** Where the small one leaves more than this share of the window free, it is sent. */
const SHARE_SAVED = 0.05;
/** No larger window is small, whatever the prompts take. */
export const SMALL_WINDOW_TOKENS_MAX = 16_384;

type Texts = Pick<SessionStarted, 'system' | 'systemSmall'>;

/**
 * Which of the two system prompts a model is sent: the small one where there is one, the window is small, and it saves a real
 * share of that.
 * @param windowTokens of the model that is asked; 0 where it is not known: then it is not taken for small
 * @param tokensRatio by how much the endpoint counts more than is estimated
 */
export function systemFor(
  { system, systemSmall }: Texts,
  windowTokens: number,
  tokensRatio = 1,
): Context['systemSent'] {
  if (systemSmall === '' || windowTokens === 0 || windowTokens > SMALL_WINDOW_TOKENS_MAX) return 'usual';
  const saved = (estimateTokens(system) - estimateTokens(systemSmall)) * tokensRatio;
  return saved > windowTokens * SHARE_SAVED ? 'small' : 'usual';
}

/** The one that is sent, as it was rendered. */
export function systemTextOf({ session, systemSent }: Context): string {
  return systemSent === 'small' ? session.systemSmall : session.system;
}

/** From here on this one is sent: what was digested and counted with the other no longer holds. */
export function withSystem(context: Context, systemSent: Context['systemSent']): Context {
  return systemSent === context.systemSent ? context : { ...context, systemSent, digest: NO_DIGEST, size: NO_SIZE };
}

/** Whether a compaction changes to the small one: the window may have been found since it was decided. */
export function mayShrinkSystem(context: Context, windowTokens: number): boolean {
  return context.systemSent === 'usual' && systemFor(context.session, windowTokens, context.tokensRatio) === 'small';
}
