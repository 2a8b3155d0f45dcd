/** `tagma [PROMPT]`: on a screen where there is one, else one answer on standard output. */

import { leavesTurn } from '@tagma/core';
import { configFile } from './config/file.ts';
import { isUnset } from './connect.ts';
import { connectedAgain } from './connecting/again.ts';
import { connectedBy } from './connecting/connected.ts';
import { withListedPrices } from './connecting/connection.ts';
import { watchEndings } from './endings.ts';
import { EXIT } from './exit.ts';
import { aboutFormats, isSteered } from './headless/formats.ts';
import type { GivenOptions } from './options.ts';
import { checkOptions } from './options.ts';
import { outputSettled, unlessLeft } from './output.ts';
import { settleFolder, tellOfRules } from './permissions/settle.ts';
import { pipedText, saidWith } from './piped.ts';
import { limitsCost } from './preparing/about-cost.ts';
import { type Problem, problem, report } from './problem.ts';
import { isSafeName, quoted } from './quoted.ts';
import { canAsk, type Renderer, rendererOf } from './renderer.ts';
import type { Source } from './resume/source.ts';
import { startNotes } from './start-notes.ts';

/** @param source what the session goes on from, if it does; it is closed when this is over. */
export async function run(
  given: string | undefined,
  options: GivenOptions,
  source: Source | null = null,
): Promise<number> {
  try {
    return await runFrom(source, given, options, []);
  } finally {
    source?.history.close();
  }
}

/** @param notes what the person is to be told on the screen */
async function runFrom(
  source: Source | null,
  given: string | undefined,
  options: GivenOptions,
  notes: readonly string[],
): Promise<number> {
  const agreed = await settleFolder(options, process.env, canAsk(options));
  if (agreed.ok === 'left') return EXIT.interrupted;
  if (!agreed.ok) return report(agreed);
  const checked = await checkOptions(options);
  if (!checked.ok) return report(checked);
  const formats = aboutFormats(checked.options);
  if (formats !== null) return report(formats);
  const renderer = await rendererOf(options, checked.config);
  if (renderer !== null && source === null && (await isUnset(options, process.env, checked.config))) {
    const { firstRun } = await import('./setup/setup.ts');
    const end = await firstRun(options);
    if (end.ok === false) return report(end);
    // From the start: what was written holds now.
    return end.ok === 'set' ? runFrom(source, given, options, end.notes) : end.exit;
  }
  const first = await firstPrompt(given, checked.folder, options);
  if (!first.ok) return report(first);
  const steered = isSteered(options);
  // The commands come on standard input.
  const piped = steered ? NOT_PIPED : await pipedText((given?.trim() ?? '') !== '');
  if (!piped.ok) return report(piped);
  const { prompt, input } = saidWith(first.prompt, piped.text);
  if (renderer === null && !steered && !prompt?.trim() && !(source && leavesTurn(source.snapshot.context)))
    return report(noPrompt(source));
  const { tell, told } = startNotes(notes);
  for (const note of source ? source.notes : []) tell(note);
  const found = source
    ? await connectedAgain(checked.config, options, process.env, tell, source)
    : await connectedBy(checked.config, options, process.env, tell);
  if (!found.ok) return report(found);
  const priced = limitsCost(checked.options)
    ? { ...found, connection: await withListedPrices(found.connection) }
    : found;
  tellOfRules(checked.permissions, tell);
  const { prepare } = await import('./prepare.ts');
  // From the history's first byte on a signal ends the run in order: nothing is left locked, or running.
  const endings = watchEndings();
  const [prepared] = await Promise.all([
    prepare(checked.options, checked, priced, renderer === null && !steered, tell, source),
    // Most of that is waiting, for a sandbox to be tried.
    renderer && loadRenderer(renderer),
  ]);
  if (!prepared.ok) return report(prepared);
  if (source && prepared.from) {
    const { aboutSettings } = await import('./resume/notes.ts');
    tell(aboutSettings(source, prepared.started));
  }
  let code: number;
  try {
    code = renderer
      ? await (await import('./screen.ts')).screen(prompt, prepared, endings, told(), {
          renderer,
          place: { ...options, cwd: checked.folder },
          given: options,
          resumed: source !== null,
          config: checked.config,
          configFile: configFile(options.config, process.env).file,
          // It was told already, and nothing is written below the screen.
          prepareFrom: (from) => prepare(checked.options, checked, priced, false, () => {}, from, prepared.models),
        })
      : steered
        ? await (await import('./headless/steered.ts')).steered(prompt, prepared, endings, checked.options, told())
        : await (await import('./print.ts')).print(prompt, input, prepared, endings, checked.options);
  } finally {
    await prepared.close();
  }
  const isWritten = await unlessLeft(endings, outputSettled());
  const ended = endings.exitCode() ?? code;
  // What nobody reads would keep the process alive.
  if (!isWritten) process.exit(ended);
  return ended;
}

const NOT_PIPED = { ok: true, text: '' } as const;

/** What begins with a slash may be a command, or stand for a text. */
async function firstPrompt(
  given: string | undefined,
  folder: string,
  { config }: GivenOptions,
): Promise<{ readonly ok: true; readonly prompt: string | undefined } | Problem> {
  if (!given?.startsWith('/')) return { ok: true, prompt: given };
  const { file } = configFile(config, process.env);
  return (await import('./user-commands/first-prompt.ts')).firstPrompt(given, { folder, configFile: file });
}

async function loadRenderer(renderer: Renderer): Promise<void> {
  await import('./screen.ts');
  const { loadScreen } = await import('@tagma/tui');
  if (renderer !== 'accessible') await loadScreen();
}

function noPrompt(source: Source | null): Problem {
  if (source === null) {
    return problem(EXIT.usage, 'no prompt. Give one: tagma -p "fix the failing test" (tagma --help has more)');
  }
  const { session, parent, isOwn, history } = source;
  const parentName = parent !== null && isSafeName(parent.session) ? parent.session : 'FILE';
  const again =
    parent === null
      ? `tagma resume ${isOwn ? session : quoted(history.file)}`
      : `tagma fork ${parentName} --at ${parent.record}`;
  return problem(
    EXIT.usage,
    `no turn of ${session} waits to go on, and there is no prompt. Give one: ${again} -p "and now?"`,
  );
}
