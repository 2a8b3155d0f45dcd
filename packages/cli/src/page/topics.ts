/** What an item is about, for the filters of the page: it may be about several things, or about none. */
import type { ActionItem, TimelineItem } from '@tagma/history';

/** In the order in which the page offers them. */
export const TOPICS = ['denied', 'asked', 'changes', 'commands', 'network', 'errors', 'repaired', 'notable'] as const;
export type Topic = (typeof TOPICS)[number];

export function topicsOf(item: TimelineItem): readonly Topic[] {
  const about = new Set(aboutOf(item));
  if (item.records.some(({ fields }) => 'changed' in fields)) about.add('notable');
  return TOPICS.filter((topic) => about.has(topic));
}

function aboutOf(item: TimelineItem): readonly (Topic | false)[] {
  switch (item.kind) {
    case 'action':
      return actionTopics(item);
    case 'reply':
      return [
        item.repairs.length > 0 && 'repaired',
        (item.error !== '' || item.fault !== null) && 'errors',
        (item.retry !== null || item.changes.length > 0 || item.finish === 'aborted') && 'notable',
      ];
    case 'end':
      return [item.how === 'aborted' ? 'notable' : item.how !== 'done' && 'errors'];
    case 'undo':
      return [item.status === 'ok' ? 'changes' : 'errors', 'notable'];
    case 'shell':
      return ['commands', (item.status === 'error' || item.status === 'timeout') && 'errors', 'notable'];
    case 'limit':
      return ['asked', 'notable'];
    case 'session':
      return [item.resumed && 'notable'];
    case 'occurrence':
      return [item.weight === 'notable' && 'notable'];
    case 'prompt':
      return [];
  }
}

function actionTopics({ tool, facts, decisions, runs, question, plan, status, details }: ActionItem) {
  const writes = facts !== null && facts.writes.length + facts.deletes.length > 0;
  const answers = [...decisions.map(({ asked }) => asked), question, plan];
  const changedAnyway = typeof details.diff === 'string' && details.diff !== '';
  const topics: readonly (Topic | false)[] = [
    status === 'denied' && 'denied',
    answers.some((answer) => answer !== null) && 'asked',
    (changedAnyway || (writes && runs.length > 0)) && 'changes',
    (tool === 'bash' || (facts?.runs.length ?? 0) > 0) && 'commands',
    (facts?.network.length ?? 0) > 0 && 'network',
    (status === 'error' || status === 'timeout') && 'errors',
    (status === null || status === 'aborted' || (facts?.forbidden ?? null) !== null) && 'notable',
  ];
  return topics;
}
