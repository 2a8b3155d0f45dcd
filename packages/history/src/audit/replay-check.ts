/** The replay as a check of an audit. */
import { replayHistory } from '../replay/replay.ts';
import type { Find } from './findings.ts';
import type { CheckResult } from './report.ts';

export async function checkReplay(file: string, find: Find): Promise<CheckResult> {
  const replayed = await replayHistory(file);
  if ('error' in replayed) return { result: 'skipped', words: replayed.error.message };
  if (!replayed.ok) {
    const { what, record, expected, got } = replayed;
    switch (what) {
      case 'chain':
        return { result: 'skipped', words: `Record ${record} is not as it was written.` };
      case 'behaviour':
        return { result: 'skipped', words: 'A newer program ran this session; it can replay it.' };
      case 'taken-out':
        return {
          result: 'skipped',
          words: `Texts were taken out, and what follows from that of record ${record} cannot be made again.`,
        };
      default:
        find('replay-differs', record, `The machine made another ${what}. Expected: ${expected} Got: ${got}`);
        return { result: 'faulty', words: `From record ${record} on the machine does otherwise.` };
    }
  }
  const { events, states, effects, notes, behaviours, differences } = replayed;
  if (differences > 0) {
    const programs = `behaviour ${behaviours.join(', ')}`;
    find(
      'older-program',
      null,
      `An older program (${programs}) ran it: today's does otherwise in ${differences} places.`,
    );
  }
  const derived = `${states} states, ${effects} effects and ${notes} notes`;
  return { result: 'holds', words: `${events} events led to the same ${derived} again.` };
}
