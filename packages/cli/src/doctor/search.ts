/** Can the web be searched? No matter of the server: whom the tool `search` asks, the person's settings say. */
import { type SearchSettings, searchService } from '@tagma/tools';
import { SEARCH_WAY } from '../tool-set.ts';
import type { Finding } from './finding.ts';

const WORD = 'tagma';

/** Asks a SearXNG for one word. Tavily counts what it is asked, so that a key is only seen to be there. */
export async function search(settings: SearchSettings, signal: AbortSignal, timeoutMs: number): Promise<Finding> {
  const service = searchService(settings);
  if (service === null) {
    return { row: 'search', holds: 'no', says: 'not offered', off: `the web is not searched: ${SEARCH_WAY}` };
  }
  if (service.isCounted) return { row: 'search', holds: 'yes', says: `${service.name}; its key is not tried` };
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const found = await service.search(WORD, 1, AbortSignal.any([signal, timeout]));
    if (found.ok) return { row: 'search', holds: 'yes', says: `${service.name} answers` };
    return { row: 'search', holds: 'no', says: `${service.name}: ${found.problem}` };
  } catch (error) {
    if (!timeout.aborted && !signal.aborted) throw error;
    return { row: 'search', holds: 'no', says: `${service.name} did not answer in ${timeoutMs / 1000} seconds` };
  }
}
