/** A person at one machine, with one home: sessions that end, are killed, and go on, against scripted endpoints. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ScriptedEndpoint, startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { type Ended, historyIn, start, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

export type Person = {
  readonly home: string;
  readonly folder: string;
  readonly history: string;
  /** Its only history. */
  readonly file: () => string;
  /** What stands in a file of the folder; '' where there is none. */
  readonly holds: (name: string) => string;
  /** Runs the command in the folder, with histories in `history`. */
  readonly tagma: (...args: readonly string[]) => Promise<Ended>;
  /** The same with a model that says this; gives what it was asked, too. */
  readonly asks: (turns: readonly string[], ...args: readonly string[]) => Promise<Asked>;
  /** Kills the command, and nothing else, as soon as it holds. */
  readonly killed: (turns: readonly string[], when: () => boolean, ...args: readonly string[]) => Promise<Asked>;
};

/** `requests`: the messages of each, but for the system prompt. */
export type Asked = Ended & { readonly requests: readonly (readonly string[])[] };

export function person(): Person {
  const [home, folder, history] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  keepsHistoriesIn(history, home);
  const begin = (args: readonly string[]) =>
    start([args[0] ?? '', '--cwd', folder, '--history', history, ...args.slice(1)], {
      env: { HOME: home },
      cwd: folder,
    });
  const asked = async (endpoint: ScriptedEndpoint, ended: Promise<Ended>): Promise<Asked> => {
    const { code, out, err } = await ended;
    await endpoint.close();
    const requests = endpoint.requests.map(({ request }) =>
      request.messages.slice(1).map(({ content }) => `${content}`),
    );
    return { code, out, err, requests };
  };
  return {
    home,
    folder,
    history,
    file: () => historyIn(history),
    holds: (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''),
    tagma: (...args) => begin(args).ended,
    async asks(turns, ...args) {
      const endpoint = await startScriptedEndpoint(scriptOf(turns));
      return asked(endpoint, begin([args[0] ?? '', ...connection(endpoint.url), ...args.slice(1)]).ended);
    },
    async killed(turns, when, ...args) {
      const endpoint = await startScriptedEndpoint(scriptOf(turns));
      const running = begin([args[0] ?? '', ...connection(endpoint.url), ...args.slice(1)]);
      await waitFor(when);
      running.child.kill('SIGKILL');
      return asked(endpoint, running.ended);
    },
  };
}

/** The configuration of somebody who keeps the histories of all projects there: what lies there is his own. */
export function keepsHistoriesIn(history: string, home: string): void {
  mkdirSync(join(home, '.config', 'tagma'), { recursive: true });
  writeFileSync(join(home, '.config', 'tagma', 'config.jsonc'), JSON.stringify({ history: { dir: history } }));
}
