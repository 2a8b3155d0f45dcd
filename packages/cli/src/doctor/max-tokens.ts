/** Under which name does it take the greatest length of a reply? */
import type { Quirks } from '@tagma/endpoint';
import type { Finding } from './finding.ts';
import { type Asked, isRefused, type Probe, user } from './probe.ts';

const NAMES = ['max_tokens', 'max_completion_tokens'] as const;
const TOKENS = 8;
/** No eight tokens are as long as this. */
const CHARACTERS_MAX = 400;

export async function maxTokens(probe: Probe): Promise<readonly Finding[]> {
  for (const name of NAMES) {
    const asked = await askShort(probe, { maxTokensField: name });
    if (isRefused(asked, name)) continue;
    const { completion, quirks } = asked;
    if (!completion.ok) return [{ row: 'max_tokens', holds: 'unknown', says: completion.fault.message }];
    // The client may have gone over to the other name by itself.
    if (completion.finish === 'length') return [taken(probe, quirks.maxTokensField ?? name)];
    return [ignored(asked)];
  }
  return [no('neither max_tokens nor max_completion_tokens is taken')];
}

function askShort({ ask }: Probe, quirks: Quirks): Promise<Asked> {
  const messages = [user('Tell me a long story about a ship, in many sentences.')];
  return ask({ messages, quirks, fields: { max_tokens: TOKENS }, charactersMax: CHARACTERS_MAX });
}

function taken({ patient, keep }: Probe, name: (typeof NAMES)[number]): Finding {
  const quirks = { maxTokensField: name };
  keep(quirks);
  const isUsual = name === (patient.server.quirks?.maxTokensField ?? 'max_tokens') && name === 'max_tokens';
  const says = name === 'max_tokens' ? 'taken' : `refused; ${name} is taken`;
  return { row: 'max_tokens', holds: 'yes', says, ...(isUsual ? {} : { quirks }) };
}

function ignored({ cut, completion }: Asked): Finding {
  if (cut) return no('taken, and not kept to');
  return { row: 'max_tokens', holds: 'unknown', says: `the reply ended by itself: "${completion.text.slice(0, 40)}"` };
}

function no(says: string): Finding {
  return { row: 'max_tokens', holds: 'no', says, off: 'the length of a reply is limited by the server alone' };
}
