/** Where the system prompt can go, and whether it reaches the model. */
import type { Quirks } from '@tagma/endpoint';
import type { Finding } from './finding.ts';
import { isRefused, type Probe, user } from './probe.ts';

const ROLES = ['system', 'developer', 'user'] as const;
/** Long enough to be seen in the count of tokens. */
const SYSTEM = `You are a helpful assistant who answers shortly. ${'Be kind, be brief, be exact. '.repeat(12)}`;
/** Fewer tokens than this prompt has in any vocabulary: then it never came to the model. */
const TOKENS_MIN = 60;
const CHARACTERS_MAX = 200;

export async function system({ patient, ask, keep }: Probe): Promise<readonly Finding[]> {
  for (const role of ROLES) {
    const quirks: Quirks = { systemRole: role };
    const asked = await ask({
      messages: [{ role: 'system', content: SYSTEM }, user('Say hello.')],
      quirks,
      charactersMax: CHARACTERS_MAX,
    });
    const { completion } = asked;
    if (!completion.ok && !isRefused(asked, role)) {
      return [{ row: 'system', holds: 'unknown', says: completion.fault.message }];
    }
    if (!completion.ok) continue;
    const input = completion.usage?.input ?? TOKENS_MIN;
    if (input < TOKENS_MIN) continue;
    const { systemRole = role } = asked.quirks;
    keep({ systemRole });
    if (systemRole !== 'system') return [elsewhere(systemRole)];
    // What is known otherwise is wrong, and has to be said.
    const wrong = (patient.server.quirks?.systemRole ?? 'system') !== 'system';
    return [{ row: 'system', holds: 'yes', says: 'taken', ...(wrong ? { quirks } : {}) }];
  }
  return [{ row: 'system', holds: 'failed', says: 'a system prompt is taken in no form' }];
}

function elsewhere(role: (typeof ROLES)[number]): Finding {
  const off = role === 'user' ? 'the prompt stands in front of the first message' : `the prompt has the role "${role}"`;
  return { row: 'system', holds: 'no', says: 'not taken as a system message', off, quirks: { systemRole: role } };
}
