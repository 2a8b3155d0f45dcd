/** What a record tells that belongs to no prompt, reply or action, in words. */
import { formatRule } from '@tagma/core';
import type { JsonObject } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';
import type { OccurrenceItem } from './timeline-item.ts';
import { hasObject, numberIn, objectIn, textIn } from './told.ts';

type Words = readonly [what: string, about?: string, weight?: OccurrenceItem['weight'], text?: string];

/** Types that are not listed stand under their own name. */
const WORDS: { readonly [type: string]: (fields: JsonObject) => Words } = {
  'message.withdrawn': (fields) => ['message taken back', `message ${numberIn(fields, 'message')}`],
  'message.taken': (fields) => ['message taken up', `message ${numberIn(fields, 'message')}`],
  'abort.requested': (fields) => ['stop asked for', `by ${byWhom(fields)}`, 'notable'],
  'pause.requested': () => ['pause'],
  'resume.requested': () => ['goes on'],
  'step.requested': () => ['one step'],
  'compact.requested': (fields) => ['compaction asked for', textIn(fields, 'focus')],
  'mode.changed': (fields) => ['mode changed by the person', textIn(fields, 'mode'), 'notable'],
  'mode.switched': (fields) => ['mode', textIn(fields, 'mode')],
  'rule.removed': (fields) => ['rule taken back by the person', ruleIn(fields), 'notable'],
  'rule.added': (fields) => ['rule added', ruleIn(fields)],
  'model.changed': (fields) => ['model chosen by the person', modelIn(objectIn(fields, 'model'))],
  'model.switched': (fields) => ['model switched', `${modelIn(fields)} (${textIn(fields, 'why')})`, 'notable'],
  'window.found': (fields) => [
    'window of the model',
    `${numberIn(fields, 'tokens')} tokens, by ${textIn(fields, 'source')}`,
    'quiet',
  ],
  'tokens.counted': (fields) => ['tokens counted', `${numberIn(fields, 'tokens')} tokens`, 'quiet'],
  'conversation.compacted': (fields) => ['conversation compacted', compacted(fields), 'notable', summaryIn(fields)],
  'event.ignored': (fields) => ['of no effect', `${textIn(fields, 'event')}: ${textIn(fields, 'why')}`, 'quiet'],
  'event.dropped': (fields) => ['dropped at the gate', `${eventIn(fields)}, by ${textIn(fields, 'by')}`, 'notable'],
  'operation.requested': (fields) => ['hooks are asked', textIn(fields, 'op')],
  'hook.failed': (fields) => ['a hook failed', textIn(fields, 'hook'), 'notable', textIn(fields, 'message')],
  'hook.ended': (fields) => hookEnded(fields),
  'session.ended': (fields) => ['session ended', textIn(fields, 'reason')],
};

export function occurrenceOf({ type, fields }: Pick<ReadRecord, 'type' | 'fields'>): OccurrenceItem {
  const [what, about = '', weight = 'plain', text = ''] = WORDS[type]?.(fields) ?? [type, '', 'quiet'];
  return { kind: 'occurrence', what, about, text, weight };
}

/** A rule in its own notation, of whatever a record holds. */
export function ruleIn(fields: JsonObject): string {
  const rule = objectIn(fields, 'rule');
  return formatRule({ tool: textIn(rule, 'tool'), pattern: textIn(rule, 'pattern') });
}

/** Which hooks ran, what came of it, and how those failed that did. */
function hookEnded({ outcome, ran }: JsonObject): Words {
  const all = Array.isArray(ran) ? (ran as readonly JsonObject[]) : [];
  const names = all.map((one) => textIn(one, 'hook')).join(', ');
  const failed = all.filter(({ problem }) => typeof problem === 'string');
  const problems = failed.map((one) => `${textIn(one, 'hook')} failed: ${textIn(one, 'problem')}`);
  if (typeof outcome !== 'object' || outcome === null) {
    return ['hooks ran', names, failed.length > 0 ? 'notable' : 'quiet', problems.join('\n')];
  }
  const [what, text] = outcomeOf(outcome as JsonObject);
  return [what, names, 'notable', [text, ...problems].filter((one) => one !== '').join('\n')];
}

function outcomeOf(outcome: JsonObject): readonly [what: string, text: string] {
  switch (textIn(outcome, 'kind')) {
    case 'refused':
      return [`refused by the hook ${textIn(outcome, 'by')}`, textIn(outcome, 'reason')];
    case 'content':
      return ['told in other words by hooks', textIn(outcome, 'content')];
    case 'text':
      return ['said in other words by hooks', textIn(outcome, 'text')];
    case 'handled':
      return [`seen to by the hook ${textIn(outcome, 'by')}`, textIn(outcome, 'answer')];
    default:
      return ['changed by hooks', ''];
  }
}

function byWhom(fields: JsonObject): string {
  return textIn(fields, 'by') === 'person' ? 'the person' : `a ${textIn(fields, 'by')}`;
}

function modelIn(fields: JsonObject): string {
  return `${textIn(fields, 'model')} at ${textIn(fields, 'endpoint')}`;
}

function eventIn(fields: JsonObject): string {
  return textIn(objectIn(fields, 'event'), 'type');
}

function compacted(fields: JsonObject): string {
  const tokens = `about ${numberIn(fields, 'tokensBefore')} tokens before, ${numberIn(fields, 'tokensAfter')} after`;
  return `${textIn(fields, 'how')}, by ${textIn(fields, 'why')}: ${tokens}`;
}

/** What the model was told in the place of what was left out; or why nothing. */
function summaryIn({ summary, problem }: JsonObject): string {
  if (typeof problem === 'string') return `no summary: ${problem}`;
  if (typeof summary !== 'object' || summary === null || Array.isArray(summary)) return '';
  const sections = Object.entries(summary).filter(([, text]) => text !== '');
  return sections.map(([section, text]) => `${section}:\n${text}`).join('\n\n');
}

/** What somebody at the gate has put in the place of something else, in these records. */
export function changesAtGate(
  records: readonly ReadRecord[],
): readonly { readonly record: number; readonly by: string; readonly original: JsonObject }[] {
  return records
    .filter(({ fields }) => hasObject(fields, 'changed'))
    .map(({ n, fields }) => {
      const changed = objectIn(fields, 'changed');
      return { record: n, by: textIn(changed, 'by'), original: objectIn(changed, 'original') };
    });
}
