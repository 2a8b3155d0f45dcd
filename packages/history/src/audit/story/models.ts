/** Which models were asked how often, and what they used. */
import type { ModelRef } from '@tagma/core';
import type { Usage } from '@tagma/protocol';
import type { ModelReport } from '../report.ts';
import { addUsage, noUsage, type UsageSum } from './usage.ts';

type ModelSum = ModelRef & { requests: number; readonly usage: UsageSum };

export class Models {
  readonly #models: ModelSum[] = [];

  countRequest(ref: ModelRef): void {
    this.#model(ref).requests += 1;
  }

  countUsage(ref: ModelRef, usage: Usage | null): void {
    addUsage(this.#model(ref).usage, usage);
  }

  listed(): readonly ModelReport[] {
    return this.#models;
  }

  #model({ endpoint, model }: ModelRef): ModelSum {
    const known = this.#models.find((one) => one.endpoint === endpoint && one.model === model);
    if (known !== undefined) return known;
    const added = { endpoint, model, requests: 0, usage: noUsage() };
    this.#models.push(added);
    return added;
  }
}
