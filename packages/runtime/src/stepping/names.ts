/** The names of states and events: of states, from the chart itself. */
import { chartOf } from '@tagma/core';
import { FACT_TYPES } from '../fact-types.ts';

export const STATES: readonly string[] = chartOf().states.map(({ name }) => name);
export const EVENTS: readonly string[] = FACT_TYPES;
