/** `tagma setup`, and the same before the first session on a terminal where nothing says which model to ask. */
import { statSync } from 'node:fs';
import { type Config, configFile, readConfig } from '../config/index.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem, report } from '../problem.ts';
import { canAsk, type RendererOptions } from '../renderer.ts';
import { keptProviders } from '../secrets/index.ts';
import { keep } from './keep.ts';
import { askLineByLine } from './line-by-line.ts';
import { type Known, offerAt, offersOf } from './offers.ts';
import { lineTerminal } from './terminal.ts';
import { firstStep } from './wizard.ts';
import { listed, tried } from './work.ts';

export type SetupOptions = RendererOptions & { readonly config?: string };

/** `set`: a session can start. Else how the command ends. */
export type SetUpEnd = { readonly ok: 'set' } | { readonly ok: 'left'; readonly exit: number };

export async function setup(options: SetupOptions): Promise<number> {
  if (!canAsk(options)) return report(problem(EXIT.usage, NO_TERMINAL));
  const ended = await setUp(options, '');
  if (ended.ok === false) return report(ended);
  return ended.ok === 'set' ? EXIT.done : ended.exit;
}

/** Before the first session. */
export function firstRun(options: SetupOptions): Promise<SetUpEnd | Problem> {
  return setUp(options, 'Nothing says yet which model Tagma is to ask.\n');
}

/** @param why said first */
async function setUp(options: SetupOptions, why: string): Promise<SetUpEnd | Problem> {
  const { env } = process;
  const { file } = configFile(options.config, env);
  if (!(statSync(file, { throwIfNoEntry: false })?.isFile() ?? true)) {
    return problem(EXIT.usage, `${file} is no file: nothing could be written there.`);
  }
  const read = await readConfig(options.config, env);
  if (!read.ok) return read;
  const terminal = lineTerminal(process.stdin, process.stderr);
  try {
    terminal.say(`${why}${BEGINNING}`);
    const known = await lookAround(read.config, env);
    const wizard = firstStep(known.offers, read.config.mode ?? 'default');
    const end = await askLineByLine(wizard, file, worldOf(known), terminal);
    terminal.close();
    if (end === null) {
      terminal.say('Nothing was written.\n');
      return { ok: 'left', exit: EXIT.interrupted };
    }
    if (end.step === 'demo') return { ok: 'left', exit: await showDemo(options) };
    const kept = await keep(end, file, read.config, env);
    if (!kept.ok) return kept;
    terminal.say(`\n${kept.says.join('\n')}\nAgain: tagma setup. All that the server can do: tagma doctor\n`);
    return { ok: 'set' };
  } finally {
    terminal.close();
  }
}

const NO_TERMINAL =
  'setting up asks questions: that needs a terminal for input and output. Without one: tagma config set model PROVIDER:MODEL, and tagma config set providers.PROVIDER.key';

const BEGINNING =
  'A few questions, and nothing is written before you have agreed to it at the end. Ctrl+C leaves everything as it was.\nLooking for servers on this machine …\n';

async function lookAround(config: Config, env: Environment) {
  const endpoint = await import('@tagma/endpoint');
  const [found, kept] = await Promise.all([endpoint.findLocalServers(), keptProviders(env)]);
  const known: Known = { config, env, kept, endpoint };
  return { ...known, offers: offersOf(found, known) };
}

function worldOf(known: Known): Parameters<typeof askLineByLine>[2] {
  return {
    offerAt: (url) => offerAt(url, known),
    list: (wizard, signal) => listed(wizard, known, signal),
    tryOut: (wizard, signal, tell) => tried(wizard, known, signal, tell),
  };
}

async function showDemo({ accessible }: SetupOptions): Promise<number> {
  const { demo } = await import('../demo.ts');
  return demo(accessible ? {} : { screen: true });
}
