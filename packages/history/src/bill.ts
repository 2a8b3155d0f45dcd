/** What the replies of a session have cost, record by record: as the endpoint says it, else by the prices of the model that was asked. */
import { costBy } from '@tagma/core';
import type { JsonObject, Prices } from '@tagma/protocol';
import { listIn, numberIn, objectIn, textIn } from './fields.ts';

export class Bill {
  /** By address and name; null where none is known. */
  readonly #prices = new Map<string, Prices | null>();
  /** The model that was asked last. */
  #asked = '';

  /** Whether it has to be told of the effects of that type: where there are several models, and one of them has prices. */
  wants(type: string): boolean {
    if (type !== 'model.ask' && type !== 'summary.ask') return true;
    return this.#prices.size > 1 && [...this.#prices.values()].some((prices) => prices !== null);
  }

  /** The fields of `session.started` or `session.resumed`. */
  begin(fields: JsonObject): void {
    this.change(fields);
    this.#asked = nameIn(objectIn(fields, 'model') ?? {});
    for (const one of listIn(fields, 'fallbacks')) this.#add(one);
    this.#add(objectIn(fields, 'summaryModel'));
  }

  /** Those of `model.changed`. */
  change(fields: JsonObject): void {
    this.#add(objectIn(fields, 'model'));
  }

  /** Those of `model.ask` or `summary.ask`. */
  ask(fields: JsonObject): void {
    this.#asked = nameIn(fields);
  }

  /** Of the reply with these fields; null where it is not known. */
  costOf(fields: JsonObject): number | null {
    const said = numberIn(fields, 'usage', 'cost');
    const [input, output] = [numberIn(fields, 'usage', 'input'), numberIn(fields, 'usage', 'output')];
    if (said !== null || input === null || output === null) return said;
    const cached = numberIn(fields, 'usage', 'cached') ?? 0;
    const cacheWritten = numberIn(fields, 'usage', 'cacheWritten') ?? 0;
    return costBy(this.#prices.get(this.#asked) ?? undefined, { input, output, cached, cacheWritten });
  }

  #add(model: JsonObject | null): void {
    if (model === null) return;
    const [input, output] = [numberIn(model, 'prices', 'input'), numberIn(model, 'prices', 'output')];
    const cached = numberIn(model, 'prices', 'cached');
    const cacheWritten = numberIn(model, 'prices', 'cacheWritten');
    const isKnown = input !== null && output !== null;
    this.#prices.set(
      nameIn(model),
      isKnown
        ? { input, output, ...(cached !== null && { cached }), ...(cacheWritten !== null && { cacheWritten }) }
        : null,
    );
  }
}

function nameIn(model: JsonObject): string {
  return `${textIn(model, 'endpoint')} ${textIn(model, 'model')}`;
}
