/** `tagma endpoint SCRIPT`: a scripted model behind a real HTTP endpoint, with or without a fault, until it is told to stop. */
import { readFileSync } from 'node:fs';
import { watchEndings } from './endings.ts';
import { EXIT } from './exit.ts';
import { messageOf, problem, remark, report } from './problem.ts';

export type EndpointOptions = {
  readonly port: number;
  /** The fault that the endpoint has, or `list`. */
  readonly fault?: string;
  /** How many requests get it. */
  readonly times: number;
};

export async function serve(file: string | undefined, { port, fault, times }: EndpointOptions): Promise<number> {
  const { defaultScript, faultNamed, startFaultyEndpoint, startScriptedEndpoint } = await import('@tagma/testing');
  if (fault === 'list') return listFaults();
  if (fault !== undefined && faultNamed(fault) === null) {
    return report(problem(EXIT.usage, `there is no fault "${fault}". tagma endpoint --fault list names them all.`));
  }
  if (file === undefined && fault === undefined) {
    return report(problem(EXIT.usage, 'name a script, or a fault: tagma endpoint --fault list names them all.'));
  }
  const read = file === undefined ? { ok: true as const, script: defaultScript() } : await readScript(file);
  if (!read.ok) return report(read);
  const endings = watchEndings();
  const starting =
    fault === undefined
      ? startScriptedEndpoint(read.script, { port })
      : startFaultyEndpoint(read.script, { port, fault, times });
  const endpoint = await starting.catch((error: unknown) =>
    problem(EXIT.failed, `${messageOf(error)} Without --port it takes a free one.`),
  );
  if ('ok' in endpoint) return report(endpoint);
  process.stdout.write(`${endpoint.url}\n`);
  await new Promise<void>((resolve) => {
    endings.onEnd(() => resolve());
  });
  const summary = await endpoint.close();
  remark(`${summary.played} of ${summary.turns} turns played\n`);
  for (const mismatch of summary.mismatches) remark(`not as expected: ${mismatch}\n`);
  return summary.ok ? EXIT.done : EXIT.failed;
}

async function readScript(file: string) {
  const { parseScript } = await import('@tagma/testing');
  try {
    const read = parseScript(readFileSync(file, 'utf8'));
    return read.ok ? read : problem(EXIT.usage, `${file}: ${read.message}`);
  } catch (error) {
    return problem(EXIT.usage, `${file}: ${messageOf(error)}`);
  }
}

async function listFaults(): Promise<number> {
  const { ENDPOINT_FAULTS } = await import('@tagma/testing');
  const width = Math.max(...ENDPOINT_FAULTS.map(({ name }) => name.length));
  for (const { name, does } of ENDPOINT_FAULTS) process.stdout.write(`${name.padEnd(width)}  ${does}\n`);
  return EXIT.done;
}
