/** The wizard on the full screen. */
import type { Asker as ScreenAsker } from '@tagma/tui';
import type { Asker } from './walk.ts';
import { BACK } from './wizard.ts';

/** @param beginning what is said with the first question */
export function screenAsker({ ask, work }: ScreenAsker, beginning: readonly string[]): Asker {
  // What the work before it has found out stands above a question: the screen keeps nothing that has scrolled away.
  let told: readonly string[] = beginning;
  return {
    async ask(put) {
      const reply = await ask({ ...put, lines: [...told, ...put.lines] });
      told = [];
      return reply.kind === 'answer' ? reply.text : reply.kind === 'back' ? BACK : null;
    },
    async work(title, canGoBack, run) {
      const found: string[] = [];
      const done = await work({
        title,
        canGoBack,
        run: (signal, tell) =>
          run(signal, (text) => {
            const line = text.trimEnd();
            found.push(line);
            tell(line);
          }),
      });
      if (done.kind !== 'done') return done.kind === 'back' ? BACK : null;
      // What has failed is the last, and on a low screen the first is what is seen.
      told = [...told, ...(done.value.ok ? found : found.toReversed())];
      return done.value;
    },
  };
}
