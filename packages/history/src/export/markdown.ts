/**
 * A session in Markdown, as a person reads it: prompts, thoughts (folded), calls with who allowed them and what came of
 * them, answers. Whatever a text holds, it stays where it is put: it stands in a fence longer than any in it.
 */
import { visible } from '@tagma/protocol';
import { code, fence, folded, oneLine, timeOf } from './markdown-text.ts';
import type {
  ActionItem,
  DecisionTold,
  EndItem,
  OccurrenceItem,
  ReplyItem,
  SessionItem,
  ShellItem,
  TimelineItem,
  UndoItem,
} from './timeline-item.ts';

/** One piece of Markdown an item, each ended by an empty line; '' for what is of no interest here. */
export function markdownOf(item: TimelineItem): string {
  const blocks = blocksOf(item).filter((block) => block !== '');
  return blocks.length === 0 ? '' : visible(`${blocks.join('\n\n')}\n\n`);
}

function blocksOf(item: TimelineItem): readonly string[] {
  switch (item.kind) {
    case 'session':
      return session(item);
    case 'prompt':
      // It is told again where its turn begins; but it may go along with the next prompt, or be taken back.
      return [
        `## ${item.steers ? 'Steered' : item.begins ? 'Prompt' : 'Said for later'} · ${placeOf(item)}`,
        fence(item.text),
        item.attached.map((one) => `- attached: ${oneLine(one)}`).join('\n'),
      ];
    case 'reply':
      return reply(item);
    case 'action':
      return action(item);
    case 'end':
      return end(item);
    case 'limit':
      return [`**Limit reached:** ${oneLine(item.reason)}${item.answer === null ? '' : ` (${oneLine(item.answer)})`}`];
    case 'undo':
      return undo(item);
    case 'shell':
      return shell(item);
    case 'occurrence':
      return occurrence(item);
  }
}

function placeOf({ record, at }: Pick<TimelineItem, 'record' | 'at'>): string {
  return `record ${record}, ${timeOf(at)}`;
}

function session(item: SessionItem & TimelineItem): readonly string[] {
  const { resumed, session: name, program, folder, model, endpoint, mode, parent } = item;
  const rows = [
    ['begun', timeOf(item.at)],
    ['program', oneLine(program)],
    ['folder', code(folder)],
    ['model', `${code(model)} at ${code(endpoint)}`],
    ['mode', oneLine(mode)],
    ...(parent === null
      ? []
      : [['copied from', `${code(parent.session)}, up to record ${parent.record} (${code(parent.hash)})`]]),
  ];
  return [
    `# ${resumed ? 'Taken up again' : 'Session'} ${code(name)}`,
    rows.map(([what, value]) => `- ${what}: ${value}`).join('\n'),
  ];
}

function reply(item: ReplyItem & TimelineItem): readonly string[] {
  const { isSummary, turn, model, durationMs, usage, thoughts, reasoning, loose, repairs, error, fault, retry } = item;
  const about = [
    code(model),
    ...(durationMs === null ? [] : [`${(durationMs / 1000).toFixed(1)} s`]),
    ...(usage === null ? [] : [`${usage.input} tokens in, ${usage.output} out`]),
    placeOf(item),
  ];
  return [
    `### ${isSummary ? 'Summary' : `Reply ${turn}`}`,
    about.join(' · '),
    ...[reasoning, ...thoughts].filter((text) => text.trim() !== '').map((text) => folded('Thought', fence(text))),
    ...(isSummary ? [fence(item.text)] : []),
    ...(loose.trim() === '' || isSummary ? [] : [fence(loose.trim())]),
    ...(repairs.length === 0 ? [] : [`Repaired: ${repairs.map(code).join(', ')}`]),
    ...(error === '' ? [] : [`**Not understood:** ${oneLine(error)}`]),
    ...(fault === null ? [] : [`**No reply:** ${oneLine(fault.message)} ${oneLine(fault.advice)}`.trim()]),
    ...(retry === null ? [] : [`Asked again after ${retry.ms} ms (${retry.retry} of ${retry.retriesMax}).`]),
  ];
}

function action(item: ActionItem & TimelineItem): readonly string[] {
  const { call, tool, params, decisions, runs, question, plan, status, content, notes, details, facts } = item;
  const diff = typeof details.diff === 'string' && details.diff !== '' ? details.diff : (facts?.preview ?? '');
  const ran = runs.at(-1)?.durationMs;
  const came = [content, ...notes].filter((text) => text !== '').join('\n');
  return [
    `#### Call ${call}: ${code(tool)}`,
    ...Object.entries(params).map(([name, value]) =>
      parameter(name, typeof value === 'string' ? value : JSON.stringify(value)),
    ),
    ...(decisions.length === 0 ? [] : [decisions.map(decision).join('\n')]),
    ...(plan === null || plan.text === '' ? [] : [fence(plan.text, 'markdown')]),
    ...(plan?.answer ? [`Plan: ${plan.answer}${plan.reason === '' ? '' : `, ${oneLine(plan.reason)}`}`] : []),
    ...(question?.answer ? ['The person answered:', fence(question.answer)] : []),
    `**${status ?? 'not ended'}**${ran === null || ran === undefined ? '' : ` after ${ran} ms`}`,
    came === '' ? '' : fence(came),
    diff === '' ? '' : fence(diff, 'diff'),
  ];
}

function parameter(name: string, value: string): string {
  return value.includes('\n') || value.length > 80
    ? `${code(name)}:\n\n${fence(value)}`
    : `${code(name)}: ${code(value)}`;
}

function decision({ verdict, by, asked }: DecisionTold): string {
  const said = `- ${verdict}: ${oneLine(by)}`;
  if (asked === null) return said;
  const answer = asked.answer === null ? 'no answer' : asked.answer;
  const rule = asked.rule === '' ? '' : `, which added ${code(asked.rule)}`;
  return `${said}\n- the person: ${answer}${asked.reason === '' ? '' : `, ${oneLine(asked.reason)}`}${rule}`;
}

const ENDS: { readonly [how in EndItem['how']]: string } = {
  done: 'Answer',
  failed: 'Failed',
  limit: 'Ended at a limit',
  uncorrected: 'No usable reply',
  aborted: 'Aborted',
};

function end({ how, text }: EndItem): readonly string[] {
  return [`### ${ENDS[how]}`, text === '' ? '' : fence(text, how === 'done' ? 'markdown' : '')];
}

function undo({ steps, status, content, diff }: UndoItem): readonly string[] {
  return [
    `### Taken back by the person (${oneLine(steps)}): ${status ?? 'not ended'}`,
    content === '' ? '' : fence(content),
    diff === '' ? '' : fence(diff, 'diff'),
  ];
}

function shell({ command, status, durationMs, content, notes }: ShellItem): readonly string[] {
  const came = [content, ...notes].filter((text) => text !== '').join('\n');
  return [
    '### Run by the person',
    fence(command, 'sh'),
    `**${status ?? 'not ended'}**${durationMs === null ? '' : ` after ${durationMs} ms`}`,
    came === '' ? '' : fence(came),
  ];
}

function occurrence({ weight, what, about, text }: OccurrenceItem): readonly string[] {
  if (weight === 'quiet') return [];
  return [`*${oneLine(what)}${about === '' ? '' : `: ${oneLine(about)}`}*`, text === '' ? '' : fence(text)];
}
