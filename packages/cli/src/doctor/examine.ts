/** The checks in their order. What one finds out, the next ones know; where nothing can work, the rest is left. */
import type { PromptTexts } from '../prompts.ts';
import { type Finding, ROWS, type Row } from './finding.ts';
import { grammar } from './grammar.ts';
import { images } from './images.ts';
import { maxTokens } from './max-tokens.ts';
import type { Probe } from './probe.ts';
import { protocol } from './protocol.ts';
import { reach } from './reach.ts';
import { reply } from './reply.ts';
import { toolsOfSession } from './session.ts';
import { stop } from './stop.ts';
import { stream } from './stream.ts';
import { system } from './system.ts';
import { window } from './window.ts';

/**
 * Gives one finding for each row, in the order of `ROWS`.
 * @param tell hears of each as soon as it is known
 * @param begins hears of what is being looked at: a slow model takes minutes for the last one
 * @param last what is looked at last
 */
export async function examine(
  probe: Probe,
  texts: PromptTexts,
  tell: (finding: Finding) => void,
  begins: (row: Row) => void = () => {},
  last: Row = 'protocol',
): Promise<readonly Finding[]> {
  const findings = new Map<string, Finding>();
  const take = (found: readonly Finding[]) => {
    for (const finding of found) {
      findings.set(finding.row, finding);
      tell(finding);
    }
  };
  const goesOn = () => !probe.signal.aborted && [...findings.values()].every(({ holds }) => holds !== 'failed');
  const checks: readonly (readonly [row: Row, check: () => Promise<readonly Finding[]>])[] = [
    ['server', () => reach(probe)],
    ['window', () => window(probe, texts)],
    ['reply', () => reply(probe)],
    ['stream', () => stream(probe)],
    ['max_tokens', () => maxTokens(probe)],
    ['stop', () => stop(probe)],
    ['system', () => system(probe)],
    ['images', async () => [await images(probe)]],
    ['grammar', async () => [await grammar(probe, toolsOfSession(), findings.get('reasoning')?.holds === 'yes')]],
    ['protocol', async () => [await protocol(probe, texts)]],
  ];
  for (const [row, check] of checks) {
    if (!goesOn()) break;
    begins(row);
    const found = await check();
    // What an abort has cut says nothing of the server.
    if (!probe.signal.aborted) take(found);
    if (row === last) break;
  }
  return ROWS.map((row) => findings.get(row) ?? { row, holds: 'untried', says: 'not tried' });
}
