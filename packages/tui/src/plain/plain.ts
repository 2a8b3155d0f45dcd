/**
 * A session as a stream of lines, for pipes, logs and small terminals. The person's view of the work goes to `progress`
 * (standard error); the answer, and nothing else, to `answer` (standard output), so that `tagma -p … > file` holds it.
 *
 * Thoughts are written as they stream in. The answer streams only where a person watches it, that is where `answer` is
 * a terminal: a file gets the finished text in one piece, exact, for what streams is the text as written, before
 * entities are decoded. The answer is never written to `progress`, so it is on a terminal once, wherever the two lead.
 */
import { limitWords, type Update } from '@tagma/core';
import { type PartialReply, visible } from '@tagma/protocol';
import { secretSentences } from '../dialogs/question.ts';
import { COLOURED, colourRefused } from '../terminal/colour.ts';
import { type Line, line, named } from '../text/line.ts';
import type { Environment } from '../theme/environment.ts';
import type { Question } from '../transcript/answers.ts';
import { describe, standsApart } from '../transcript/describe.ts';
import { NO_ITEMS } from '../transcript/item-list.ts';
import type { Item } from '../transcript/items.ts';
import { EMPTY, type Transcript, transcriptAfter } from '../transcript/transcript.ts';
import { startStream, type TextStream } from './stream-text.ts';

/** What is written to; a terminal says so by `isTTY`. */
export type Sink = {
  /** Nothing is waited for. */
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
};

/** Where the plain renderer writes. */
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

/** Writes a session line by line, for a pipe, a file or a terminal that cannot be drawn on. */
export type PlainRenderer = {
  /** Writes what the update adds. Give it every update of the session, in order. */
  take(update: Update): void;
  /** Ends a line that is still open. Call it when no more updates come. */
  end(): void;
};

/** A renderer that has written nothing yet. */
export function plainRenderer(options: PlainOptions): PlainRenderer {
  const writer = new PlainWriter(options);
  return { take: (update) => writer.take(update), end: () => writer.end() };
}

class PlainWriter implements PlainRenderer {
  readonly #answer: Sink;
  readonly #progress: Sink;
  readonly #isColoured: boolean;
  #transcript: Transcript;
  #hasWritten = false;
  /** The thoughts that stream in, by their place in the reply. */
  #thoughts = new Map<number, TextStream>();
  #final: TextStream | null = null;
  /** The stream whose last line is open. */
  #open: TextStream | null = null;

  constructor({ answer, progress, env, earlier = EMPTY }: PlainOptions) {
    this.#answer = answer;
    this.#progress = progress;
    this.#isColoured = progress.isTTY === true && !colourRefused(env);
    this.#transcript = { ...earlier, items: NO_ITEMS };
  }

  take(update: Update): void {
    const before = this.#transcript;
    const after = transcriptAfter(before, update);
    // What is printed is not kept: a long session is long in its history, not here.
    this.#transcript = after.items.length === 0 ? after : { ...after, items: NO_ITEMS };
    if (update.kind === 'partial' && after.live !== before.live) this.#streamIn(update.partial);
    for (const item of after.items) this.#write(item);
    if (before.live && !after.live) this.#forget();
    if (after.summary !== null && after.summary !== before.summary)
      this.#say([line(['summing up', 'muted'], [' · the older part of the conversation', 'muted'])]);
    const { question } = after;
    if (question && question.id !== before.question?.id)
      this.#say([line([`asks · ${askedWords(question)}`, 'warning'])]);
  }

  end(): void {
    this.#open?.close();
    this.#open = null;
  }

  #streamIn(partial: PartialReply): void {
    for (const [index, text] of partial.thoughts.entries()) {
      if (text.trim() === '') continue;
      const stream = this.#thoughts.get(index) ?? this.#thoughtStream();
      this.#thoughts.set(index, stream);
      stream.feed(text);
    }
    if (partial.final !== null && partial.actions.length === 0 && this.#answer.isTTY === true) {
      if (partial.final.trim() === '') return;
      if (!this.#final) this.#announceAnswer();
      this.#final ??= this.#streamInto(this.#answer, '');
      this.#final.feed(partial.final);
    }
  }

  #thoughtStream(): TextStream {
    this.end();
    this.#gap();
    this.#say([line(['thought', 'label'])]);
    return this.#streamInto(this.#progress, '  ');
  }

  #write(item: Item): void {
    if (item.kind === 'thought' && this.#thoughts.size > 0) this.#finishThought(item.text);
    else if (item.kind === 'final') this.#writeAnswer(item.text);
    // An answer that was cut off has been shown as far as it came.
    else if (item.kind !== 'loose' || !this.#final?.finish(item.text)) {
      this.end();
      if (standsApart(item.kind)) this.#gap();
      this.#say(describe(item));
    }
  }

  #finishThought(text: string): void {
    const [index, stream] = [...this.#thoughts][0] ?? [];
    if (index === undefined || !stream) return;
    this.#thoughts.delete(index);
    const complete = stream.finish(text);
    if (this.#open === stream) this.#open = null;
    if (!complete) this.#say([line(['as it was read:', 'muted']), ...describe({ kind: 'thought', text })]);
  }

  #writeAnswer(text: string): void {
    if (this.#final?.finish(text) === true) {
      this.#open = null;
    } else {
      if (this.#final) this.#say([line(['the answer as it was read:', 'muted'])]);
      else this.#announceAnswer();
      this.end();
      const shown = visible(text);
      // Apart, for a long answer would be copied to get its newline.
      this.#answer.write(shown);
      if (!shown.endsWith('\n')) this.#answer.write('\n');
    }
    this.#final = null;
  }

  /** A heading, where the answer appears on the same terminal as all that came before it. */
  #announceAnswer(): void {
    if (this.#answer.isTTY !== true) return;
    this.end();
    this.#gap();
    this.#say([line(['answer', 'label'])]);
  }

  #forget(): void {
    this.end();
    this.#thoughts = new Map();
    this.#final = null;
  }

  /** A stream that ends the line of the one before it. */
  #streamInto(sink: Sink, indent: string): TextStream {
    const stream = startStream((text) => {
      if (this.#open !== stream) this.end();
      this.#open = stream;
      sink.write(text);
    }, indent);
    return stream;
  }

  #gap(): void {
    if (this.#hasWritten) this.#progress.write('\n');
    this.#hasWritten = true;
  }

  #say(lines: readonly Line[]): void {
    this.end();
    this.#hasWritten = true;
    this.#progress.write(lines.map((each) => `${this.#styled(each)}\n`).join(''));
  }

  #styled(spans: Line): string {
    return spans
      .map(({ text, role }) =>
        this.#isColoured && COLOURED[role] !== '' ? `\x1b[${COLOURED[role]}m${text}\x1b[0m` : text,
      )
      .join('');
  }
}

/** What the person is asked, on one line. */
function askedWords(question: Question): string {
  switch (question.type) {
    case 'person.ask':
      return [...secretSentences(question), question.why].map(named).join(' ');
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
