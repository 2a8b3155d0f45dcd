/** A check looks at the steps of a log one after the other, and names what is wrong. */
import type { Asked } from './requests.ts';
import type { LogStep } from './steps.ts';

export type Check = {
  /** @param asked the effect that the step's event answers; null where it answers none */
  take(step: LogStep, asked: Asked | null): void;
};
