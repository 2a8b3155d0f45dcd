/** `tagma setup`, and the same before the first session on a terminal where nothing says which model to ask. */
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { openForm } from '@tagma/tui';
import { type Config, configFile, readConfig } from '../config/index.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { beforeRemarks, type Problem, problem, remark, report } from '../problem.ts';
import { quoted } from '../quoted.ts';
import { canAsk, type RendererOptions, rendererOf } from '../renderer.ts';
import { keptProviders } from '../secrets/index.ts';
import { exitOf } from '../view/exit.ts';
import { streamsOf } from '../view/streams.ts';
import { folderHere } from '../working-folder.ts';
import { screenAsker } from './full-screen.ts';
import { type Keeping, keep, planned } from './keep.ts';
import { lineAsker } from './line-by-line.ts';
import { type Known, offerAt, offersOf } from './offers.ts';
import { overruled } from './overruled.ts';
import { unfitPlace } from './place.ts';
import { lineTerminal } from './terminal.ts';
import { type WalkEnd, type World, walk } from './walk.ts';
import { firstStep, type Wizard, type Worked } from './wizard.ts';
import { listed, tried } from './work.ts';

export type SetupOptions = RendererOptions & { readonly config?: string };

/** `set`: a session can start, and `notes` are to be told in it. Else how the command ends. */
export type SetUpEnd =
  | { readonly ok: 'set'; readonly notes: readonly string[] }
  | { readonly ok: 'left'; readonly exit: number };

export async function setup(options: SetupOptions): Promise<number> {
  if (!canAsk(options)) return report(problem(EXIT.usage, NO_TERMINAL));
  const ended = await setUp(options, [], false);
  if (ended.ok === false) return report(ended);
  return ended.ok === 'set' ? EXIT.done : ended.exit;
}

/** Before the first session. On the full screen the terminal is kept for that: any remark gives it back. */
export function firstRun(options: SetupOptions): Promise<SetUpEnd | Problem> {
  return setUp(options, ['Nothing says yet which model Tagma is to ask.'], true);
}

/** @param why said first */
async function setUp(
  options: SetupOptions,
  why: readonly string[],
  startsSession: boolean,
): Promise<SetUpEnd | Problem> {
  const { env } = process;
  const { file, source } = configFile(options.config, env);
  const unfit = unfitPlace(file);
  if (unfit !== null) return unfit;
  // One that is named may be a new one.
  const config = source === 'usual' || existsSync(file) ? options.config : devNull;
  const read = await readConfig(config, env);
  if (!read.ok) return read;
  const world = await worldOf(file, read.config, env);
  const first = firstStep(read.config.mode ?? 'default');
  const asks = (await rendererOf(options, read.config)) === 'full' ? onScreen : byLine;
  const { end, exit, hasSaid } = await asks(config, first, world, [...why, ...BEGINNING], startsSession);
  if (end === null) {
    remark('Nothing was written.\n');
    return { ok: 'left', exit };
  }
  if (end.kind === 'demo') return { ok: 'left', exit: await showDemo(options) };
  const use = source === '--config' ? [`To use it: tagma --config ${quoted(file)}`] : [];
  const notes = [
    ...end.says,
    ...(await overruled(options.config, env, folderHere())),
    ...use,
    'Again: tagma setup. All that the server can do: tagma doctor',
  ];
  const said = notes.join('\n');
  if (startsSession && !hasSaid) return { ok: 'set', notes: [said] };
  remark(`\n${said}\n`);
  return { ok: 'set', notes: [] };
}

/** `exit`: of who has left. `hasSaid`: whether all stands below what was said before, and needs no other place. */
type Asked = { readonly end: WalkEnd | null; readonly exit: number; readonly hasSaid: boolean };

async function byLine(
  _config: string | undefined,
  first: Wizard,
  world: World,
  beginning: readonly string[],
): Promise<Asked> {
  const terminal = lineTerminal(process.stdin, process.stderr);
  try {
    terminal.say(`${beginning.join('\n')}\n`);
    const end = await walk(first, world, lineAsker(terminal));
    return { end, exit: EXIT.interrupted, hasSaid: true };
  } finally {
    terminal.close();
  }
}

async function onScreen(
  config: string | undefined,
  first: Wizard,
  world: World,
  beginning: readonly string[],
  startsSession: boolean,
): Promise<Asked> {
  const { notice, ...streams } = await streamsOf(config);
  const said = notice === undefined ? beginning : [notice, ...beginning];
  const { leaving, value, giveBack } = await openForm({ ...streams, heading: 'Setting up Tagma' }, async (asker) => {
    const end = await walk(first, world, screenAsker(asker, said));
    return { value: end, keeps: startsSession && end?.kind === 'kept' ? STARTING : null };
  });
  beforeRemarks(giveBack);
  return { end: value, exit: leaving.kind === 'quit' ? EXIT.interrupted : exitOf(leaving), hasSaid: false };
}

const STARTING = 'Starting the session';

const NO_TERMINAL =
  'setting up asks questions: that needs a terminal for input and output. Without one: tagma config set model PROVIDER:MODEL, and tagma config set providers.PROVIDER.key';

const BEGINNING = [
  'A few questions, and nothing is written before you have agreed to it at the end. Ctrl+C leaves everything as it was.',
  'To see Tagma at work without a model: demo.',
];

async function worldOf(file: string, config: Config, env: Environment): Promise<World> {
  const [endpoint, kept] = await Promise.all([import('@tagma/endpoint'), keptProviders(env)]);
  const known: Known = { config, env, kept, endpoint };
  const keeping: Keeping = { file, config, env, kept, shownAddress: (url) => endpoint.shownEndpoint({ url }) };
  return {
    offerAt: (url) => offerAt(url, known),
    look: () => looked(known),
    list: (wizard, signal) => listed(wizard, known, signal),
    tryOut: (wizard, signal, tell) => tried(wizard, known, signal, tell),
    planned: (wizard) => planned(wizard, keeping),
    keep: (wizard) => keep(wizard, keeping),
  };
}

async function looked(known: Known): Promise<Worked> {
  const { findLocalServers, LOCAL_SERVERS } = known.endpoint;
  const found = await findLocalServers();
  const ports = LOCAL_SERVERS.map(({ name }) => name).join(', ');
  const says = found.length > 0 ? '' : `No server runs on this machine, on the usual ports of ${ports}.`;
  return { ok: true, offers: offersOf(found, known), says };
}

async function showDemo({ accessible }: SetupOptions): Promise<number> {
  const { demo } = await import('../demo.ts');
  return demo(accessible ? {} : { screen: true });
}
