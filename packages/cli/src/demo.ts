/**
 * `tagma demo`: the main job from end to end. A sample project with a failing test is laid out in a temporary folder, and
 * Tagma, as a process of its own, mends it over real HTTP, with real tools. The model is a script unless the environment
 * names an endpoint. Then the demo shows the change, the tests, and the history, and replays it. A signal ends it between
 * any two of these, with all that it has started.
 */
import { readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { endpointOf } from './connect.ts';
import { startEndpoint } from './demo-endpoint.ts';
import { runSelf, runTests } from './demo-process.ts';
import { changeIn, commitAll, layOut } from './demo-project.ts';
import { type Endings, watchEndings } from './endings.ts';
import { EXIT } from './exit.ts';
import { outputSettled } from './output.ts';
import { problem, report } from './problem.ts';
import { absolutePath } from './working-folder.ts';

const PROMPT = 'The tests fail. Find out why, mend the code, and run the tests (node --test) until they pass.';

/** All that the demo's model may do beyond looking. */
const ALLOWED = ['Bash(node --test)', 'Bash(npm test)', 'Edit(src/**)', 'Write(src/**)'];

/** On the screen, where the person answers the rest. */
const ALLOWED_ON_SCREEN = ['Bash(node --test)'];

/** The temporary folder of one demo, and in it the sample project. */
type Place = { readonly folder: string; readonly project: string; readonly history: string };

export type DemoOptions = { readonly history?: string; readonly screen?: true };

export async function demo(options: DemoOptions): Promise<number> {
  if (options.screen && !(process.stdin.isTTY && process.stdout.isTTY)) return report(problem(EXIT.usage, NO_SCREEN));
  const given = options.history === undefined ? null : absolutePath(options.history, '--history');
  if (given?.ok === false) return report(given);
  const laid = layOut();
  if (!laid.ok) return report(laid);
  const endings = watchEndings();
  say(`The sample project: ${laid.project}`);
  const place = { ...laid, history: given?.path ?? join(laid.folder, 'history') };
  const code = await play(place, options.screen === true, endings);
  if (endings.exitCode() !== null) say(`\nThe demo was stopped. What is there of it: ${laid.folder}`);
  await outputSettled();
  return endings.exitCode() ?? code;
}

async function play({ folder, project, history }: Place, onScreen: boolean, endings: Endings): Promise<number> {
  const stopped = () => endings.exitCode() !== null;
  const git = await commitAll(project);
  if (stopped()) return EXIT.interrupted;
  if (!git) say('git is not installed here; the demo goes on without it.');

  const own = endpointOf(process.env);
  const scripted = own === null ? await startEndpoint(folder) : null;
  if (stopped()) return ended(scripted);
  if (scripted?.ok === false) return report(scripted);
  say(scripted ? await aboutScript(scripted.url) : await aboutModel(own ?? ''));

  const before = filesIn(history);
  const endpoint = scripted ? ['--endpoint', scripted.url, '--model', 'scripted-demo', '--config', devNull] : [];
  const rules = (onScreen ? ALLOWED_ON_SCREEN : ALLOWED).flatMap((rule) => ['--allow', rule]);
  const command = onScreen ? [PROMPT] : ['-p', PROMPT];
  say(`\n$ tagma ${onScreen ? '' : '-p '}"${PROMPT}"\n`);
  const args = [...command, ...endpoint, '--cwd', project, '--history', history, ...rules];
  const agent = await runSelf(args, endings, onScreen ? 'inherit' : 'ignore');
  const played = (await scripted?.stop()) ?? true;
  if (stopped()) return agent;
  if (onScreen && !played) {
    say('\nYou have left before the model was done: there is nothing more to show.');
    return EXIT.done;
  }

  say(`\nThe change:\n\n${await changeIn(project, git)}`);
  say('\nThe tests:\n');
  const tested = await runTests(project, endings);
  if (stopped()) return EXIT.interrupted;
  const file = filesIn(history).find((name) => !before.includes(name));
  const replayed = file === undefined ? EXIT.failed : await replayIt(join(history, file), endings);

  const failures = [
    ...(agent === EXIT.done ? [] : [`the agent ended with ${agent}`]),
    ...(played ? [] : ['the requests were not what the script expects (see above)']),
    ...(tested ? [] : ['the tests of the sample project do not pass']),
    ...(replayed === EXIT.done ? [] : ['the history does not replay']),
  ];
  say(failures.length === 0 ? '\nThe demo is done.' : `\nThe demo failed: ${failures.join('; ')}.`);
  return failures.length === 0 ? EXIT.done : EXIT.failed;
}

const NO_SCREEN = 'the demo on the full screen needs a terminal for its input and its output; tagma demo needs none.';

async function ended(scripted: Awaited<ReturnType<typeof startEndpoint>> | null): Promise<number> {
  if (scripted?.ok) await scripted.stop();
  return EXIT.interrupted;
}

async function replayIt(file: string, endings: Endings): Promise<number> {
  say(`\nThe history: ${file}\n\n$ tagma replay ${file}`);
  return runSelf(['replay', file], endings);
}

async function aboutModel(url: string): Promise<string> {
  const { shownEndpoint } = await import('@tagma/endpoint');
  return `The model: the one at ${shownEndpoint({ url })}, as the environment says.`;
}

/** Says plainly that no model is at work, and how one would be. */
async function aboutScript(url: string): Promise<string> {
  const { findLocalServers } = await import('@tagma/endpoint');
  const found = await findLocalServers();
  const local = found.map(
    ({ name, url, models }) =>
      `  ${name} runs here: TAGMA_ENDPOINT=${url} TAGMA_MODEL=${models[0] ?? 'NAME'} tagma demo`,
  );
  return [
    `The model: a script, played by an endpoint of its own at ${url}. Everything else is real.`,
    'For the same task with a real model, set TAGMA_ENDPOINT (and TAGMA_MODEL, TAGMA_API_KEY),',
    'or OPENAI_BASE_URL and OPENAI_API_KEY.',
    ...local,
  ].join('\n');
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.xml'));
  } catch {
    return [];
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
