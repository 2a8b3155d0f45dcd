/** Runs `tagma -p` against a scripted endpoint and gives what came of it. */
import { type Pace, parseScript, startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { type Around, type Ended, historyIn, run, start, temporaryFolder } from './command.ts';

export type Scripted = Ended & {
  readonly history: string;
  readonly folder: string;
  readonly mismatches: readonly string[];
};

/** @param turns the script's `<turn>` elements, or the replies alone. */
export async function printWith(
  turns: readonly string[],
  args: readonly string[] = [],
  around: Around & { readonly folder?: string } = {},
): Promise<Scripted> {
  const endpoint = await startScriptedEndpoint(scriptOf(turns));
  const history = temporaryFolder();
  const folder = around.folder ?? temporaryFolder();
  const ended = await run(
    ['-p', 'do it', ...connection(endpoint.url), '--cwd', folder, '--history', history, ...args],
    around,
  );
  const { mismatches } = await endpoint.close();
  return { ...ended, history: historyIn(history), folder, mismatches };
}

/** As `printWith`, but still running. `pace` is how fast the model speaks. */
export async function startWith(
  turns: readonly string[],
  args: readonly string[] = [],
  around: Around & { readonly pace?: Pace } = {},
) {
  const endpoint = await startScriptedEndpoint(scriptOf(turns), around.pace ? { pace: around.pace } : {});
  const history = temporaryFolder();
  const folder = temporaryFolder();
  const running = start(
    ['-p', 'do it', ...connection(endpoint.url), '--cwd', folder, '--history', history, ...args],
    around,
  );
  running.ended.then(() => endpoint.close());
  return { ...running, history, folder };
}

export function connection(url: string): readonly string[] {
  return ['--endpoint', url, '--model', 'scripted'];
}

export function scriptOf(turns: readonly string[]) {
  const xml = turns.map((turn) =>
    turn.startsWith('<turn')
      ? turn
      : `<turn><reply><![CDATA[${turn.replaceAll(']]>', ']]]]><![CDATA[>')}]]></reply></turn>`,
  );
  const read = parseScript(`<script>${xml.join('\n')}</script>`);
  if (!read.ok) throw new Error(read.message);
  return read.script;
}
