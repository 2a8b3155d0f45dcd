/** `tagma endpoint SCRIPT`: a scripted model behind a real HTTP endpoint, until it is told to stop. */
import { readFileSync } from 'node:fs';
import { EXIT } from './exit.ts';
import { problem, report } from './problem.ts';
import { onSignals } from './signals.ts';

export async function serve(file: string, options: { readonly port: number }): Promise<number> {
  const { parseScript, startScriptedEndpoint } = await import('@tagma/testing');
  let xml: string;
  try {
    xml = readFileSync(file, 'utf8');
  } catch (error) {
    return report(problem(EXIT.usage, `${file}: ${error instanceof Error ? error.message : error}`));
  }
  const read = parseScript(xml);
  if (!read.ok) return report(problem(EXIT.usage, `${file}: ${read.message}`));
  const endpoint = await startScriptedEndpoint(read.script, { port: options.port });
  process.stdout.write(`${endpoint.url}\n`);
  await new Promise<void>((resolve) => {
    onSignals(resolve);
  });
  const summary = await endpoint.close();
  process.stderr.write(`${summary.played} of ${summary.turns} turns played\n`);
  for (const mismatch of summary.mismatches) process.stderr.write(`not as expected: ${mismatch}\n`);
  return summary.ok ? EXIT.done : EXIT.failed;
}
