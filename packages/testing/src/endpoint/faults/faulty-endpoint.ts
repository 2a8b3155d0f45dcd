/**
 * The scripted endpoint with a fault: the first requests for a completion get the fault, those that follow what the script
 * says. So a test, or a person, sees what a client makes of it, and that it goes on afterwards.
 */
import { parseScript } from '../parse-script.ts';
import type { Script } from '../script.ts';
import { type ScriptedEndpoint, type ScriptedEndpointOptions, startScriptedEndpoint } from '../scripted-endpoint.ts';
import { ENDPOINT_FAULTS, faultNamed } from './table.ts';

/** Which fault an endpoint has, and how often. */
export type FaultyEndpointOptions = ScriptedEndpointOptions & {
  /** A name of `ENDPOINT_FAULTS`. */
  readonly fault: string;
  /** How many requests get it; 1 by default, `Infinity` for all. */
  readonly times?: number;
};

/** A scripted endpoint with a fault. */
export type FaultyEndpoint = ScriptedEndpoint & {
  /** How many requests have got the fault. */
  readonly faults: () => number;
};

/** One tool call, and a final: what is played where nobody brings a script. */
export function defaultScript(): Script {
  const read = parseScript(`<script model="scripted">
  <turn><reply><![CDATA[<thought>I look first.</thought>
<action tool="bash"><command>echo looked</command></action>]]></reply><usage input="512" output="24"/></turn>
  <turn><reply><![CDATA[<final>It works.</final>]]></reply><usage input="560" output="8"/></turn>
</script>`);
  if (!read.ok) throw new Error(read.message);
  return read.script;
}

/** Rejects where it cannot listen, or where there is no such fault. */
export async function startFaultyEndpoint(
  script: Script,
  { fault, times = 1, ...options }: FaultyEndpointOptions,
): Promise<FaultyEndpoint> {
  const play = faultNamed(fault);
  if (play === null) {
    const names = ENDPOINT_FAULTS.map(({ name }) => name).join(', ');
    throw new Error(`There is no fault "${fault}". There are: ${names}.`);
  }
  let faults = 0;
  const endpoint = await startScriptedEndpoint(script, {
    ...options,
    async disturb(moment) {
      if (faults >= times) return 'script';
      faults += 1;
      const played = await play(moment);
      // A fault that does not concern this request is still to come.
      if (played === 'script') faults -= 1;
      return played;
    },
  });
  return { ...endpoint, faults: () => faults };
}
