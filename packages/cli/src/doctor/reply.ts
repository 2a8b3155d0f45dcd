/** One word: does a reply come at all, does the key hold for it, and does the server count its tokens? */
import type { Finding } from './finding.ts';
import { type Asked, type Probe, user } from './probe.ts';

export async function reply({ patient, keep, ask }: Probe): Promise<readonly Finding[]> {
  const asked = await ask({ messages: [user('Reply with the one word "ready", and nothing else.')] });
  const { completion } = asked;
  if (!completion.ok) {
    const { fault } = completion;
    const says = `${fault.message} ${fault.advice}`;
    return [{ row: fault.kind === 'auth' || fault.kind === 'quota' ? 'key' : 'reply', holds: 'failed', says }];
  }
  const usage = usageRow(asked);
  if (usage.quirks) keep(usage.quirks);
  return [keyRow(patient.server.apiKey ?? ''), replyRow(asked), usage];
}

function keyRow(key: string): Finding {
  return { row: 'key', holds: 'yes', says: key.trim() === '' ? 'none is sent, none is asked for' : 'is taken' };
}

function replyRow({ completion, firstMs }: Asked): Finding {
  if (completion.text.trim() !== '' || completion.reasoning.trim() !== '') {
    return { row: 'reply', holds: 'yes', says: `begins after ${Math.round(firstMs ?? 0)} ms` };
  }
  return { row: 'reply', holds: 'failed', says: 'the reply is empty: look at the log of the server' };
}

function usageRow({ completion, cut, quirks }: Asked): Finding {
  const untaken = quirks.untaken ?? [];
  const kept = untaken.length === 0 ? {} : { quirks: { untaken } };
  if (completion.ok && completion.usage !== null) {
    const { input, output } = completion.usage;
    return { row: 'usage', holds: 'yes', says: `${input} tokens in, ${output} out`, ...kept };
  }
  if (cut) return { row: 'usage', holds: 'unknown', says: 'the model did not come to an end', ...kept };
  return {
    row: 'usage',
    holds: 'no',
    says: untaken.includes('stream_options') ? 'stream_options is refused' : 'no tokens are counted',
    off: 'tokens are estimated; costs are not known',
    ...kept,
  };
}
