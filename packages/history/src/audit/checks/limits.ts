/**
 * A turn and a session use up no more than the session's settings and the person's "go on" allow: before each request what has been used
 * is added up again, from the records alone.
 */
import {
  type AgentEvent,
  costBy,
  estimateTokens,
  type LimitReached,
  type ReplyEnded,
  type Settings,
} from '@tagma/core';
import type { Prices } from '@tagma/protocol';
import type { Check } from '../check.ts';
import type { Find } from '../findings.ts';
import { PriceList } from '../price-list.ts';
import type { Asked } from '../requests.ts';
import type { LogStep, Said } from '../steps.ts';
import { Turns } from '../turns.ts';

type Budget = Exclude<LimitReached['limit'], 'repetition'>;

const BUDGETS: readonly Budget[] = ['turns', 'tokens', 'cost', 'time', 'session-tokens', 'session-cost'];
const WORDS: { readonly [budget in Budget]: string } = {
  turns: 'replies',
  tokens: 'tokens',
  cost: 'of cost',
  time: 'ms',
  'session-tokens': 'tokens in the session',
  'session-cost': 'of cost in the session',
};

type Granted = { readonly [budget in Budget]?: number };
type Counted = { readonly tokens: number; readonly cost: number };

export class LimitsCheck implements Check {
  readonly #find: Find;
  readonly #turns = new Turns();
  readonly #prices = new PriceList();
  #settings: Settings | null = null;
  #granted: Granted = {};
  #turn = 0;
  /** Asked for in this turn, and answered or not. */
  #replies = 0;
  #used: Counted = { tokens: 0, cost: 0 };
  /** Since the session began, or was taken up again. */
  #usedInSession: Counted = { tokens: 0, cost: 0 };
  /** The last request of this turn has been answered by a reply: the next is for another. */
  #isReplied = false;

  constructor(find: Find) {
    this.#find = find;
  }

  take(step: LogStep, asked: Asked | null): void {
    const { event } = step;
    if (event.type === 'session.started' || event.type === 'session.resumed') {
      this.#settings = event.settings;
      this.#granted = {};
      this.#usedInSession = { tokens: 0, cost: 0 };
    }
    this.#prices.take(event);
    // What a reply has used belongs to the turn that it ends, though the next may begin at once.
    if (asked !== null) this.#takeAnswer(event, asked);
    this.#turns.take(step);
    if (this.#turns.turn !== this.#turn) this.#begin(this.#turns.turn);
    for (const said of step.emitted) this.#takeSaid(said, event, asked);
  }

  #begin(turn: number): void {
    this.#turn = turn;
    this.#granted = ofSession(this.#granted);
    this.#replies = 0;
    this.#used = { tokens: 0, cost: 0 };
    this.#isReplied = false;
  }

  #takeAnswer(event: AgentEvent, { effect }: Asked): void {
    if (event.type === 'reply.ended') this.#count(event, this.#prices.of(effect));
    if (event.type === 'reply.ended' && effect.type === 'model.ask') this.#isReplied = true;
    if (event.type !== 'limit.answered' || effect.type !== 'limit.ask' || event.answer !== 'go on') return;
    const { limit, used } = effect;
    if (limit !== 'repetition') this.#granted = { ...this.#granted, [limit]: used + this.#setting(limit) };
  }

  /** Of a reply without a count only its own text is known, and estimated as the machine does: it has used no less. */
  #count({ usage, text, reasoning }: ReplyEnded, prices: Prices | undefined): void {
    const least = usage ?? { input: 0, output: estimateTokens(text) + estimateTokens(reasoning) };
    const tokens = least.input + least.output;
    const cost = least.cost ?? costBy(prices, least) ?? 0;
    this.#used = added(this.#used, tokens, cost);
    this.#usedInSession = added(this.#usedInSession, tokens, cost);
  }

  #takeSaid(said: Said, event: AgentEvent, asked: Asked | null): void {
    if (said.type === 'timer.start') {
      const max = this.#settings?.retriesMax ?? 0;
      if (said.retry > max) {
        this.#find('limit-passed', said.record, `Retry ${said.retry} follows; the limit is ${max} in a row.`);
      }
    }
    if (said.type !== 'model.ask') return;
    const isRetry = asked?.effect.type === 'timer.start';
    this.#lookAtNumber(said);
    // A request that is made again after a failure is not held up by a limit.
    if (!isRetry) for (const budget of BUDGETS) this.#lookAt(budget, said, event.at);
  }

  /** Replies are numbered in their turn; one that failed is asked for again under its number. */
  #lookAtNumber({ turn, record }: Extract<Said, { readonly type: 'model.ask' }>): void {
    const isAgain = turn === this.#replies && !this.#isReplied;
    if (turn !== this.#replies + 1 && !isAgain) {
      const words = `The request is for reply ${turn} of the turn, after ${this.#replies}.`;
      this.#find('wrong-number', record, words);
    }
    // Whatever number it names, it is one more.
    this.#replies = isAgain ? turn : Math.max(turn, this.#replies + 1);
    this.#isReplied = false;
  }

  #lookAt(budget: Budget, { record }: Said, at: number): void {
    const max = this.#granted[budget] ?? this.#setting(budget);
    if (max <= 0) return;
    const used = this.#usedOf(budget, at);
    if (used < max) return;
    const words = `${used} ${WORDS[budget]} had been used of ${max}, and the model was asked again.`;
    this.#find('limit-passed', record, words);
  }

  #usedOf(budget: Budget, at: number): number {
    switch (budget) {
      case 'turns':
        return this.#replies - 1;
      case 'tokens':
        return this.#used.tokens;
      case 'cost':
        return this.#used.cost;
      case 'time':
        return this.#turns.usedMs(at);
      case 'session-tokens':
        return this.#usedInSession.tokens;
      case 'session-cost':
        return this.#usedInSession.cost;
    }
  }

  #setting(budget: Budget): number {
    if (this.#settings === null) return 0;
    const { turnsMax, tokensMax, costMax, timeMsMax, sessionTokensMax = 0, sessionCostMax = 0 } = this.#settings;
    return {
      ...{ turns: turnsMax, tokens: tokensMax, cost: costMax, time: timeMsMax },
      ...{ 'session-tokens': sessionTokensMax, 'session-cost': sessionCostMax },
    }[budget];
  }
}

function added({ tokens, cost }: Counted, moreTokens: number, moreCost: number): Counted {
  return { tokens: tokens + moreTokens, cost: cost + moreCost };
}

/** What was granted of the session's limits holds for its other turns, too. */
function ofSession(granted: Granted): Granted {
  return Object.fromEntries(Object.entries(granted).filter(([budget]) => budget.startsWith('session-')));
}
