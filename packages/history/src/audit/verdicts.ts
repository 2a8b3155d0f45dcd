/**
 * Whether a recorded verdict is the one that the facts, the mode and the rules in force led to: core is asked again. What an
 * older program decided may be another thing than today; but what it says must be so, and nothing ran that is denied today.
 */
import { BEHAVIOUR, type Decision, decide, planFileOf, unlessKept, type Verdict, withoutAsking } from '@tagma/core';
import type { Facts, ReplyAction } from '@tagma/protocol';
import type { Authority } from './authority.ts';
import type { Asked } from './requests.ts';
import type { LogStep, Said } from './steps.ts';

export type VerdictProblem = { readonly code: 'unfounded-verdict' | 'other-verdict'; readonly words: string };

const NOBODY_TO_ASK = '; nobody is there to ask';
const BY_MODE = /^mode ([a-z-]+)( without a sandbox)?: /;
const KNOWN = [BY_MODE, /^(?:deny list: |rule |the sandbox has kept it from )/];

export class Verdicts {
  readonly #authority: Authority;
  /** Of the last reply, by number. */
  readonly #actions = new Map<number, ReplyAction>();
  /** What a sandbox has kept calls of it from. */
  readonly #keptFrom = new Map<number, string>();
  #lastCall = 0;
  /** A text of that reply has been taken out. */
  #isPartial = false;

  constructor(authority: Authority) {
    this.#authority = authority;
  }

  /** To be told of each step, before what is emitted in it. */
  begin({ event }: LogStep, asked: Asked | null): void {
    if (event.type === 'session.resumed') this.#keptFrom.clear();
    if (event.type !== 'tool.ended' || asked?.effect.type !== 'tool.run') return;
    const { call, bounds } = asked.effect;
    const { status, details } = event.outcome;
    const { blocked } = details;
    if (this.#authority.headless || bounds === undefined || status !== 'error') return;
    if (typeof blocked === 'string' && blocked !== '') this.#keptFrom.set(call, blocked);
  }

  take(said: Said, { isPartial }: LogStep): void {
    if (said.type !== 'reply.read') return;
    this.#actions.clear();
    this.#keptFrom.clear();
    for (const action of said.reply.actions) this.#actions.set(++this.#lastCall, action);
    this.#isPartial = isPartial;
  }

  /** What is wrong with a verdict, in words that follow "The verdict"; null where nothing is. */
  problemWith(call: number, decision: Decision, facts: Facts, step: LogStep): VerdictProblem | null {
    const action = this.#actions.get(call);
    // Somebody else says so.
    if (action === undefined) return null;
    const wrong = this.#wrongWords(decision, facts, action.tool);
    if (wrong !== null) return unfounded(wrong);
    const isPartial = this.#isPartial || step.isPartial;
    const today = this.#today(call, action, facts, isPartial);
    const isSame = today.verdict === decision.verdict;
    if (!isPartial && step.behaviour === BEHAVIOUR) {
      if (isSame && today.by === decision.by) return null;
      return unfounded(`is not what was decided by what is recorded: ${today.verdict} (${today.by})`);
    }
    if (decision.verdict === 'allow' && today.verdict === 'deny')
      return unfounded(`lets pass what is denied: ${today.by}`);
    if (isSame || isPartial) return null;
    return { code: 'other-verdict', words: `is ${decision.verdict}; today's is ${today.verdict} (${today.by})` };
  }

  /** What its own words contradict. */
  #wrongWords({ verdict, by }: Decision, { forbidden }: Facts, tool: string): string | null {
    const { mode, headless, sandbox } = this.#authority;
    if (forbidden !== null && verdict !== 'deny') return `lets pass what is on the deny list: ${forbidden}`;
    if (headless && verdict === 'ask') return 'asks, where nobody can be asked';
    if (!KNOWN.some((form) => form.test(by))) return 'names neither a rule nor the mode';
    const [, named, without] = BY_MODE.exec(by) ?? [];
    if (named !== undefined && named !== mode) return `speaks of another mode than the one in force, ${mode}`;
    if (without !== undefined && sandbox) return 'says that there is no sandbox, and there is one';
    const rules = this.#authority.rulesIn(by);
    if (by.startsWith('rule ') && rules.length === 0) return 'names a rule that is not in force';
    const said: Verdict = by.endsWith(NOBODY_TO_ASK) && verdict === 'deny' ? 'ask' : verdict;
    if (by.startsWith('rule ') && !rules.some(({ says }) => says === said))
      return 'says otherwise than the rule that it names';
    // What denies or asks may speak of other tools as well.
    const isOfTool = rules.some((rule) => rule.says !== 'allow' || rule.tool.toLowerCase() === tool.toLowerCase());
    return rules.length === 0 || isOfTool ? null : `names a rule that is not about ${tool}`;
  }

  /** @param isPartial parameters or facts have been taken out: the mode alone decides, by what cannot be taken out */
  #today(call: number, { tool, params }: ReplyAction, facts: Facts, isPartial: boolean): Decision {
    const { mode, rules, headless, sandbox, session, folder } = this.#authority;
    const planFile = mode === 'plan' ? planFileOf({ session: { session } }) : null;
    const judged = { tool, params, facts, folder, planFile, sandbox };
    const decision = unlessKept(decide(judged, mode, isPartial ? [] : rules), this.#keptFrom.get(call) ?? null);
    return headless ? withoutAsking(decision) : decision;
  }
}

function unfounded(words: string): VerdictProblem {
  return { code: 'unfounded-verdict', words };
}
