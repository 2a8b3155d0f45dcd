/** A screen without a terminal: a model that follows a real machine, and whose keys go to it. */

import { released } from '../src/dialogs/answering.ts';
import { ALONE_MS } from '../src/dialogs/attention.ts';
import { type Act, type Model, startModel } from '../src/screen/model.ts';
import { press, runCommand } from '../src/screen/press.ts';
import { told } from '../src/screen/told.ts';
import { TYPED_RUNS } from '../src/screen/typed-runs.ts';
import { view } from '../src/screen/view.ts';
import type { Input } from '../src/terminal/keys.ts';
import type { Frame, Size } from '../src/text/cells.ts';
import { loadMarkup } from '../src/text/markup.ts';
import { type TestSession, testSession } from './session.ts';

await loadMarkup();

export const SIZE: Size = { columns: 44, rows: 14 };
export const BASH = '<action tool="bash">\n<command>npm test</command>\n</action>';
/** What that would do. */
export const RUNS = { runs: ['npm'], readOnly: false };

export class Screen {
  readonly session: TestSession;
  model: Model;
  acts: Act[] = [];
  /** In ms; keys let it pass. */
  clock = 0;

  constructor(size: Size = SIZE, settings = {}, model = {}) {
    this.session = testSession(settings, model);
    this.model = startModel({ model: 'qwen3', folder: '/home/me/project', mode: 'default' }, size);
    this.session.subscribe((update) => {
      this.follow(told(this.model, update, this.clock));
    });
  }

  /** Chords in angle brackets, all else as text: `abc<enter>`. One key comes `apartMs` after the other. */
  keys(script: string, apartMs = 1_000): this {
    for (const part of script.match(/<[^>]+>|[^<]/gu) ?? []) {
      if (apartMs >= ALONE_MS) this.follow(released(this.model));
      this.clock += apartMs;
      this.gets(/^<.+>$/.test(part) ? { kind: 'key', chord: part.slice(1, -1) } : { kind: 'text', text: part });
    }
    this.follow(released(this.model));
    return this;
  }

  gets(input: Input): void {
    this.follow(press(this.model, input, this.clock));
  }

  follow({ model, acts }: { readonly model: Model; readonly acts: readonly Act[] }): void {
    this.model = model;
    this.acts.push(...acts);
    for (const act of acts) {
      if (act.type === 'send') this.session.send(act.fact);
      if (act.type === 'run') this.follow(runCommand(this.model, act.command));
      if (act.type === 'run-typed') this.follow(TYPED_RUNS[act.name](this.model, ''));
    }
  }

  rows(): string[] {
    return text(view(this.model));
  }
}

export function text(frame: Frame): string[] {
  return frame.rows.map((row) =>
    row
      .map((cell) => cell.text)
      .join('')
      .trimEnd(),
  );
}
