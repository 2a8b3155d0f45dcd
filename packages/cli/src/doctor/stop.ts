/** Does a stop sequence end the reply? It is stopped at letters that no sentence is without, so any model will do. */
import type { Finding } from './finding.ts';
import { type Asked, isRefused, type Probe, user } from './probe.ts';

const SEQUENCES = ['e', 'a', 'o', 'i'];
const STOPPED = /[eaoi]/;
const CHARACTERS_MAX = 400;

export async function stop({ ask, keep }: Probe): Promise<readonly Finding[]> {
  // What is known already is not taken for granted: it is what is asked.
  const asked = await ask({
    messages: [user('Write one sentence about the sea.')],
    quirks: { takesStop: true },
    fields: { stop: SEQUENCES },
    charactersMax: CHARACTERS_MAX,
  });
  const finding = findingOf(asked);
  if (finding.quirks) keep(finding.quirks);
  return [finding];
}

function findingOf(asked: Asked): Finding {
  const { completion } = asked;
  if (isRefused(asked, 'stop')) return no('refused');
  if (!completion.ok) return { row: 'stop', holds: 'unknown', says: completion.fault.message };
  // Some servers leave the sequence where it was found.
  const said = (completion.text || completion.reasoning).slice(0, -1);
  if (STOPPED.test(said)) return no('sent, and nothing stops there');
  return { row: 'stop', holds: 'yes', says: 'a reply ends where it should', quirks: { takesStop: true } };
}

function no(says: string): Finding {
  const off = 'no stop sequences are sent: an invented result is cut off here, not there';
  return { row: 'stop', holds: 'no', says, off, quirks: { takesStop: false } };
}
