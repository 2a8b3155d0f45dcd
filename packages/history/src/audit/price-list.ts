/** What the models of a session cost, as its events say. */
import type { AgentEvent, ModelChoice, ModelRef } from '@tagma/core';
import type { Prices } from '@tagma/protocol';

export class PriceList {
  #models: readonly ModelChoice[] = [];

  /** Of an event, what it says of models. */
  take(event: AgentEvent): void {
    if (event.type === 'session.started' || event.type === 'session.resumed') {
      const { model, fallbacks, summaryModel } = event;
      this.#add([model, ...fallbacks, ...(summaryModel === null ? [] : [summaryModel])]);
    }
    if (event.type === 'model.changed') this.#add([event.model]);
  }

  /** Of the model that an effect asks; undefined where none is known, or it asks none. */
  of(effect: object | ModelRef): Prices | undefined {
    return 'endpoint' in effect ? this.#models.find((one) => isSame(one, effect))?.prices : undefined;
  }

  /** What was said last counts. */
  #add(models: readonly ModelChoice[]): void {
    this.#models = [...models, ...this.#models.filter((known) => !models.some((one) => isSame(one, known)))];
  }
}

function isSame(first: ModelRef, second: ModelRef): boolean {
  return first.endpoint === second.endpoint && first.model === second.model;
}
