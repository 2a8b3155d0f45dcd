/**
 * A session as a stream of lines, for pipes, logs and small terminals. The person's view of the work goes to `progress`
 * (standard error); the answer, and nothing else, to `answer` (standard output), so that `tagma -p … > file` holds it.
 *
 * Thoughts are written as they stream in. The answer streams only where a person watches it, that is where `answer` is
 * a terminal: a file gets the finished text in one piece, exact, for what streams is the text as written, before
 * entities are decoded. The answer is never written to `progress`, so it is on a terminal once, wherever the two lead.
 */
import type { Update } from '@tagma/core';
import { type PartialReply, visible } from '@tagma/protocol';
import { COLOURED, colourRefused } from '../terminal/colour.ts';
import { type Line, line, named } from '../text/line.ts';
import type { Environment } from '../theme/environment.ts';
import type { Question } from '../transcript/answers.ts';
import { describe, limitWords, standsApart } from '../transcript/describe.ts';
import { NO_ITEMS } from '../transcript/item-list.ts';
import type { Item } from '../transcript/items.ts';
import { EMPTY, type Transcript, transcriptAfter } from '../transcript/transcript.ts';
import { startStream, type TextStream } from './stream-text.ts';

/** What is written to; a terminal says so by `isTTY`. */
export type Sink = { write(text: string): unknown; readonly isTTY?: boolean | undefined };

export type PlainOptions = {
  /** For the answer: standard output. */
  readonly answer: Sink;
  /** For all else: standard error. */
  readonly progress: Sink;
  /** Only NO_COLOR is read. */
  readonly env: Environment;
  /** What was shown before of a session that goes on: it is not written again. */
  readonly earlier?: Transcript;
};

export type PlainRenderer = {
  /** Writes what the update adds. Give it every update of the session, in order. */
  take(update: Update): void;
  /** Ends a line that is still open. Call it when no more updates come. */
  end(): void;
};

export function plainRenderer({ answer, progress, env, earlier = EMPTY }: PlainOptions): PlainRenderer {
  const coloured = progress.isTTY === true && !colourRefused(env);
  let transcript: Transcript = { ...earlier, items: NO_ITEMS };
  let written = false;
  /** The thoughts that stream in, by their place in the reply. */
  let thoughts = new Map<number, TextStream>();
  let final: TextStream | null = null;
  /** The stream whose last line is open. */
  let open: TextStream | null = null;

  function take(update: Update): void {
    const before = transcript;
    const after = transcriptAfter(before, update);
    // What is printed is not kept: a long session is long in its history, not here.
    transcript = after.items.length === 0 ? after : { ...after, items: NO_ITEMS };
    if (update.kind === 'partial' && transcript.live !== before.live) streamIn(update.partial);
    for (const item of after.items) write(item);
    if (before.live && !transcript.live) forget();
    if (transcript.summary !== null && transcript.summary !== before.summary)
      say([line(['summing up', 'muted'], [' · the older part of the conversation', 'muted'])]);
    const { question } = transcript;
    if (question && question.id !== before.question?.id) say([line([`asks · ${askedWords(question)}`, 'warning'])]);
  }

  function streamIn(partial: PartialReply): void {
    for (const [index, text] of partial.thoughts.entries()) {
      if (text.trim() === '') continue;
      const stream = thoughts.get(index) ?? thoughtStream();
      thoughts.set(index, stream);
      stream.feed(text);
    }
    if (partial.final !== null && partial.actions.length === 0 && answer.isTTY === true) {
      if (partial.final.trim() === '') return;
      if (!final) announceAnswer();
      final ??= streamInto(answer, '');
      final.feed(partial.final);
    }
  }

  function thoughtStream(): TextStream {
    closeOpen();
    gap();
    say([line(['thought', 'label'])]);
    return streamInto(progress, '  ');
  }

  function write(item: Item): void {
    if (item.kind === 'thought' && thoughts.size > 0) finishThought(item.text);
    else if (item.kind === 'final') writeAnswer(item.text);
    // An answer that was cut off has been shown as far as it came.
    else if (item.kind !== 'loose' || !final?.finish(item.text)) {
      closeOpen();
      if (standsApart(item.kind)) gap();
      say(describe(item));
    }
  }

  function finishThought(text: string): void {
    const [index, stream] = [...thoughts][0] ?? [];
    if (index === undefined || !stream) return;
    thoughts.delete(index);
    const complete = stream.finish(text);
    if (open === stream) open = null;
    if (!complete) say([line(['as it was read:', 'muted']), ...describe({ kind: 'thought', text })]);
  }

  function writeAnswer(text: string): void {
    if (final?.finish(text) === true) {
      open = null;
    } else {
      if (final) say([line(['the answer as it was read:', 'muted'])]);
      else announceAnswer();
      closeOpen();
      const shown = visible(text);
      // Apart, for a long answer would be copied to get its newline.
      answer.write(shown);
      if (!shown.endsWith('\n')) answer.write('\n');
    }
    final = null;
  }

  /** A heading, where the answer appears on the same terminal as all that came before it. */
  function announceAnswer(): void {
    if (answer.isTTY !== true) return;
    closeOpen();
    gap();
    say([line(['answer', 'label'])]);
  }

  function forget(): void {
    closeOpen();
    thoughts = new Map();
    final = null;
  }

  /** A stream that ends the line of the one before it. */
  function streamInto(sink: Sink, indent: string): TextStream {
    const stream = startStream((text) => {
      if (open !== stream) closeOpen();
      open = stream;
      sink.write(text);
    }, indent);
    return stream;
  }

  function closeOpen(): void {
    open?.close();
    open = null;
  }

  function gap(): void {
    if (written) progress.write('\n');
    written = true;
  }

  function say(lines: readonly Line[]): void {
    closeOpen();
    written = true;
    progress.write(lines.map((each) => `${styled(each)}\n`).join(''));
  }

  function styled(spans: Line): string {
    return spans
      .map(({ text, role }) => (coloured && COLOURED[role] !== '' ? `\x1b[${COLOURED[role]}m${text}\x1b[0m` : text))
      .join('');
  }

  return { take, end: closeOpen };
}

/** What the person is asked, on one line. */
function askedWords(question: Question): string {
  switch (question.type) {
    case 'person.ask':
      return named(question.why);
    case 'question.ask':
      return [question.question, ...question.options.map((option, index) => `${index + 1}: ${option}`)]
        .map(named)
        .join(' · ');
    case 'plan.review':
      return `shall the plan in ${named(question.file)} be carried out?`;
    case 'limit.ask':
      return `${limitWords(question)}; shall it go on?`;
  }
}
