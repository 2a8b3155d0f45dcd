/** `tagma endpoint SCRIPT`: a scripted model behind a real HTTP endpoint, until it is told to stop. */
import { readFileSync } from 'node:fs';
import { watchEndings } from './endings.ts';
import { EXIT } from './exit.ts';
import { messageOf, problem, report } from './problem.ts';

export async function serve(file: string, options: { readonly port: number }): Promise<number> {
  const { parseScript, startScriptedEndpoint } = await import('@tagma/testing');
  let xml: string;
  try {
    xml = readFileSync(file, 'utf8');
  } catch (error) {
    return report(problem(EXIT.usage, `${file}: ${messageOf(error)}`));
  }
  const read = parseScript(xml);
  if (!read.ok) return report(problem(EXIT.usage, `${file}: ${read.message}`));
  const endings = watchEndings();
  const endpoint = await startScriptedEndpoint(read.script, { port: options.port }).catch((error: unknown) =>
    problem(EXIT.failed, `${messageOf(error)} Without --port it takes a free one.`),
  );
  if ('ok' in endpoint) return report(endpoint);
  process.stdout.write(`${endpoint.url}\n`);
  await new Promise<void>((resolve) => {
    endings.onEnd(() => resolve());
  });
  const summary = await endpoint.close();
  process.stderr.write(`${summary.played} of ${summary.turns} turns played\n`);
  for (const mismatch of summary.mismatches) process.stderr.write(`not as expected: ${mismatch}\n`);
  return summary.ok ? EXIT.done : EXIT.failed;
}
