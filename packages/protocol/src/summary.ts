/**
 * The form in which a model sums up the older part of a conversation. It is read as leniently as a reply is: sections that are
 * not closed, headings in their place, fences around it; and written again in one form.
 */
import { beginningOf, endOf } from './cut-text.ts';
import { evenShare } from './even-share.ts';
import { guard } from './observation.ts';

/** In the order in which they are written. */
export const SUMMARY_SECTIONS = [
  'goal',
  'constraints',
  'done',
  'doing',
  'blocked',
  'decisions',
  'next',
  'context',
] as const;
export type SummarySection = (typeof SUMMARY_SECTIONS)[number];

/** Each a text of one or more lines; empty where there is nothing to be said. */
export type Summary = { readonly [section in SummarySection]: string };

/**
 * What was wrong with it: a fence, or no `<summary>`, around it, headings for elements, something not closed, no sections at
 * all, or that it was too long.
 */
export type SummaryRepair = 'fence' | 'bare' | 'headings' | 'unclosed' | 'sections' | 'cut';

/** A summary as data, with what had to be mended; or why there is none. */
export type ReadSummary =
  | { readonly ok: true; readonly summary: Summary; readonly repairs: readonly SummaryRepair[] }
  /** `problem` in a few words: "it is empty". */
  | { readonly ok: false; readonly problem: string };

/** A summary that says nothing: what sections are filled up from. */
export const NO_SUMMARY: Summary = {
  goal: '',
  constraints: '',
  done: '',
  doing: '',
  blocked: '',
  decisions: '',
  next: '',
  context: '',
};

/** How models call the sections, in lower case, blanks for underscores. What only holds others stands for the first of them. */
const NAMES = new Map<string, SummarySection | 'files'>([
  ...namesOf('goal', ['goal', 'goals', 'objective', 'task', '目标', '任务']),
  ...namesOf('constraints', ['constraints', 'constraints & preferences', 'constraints and preferences', 'preferences']),
  ...namesOf('constraints', ['约束', '限制']),
  ...namesOf('done', ['done', 'progress', 'completed', '进展', '已完成', '完成']),
  ...namesOf('doing', ['doing', 'in progress', 'current', 'current work', '进行中']),
  ...namesOf('blocked', ['blocked', 'blockers', 'problems', '受阻', '问题']),
  ...namesOf('decisions', ['decisions', 'key decisions', '决定', '决策', '关键决策']),
  ...namesOf('next', ['next', 'next steps', 'todo', 'remaining', '下一步', '后续步骤']),
  ...namesOf('context', ['context', 'critical context', 'notes', '上下文', '关键信息', '关键上下文']),
  ...namesOf('files', ['files', 'files read', 'files changed', 'files read and changed', '文件']),
]);

const TAG = /<(\/?)([\p{L}][\p{L} _&-]{0,30})\s*>/gu;
/** A heading of Markdown, a bold line, or a name with a colon behind it, at the start of a line; the name begins with no blank, or many would take quadratic time. */
const HEADING =
  /^[ \t]*(?:#{1,6}[ \t]*|\*\*|\d{1,2}[.)][ \t]*)?(?=\S)([^:：*#\n]{1,32})(?:\*\*)?[ \t]*(?:[:：](?:\*\*)?|$)/gmu;
const FENCE = /^\s*```[\w-]*\n([\s\S]*?)\n?```\s*$/;
const OPENING = /<summary\b[^<>]*>/i;
const CLOSING = /<\/summary\s*>/i;
const REFUSAL =
  /^(?:unfortunately,? )?(?:i['’]?m (?:sorry|unable|not able)|i am (?:sorry|unable|not able)|sorry|i (?:can(?:no|['’])t|won['’]t|will not)|as an ai|抱歉|对不起|很遗憾|我无法|我不能)/i;
/** What a model says that has nothing to say. */
const NOTHING = /^(?:ok(?:ay)?|done|sure|yes|no|understood|none|n\/a)[.!]?$/i;
/** What begins like a refusal and is longer says something beside it. */
const REFUSAL_CHARACTERS_MAX = 600;

/**
 * Reads a summary, however it was written: with its tags, without, in a block of code, or cut off.
 * @param text without thoughts
 * @param isCut whether the reply came to its end before the model did
 */
export function readSummary(text: string, isCut = false): ReadSummary {
  const repairs = new Set<SummaryRepair>();
  const fenced = FENCE.exec(text);
  if (fenced) repairs.add('fence');
  const inner = (fenced?.[1] ?? text).trim();
  const opening = OPENING.exec(inner);
  if (!opening) repairs.add('bare');
  const begun = opening ? inner.slice(opening.index + opening[0].length) : inner;
  const closing = CLOSING.exec(begun);
  if (isCut || (opening && !closing)) repairs.add('unclosed');
  const body = (closing ? begun.slice(0, closing.index) : begun).trim();
  if (body === '') return { ok: false, problem: 'it is empty' };

  const tagged = sectionsAt(body, tagsIn(body, repairs));
  if (tagged !== null) return { ok: true, summary: tagged, repairs: [...repairs] };
  if (NOTHING.test(body)) return { ok: false, problem: 'it says nothing' };
  if (REFUSAL.test(body) && body.length <= REFUSAL_CHARACTERS_MAX) return { ok: false, problem: 'it is a refusal' };
  const headed = sectionsAt(body, headingsIn(body));
  repairs.add(headed === null ? 'sections' : 'headings');
  return { ok: true, summary: headed ?? { ...NO_SUMMARY, context: body }, repairs: [...repairs] };
}

/** In the one form, made safe: no text in it can be read as protocol. Sections without a text are left out. */
export function writeSummary(summary: Summary): string {
  const sections = SUMMARY_SECTIONS.filter((section) => summary[section] !== '').map(
    (section) => `<${section}>\n${guard(summary[section])}\n</${section}>\n`,
  );
  return `<summary>\n${sections.join('')}</summary>`;
}

/** With what a later summary says: what was sought and settled stays where that leaves it out. A text without sections adds to what was known. */
export function updateSummary(
  before: Summary,
  { summary: after, repairs }: Extract<ReadSummary, { ok: true }>,
): Summary {
  if (repairs.includes('sections')) {
    return { ...before, context: [after.context, before.context].filter(Boolean).join('\n') };
  }
  const kept = (['goal', 'constraints', 'decisions'] as const).filter((section) => after[section] === '');
  return { ...after, ...Object.fromEntries(kept.map((section) => [section, before[section]])) };
}

/** With its long sections cut, so that all of them have not more than so many characters. Of what grows at its end the end stays. */
export function cutSummary(summary: Summary, charactersMax: number): Summary {
  const eachMax = evenShare(
    SUMMARY_SECTIONS.map((section) => summary[section].length),
    charactersMax,
  );
  if (eachMax === null) return summary;
  const sections = SUMMARY_SECTIONS.map((section) => {
    const text = summary[section];
    if (text.length <= eachMax) return [section, text] as const;
    const growsAtEnd = section === 'decisions' || section === 'done';
    return [section, growsAtEnd ? `…${endOf(text, eachMax)}` : `${beginningOf(text, eachMax)}…`] as const;
  });
  return Object.fromEntries(sections) as Summary;
}

/** Where a section begins, or one ends: `name` is null then. Its text begins at `to`. */
type Marker = { readonly at: number; readonly to: number; readonly name: SummarySection | 'files' | null };

function tagsIn(body: string, repairs: Set<SummaryRepair>): readonly Marker[] {
  const markers: Marker[] = [];
  let open = 0;
  for (const { index, 0: whole, 1: slash, 2: written = '' } of body.matchAll(TAG)) {
    const name = NAMES.get(plain(written));
    if (name === undefined) continue;
    open += slash ? -1 : 1;
    markers.push({ at: index, to: index + whole.length, name: slash ? null : name });
  }
  if (markers.length > 0 && open !== 0) repairs.add('unclosed');
  return markers;
}

function headingsIn(body: string): readonly Marker[] {
  return [...body.matchAll(HEADING)].flatMap(({ index, 0: whole, 1: written = '' }) => {
    const name = NAMES.get(plain(written));
    return name === undefined ? [] : [{ at: index, to: index + whole.length, name }];
  });
}

/** The text of each section, up to the next marker; null where there is no section with a text. */
function sectionsAt(body: string, markers: readonly Marker[]): Summary | null {
  const found: { [section in SummarySection]: string } = { ...NO_SUMMARY };
  markers.forEach(({ to, name }, i) => {
    if (name === null || name === 'files') return;
    const text = body.slice(to, markers[i + 1]?.at ?? body.length).trim();
    found[name] = [found[name], text].filter(Boolean).join('\n');
  });
  return SUMMARY_SECTIONS.some((section) => found[section] !== '') ? found : null;
}

function plain(name: string): string {
  return name.trim().toLowerCase().replaceAll('_', ' ');
}

function namesOf<T extends string>(section: T, names: readonly string[]): readonly (readonly [string, T])[] {
  return names.map((name) => [name, section]);
}
