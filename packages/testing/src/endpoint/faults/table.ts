/** All faults that the endpoint can have. */
import { CUTTING } from './cuts.ts';
import { ECHOING } from './echoes.ts';
import type { EndpointFault, Play } from './fault.ts';
import { NONSENSE } from './nonsense.ts';
import { ODDITIES } from './oddities.ts';
import { REFUSING } from './refusals.ts';
import { SILENT } from './silences.ts';

/** All faults that an endpoint can have, each with its name. */
export const ENDPOINT_FAULTS: readonly EndpointFault[] = [
  ...REFUSING,
  ...CUTTING,
  ...SILENT,
  ...NONSENSE,
  ...ODDITIES,
  ...ECHOING,
];

/** The fault of that name, `drop@40` for `drop@N`; null where there is none. */
export function faultNamed(name: string): Play | null {
  const [, word, digits] = /^(.*?)(?:@(\d{1,9}))?$/.exec(name) ?? [];
  const wanted = digits === undefined ? word : `${word}@N`;
  const fault = name.endsWith('@N') ? undefined : ENDPOINT_FAULTS.find((one) => one.name === wanted);
  return fault?.play(Number(digits ?? 0)) ?? null;
}
