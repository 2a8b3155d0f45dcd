/** What the model is told of its actions, as they ended; and what stays of that once it is old: what it was, and how to get it again. */
import {
  beginningOf,
  endOf,
  guard,
  type ImageRef,
  type Params,
  type Reply,
  type ReplyError,
  writeCorrection,
  writeObservation,
} from '@tagma/protocol';
import { oldGuide, writeFoundGuide } from './attachment.ts';
import type { Answer, Call } from './call.ts';
import type { Part, Showing } from './message.ts';

/** Of an old observation so many characters are kept. */
const OLD_CONTENT_CHARACTERS_MAX = 300;
/** Notes that an old observation keeps: how the rest is to be had. */
const OLD_NOTES_MAX = 2;

const IMAGE_LEFT_OUT = 'the picture was here and is left out now; read it again if it is needed';
const UNANSWERED: Answer = { status: 'skipped', content: '', notes: [], durationMs: null };

/** The tools that show, and that write, the whole of a file. */
const READ = 'read';
const WRITE = 'write';

export type Observations = { readonly text: string; readonly parts: readonly Part[] };

/** One user message that answers every action of the reply, in order. `repair` is the session's template for the form. */
export function observationsOf(calls: readonly Call[], reply: Reply, repair: string): Observations {
  const parts: Part[] = [];
  let text = '';
  calls.forEach((call, i) => {
    if (i > 0) text += '\n\n';
    const from = text.length;
    text += written(call, i === 0 ? formFor(reply, repair) : null);
    const short = written({ ...call, answer: call.answer && shortAnswer(call.answer, kindOf(call)) }, null);
    const isShorter = short.length < text.length - from || call.answer?.image !== undefined;
    const shows = showingOf(call);
    // What is short already stays as it is, and may still show again what stands before it.
    if (isShorter || shows !== null)
      parts.push({ from, to: text.length, short: isShorter ? short : text.slice(from), shows });
  });
  return { text, parts };
}

/** The pictures that the calls have shown, in their order. */
export function imagesOf(calls: readonly Call[]): readonly ImageRef[] {
  return calls.flatMap(({ answer }) => answer?.image ?? []);
}

/** Tells the model what was wrong with a reply that holds no element, by the session's template. */
export function correctionFor(template: string, problem: ReplyError): string {
  return writeCorrection(template.replaceAll('{{problem}}', () => guard(problem.message)).trimEnd());
}

/** How an old answer is shortened: what can be read again goes, of a command's output the end counts, else the beginning. */
export type Kind = 'file' | 'output' | 'other';

/** An answer for when it is old: of what the project says, that it was there. */
export function shortAnswer<T extends Shortenable>(answer: T, kind: Kind): T {
  const short = shortOf(answer, kind);
  return answer.guides ? { ...short, guides: answer.guides.map(oldGuide) } : short;
}

type Shortenable = Pick<Answer, 'content' | 'notes' | 'image' | 'guides'>;

function shortOf<T extends Shortenable>(answer: T, kind: Kind): T {
  const notes = answer.notes.slice(-OLD_NOTES_MAX);
  if (answer.image) return { ...answer, notes: [...notes, IMAGE_LEFT_OUT] };
  const { content } = answer;
  if (content.length <= OLD_CONTENT_CHARACTERS_MAX) return answer;
  const kept = KEPT[kind](content);
  const where = kind === 'output' ? ' before this' : '';
  const left = `${content.length - kept.length} characters more were here${where}. ${AGAIN[kind]}`;
  return { ...answer, content: kept, notes: [...notes, left] };
}

const KEPT: { readonly [kind in Kind]: (content: string) => string } = {
  file: () => '',
  output: (content) => endOf(content, OLD_CONTENT_CHARACTERS_MAX),
  other: (content) => beginningOf(content, OLD_CONTENT_CHARACTERS_MAX),
};
const AGAIN: { readonly [kind in Kind]: string } = {
  file: 'Read the file again if they are needed.',
  output: 'Run it again if they are needed.',
  other: 'Do it again if they are needed.',
};

function kindOf({ ref, answer, judgement }: Call): Kind {
  if (ref.tool === READ && answer?.status === 'ok') return 'file';
  return (judgement?.facts.runs.length ?? 0) > 0 ? 'output' : 'other';
}

function written({ ref, answer }: Call, form: string | null): string {
  const { status, content, notes, durationMs, guides = [] } = answer ?? UNANSWERED;
  const head = { tool: ref.tool, call: ref.call, status, ms: durationMs, notes };
  const observation = writeObservation(form === null ? head : { ...head, form }, content);
  return [observation, ...guides.map(writeFoundGuide)].join('\n\n');
}

/** A repaired reply is carried out, and its observation shows the plain form: a model copies what it sees. */
function formFor({ repairs }: Reply, template: string): string | null {
  const mended = repairs.filter((repair) => repair !== 'entities');
  return mended.length === 0 ? null : template.replaceAll('{{repairs}}', () => mended.join(', '));
}

/** What a call has shown that ran to its end; pictures are kept apart. */
function showingOf({ ref, answer, judgement }: Call): Showing | null {
  if (answer === null || answer.durationMs === null || answer.status === 'aborted') return null;
  if (answer.image !== undefined) return null;
  const { tool, params } = ref;
  const { reads = [], writes = [] } = judgement?.facts ?? {};
  const file = (tool === READ ? reads[0]?.path : tool === WRITE ? writes[0]?.path : undefined) ?? null;
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  const whole = file !== null && answer.status === 'ok' && (tool === WRITE || isWholeRead(params, answer));
  return { call: JSON.stringify([tool, sorted]), file, whole };
}

/** A file may be short enough to be shown whole though a part of it was asked for, and too long though all of it was. */
function isWholeRead({ offset = 1, limit }: Params, { isCut = limit !== undefined }: Answer): boolean {
  return offset === 1 && !isCut;
}
