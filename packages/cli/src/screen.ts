/** The full screen: a session, and those that take its place, until the person leaves. */
import { basename } from 'node:path';
import { type ForkPoint, forkPoints } from '@tagma/history';
import { visible } from '@tagma/protocol';
import { boundKeys, openAccessible, openScreen, type Rewound, type ShownSession } from '@tagma/tui';
import type { Config } from './config/config.ts';
import { earlierPrompts } from './draft/earlier-prompts.ts';
import { filesBelow } from './draft/files.ts';
import { inEditor } from './editor.ts';
import type { Endings } from './endings.ts';
import { EXIT } from './exit.ts';
import { aboutFork, aboutRewind, rewound } from './fork/rewind.ts';
import { sessionNamed } from './hooks/operations.ts';
import { beginLive } from './live.ts';
import type { GivenOptions } from './options.ts';
import type { Prepared } from './prepare.ts';
import { problem, report } from './problem.ts';
import type { Renderer } from './renderer.ts';
import { type Found, keptSession, namedSession, newSession, type PrepareFrom } from './screen/another.ts';
import { appearanceOf } from './screen/appearance.ts';
import { orCrashed } from './screen/crash.ts';
import { exportedHere, guideWritten } from './screen/files-written.ts';
import { goodbye } from './screen/goodbye.ts';
import { configReport, doctorReport } from './screen/reports.ts';
import { keeperOf, settingsOf } from './screen/screen-settings.ts';
import { isOwn, outlineLines, sessionsHere } from './screen/session-doors.ts';
import { type PlaceOptions, sessionPlace } from './sessions/place.ts';
import { userCommands } from './user-commands/user-commands.ts';

/** How the session is shown, where the sessions lie, how another one is prepared, and what is configured. */
export type Around = {
  readonly renderer: Renderer;
  readonly place: PlaceOptions;
  readonly prepareFrom: PrepareFrom;
  /** The options, as they were said or recorded. */
  readonly given: GivenOptions;
  readonly resumed: boolean;
  readonly config: Config;
  /** Where the configuration stands, or would. */
  readonly configFile: string;
};

type Doors = Pick<
  ShownSession,
  | 'rewinding'
  | 'sessions'
  | 'models'
  | 'themes'
  | 'keepSetting'
  | 'files'
  | 'earlierPrompts'
  | 'commands'
  | 'writeGuide'
  | 'exportSession'
  | 'reports'
>;

/**
 * The exit code, but for a signal: that is among the endings.
 * @param notes what has been said before, and would not be seen below the screen
 */
export async function screen(
  prompt: string | undefined,
  prepared: Prepared,
  endings: Endings,
  notes: readonly string[],
  { renderer, place, prepareFrom, given, resumed, config, configFile }: Around,
): Promise<number> {
  const appearance = await appearanceOf(config, configFile);
  const keys = boundKeys(config.keys ?? []);
  let live = beginLive(prepared);
  const files = new Set([prepared.file]);
  let underWay: Promise<unknown> = Promise.resolve();

  /** The session on the screen ends, and is kept; the one that was found takes its place. */
  const swap = (finding: Promise<Found>): Promise<Rewound> => {
    const swapped = finding.then(async (found): Promise<Rewound> => {
      if (!found.ok) return found;
      await live.end('person');
      live = beginLive(found.prepared, live.breakpoints());
      files.add(found.prepared.file);
      const { notes = [], draft = '' } = found;
      return { ok: true, shown: { ...live.shown, ...doors, notes, draft } };
    });
    underWay = swapped;
    return swapped;
  };
  const ownCommands = () => userCommands({ folder: live.prepared.started.folder, configFile });
  const leaves = (to: string | null) => live.refusal({ op: 'switch', record: null, to });
  const kept = async (file: string, own: boolean): Promise<Found> =>
    (await leaves(sessionNamed(file))) ?? keptSession(file, own, now(), prepareFrom);
  const begun = async (): Promise<Found> => (await leaves(null)) ?? newSession(now(), prepareFrom);
  const now = () => live.session.snapshot().context;
  const doors: Doors = {
    rewinding: {
      prompts: async () => {
        const found = await forkPoints(live.prepared.file);
        return found.ok ? found : { ok: false, message: found.error.message };
      },
      to: (point) => swap(fork(point)),
    },
    sessions: {
      list: () => sessionsHere(place, live.prepared.file),
      open: (file) => swap(isOwn(file, place).then((own) => kept(file, own))),
      openNamed: (name) => swap(namedSession(name, place, live.prepared.file, kept)),
      begin: () => swap(begun()),
      outline: outlineLines,
    },
    models: () => live.prepared.models.choices(),
    themes: appearance.themes,
    keepSetting: keeperOf(configFile),
    files: () => filesBelow(live.prepared.started.folder),
    writeGuide: async (replaces) => guideWritten(live.prepared.started.folder, replaces),
    exportSession: (wanted) => exportedHere(live.prepared, wanted),
    reports: {
      doctor: (tell) => doctorReport(live.prepared.models, config)(tell),
      config: (tell) => configReport(live.prepared.started.folder, given, resumed || live.prepared.from !== null)(tell),
    },
    commands: async () => (await ownCommands()).commands,
    earlierPrompts: async () => {
      const found = await sessionPlace(place);
      return found.ok ? earlierPrompts(found) : [];
    },
  };
  const fork = async (point: ForkPoint | null): Promise<Found> => {
    const old = live.prepared;
    const refusal = await live.refusal({ op: 'fork', record: point && point.record - 1, to: null });
    if (refusal !== null) return refusal;
    const next = await rewound(point, { ...old, outputFolder: old.deps.outputFolder }, now(), prepareFrom);
    if (!next.ok) return next;
    const name = basename(old.file, '.xml');
    if (point === null) return { ok: true, prepared: next, notes: [aboutFork(name)] };
    return { ok: true, prepared: next, notes: [aboutRewind(name, point.prompt)], draft: point.text };
  };

  const { problems } = await ownCommands();
  const open = renderer === 'accessible' ? openAccessible : openScreen;
  const opened = () =>
    open({
      ...live.shown,
      ...doors,
      ...appearance,
      keys: keys.table,
      notes: [...notes, ...appearance.notes, ...keys.problems, ...problems],
      settings: settingsOf(config),
      title: config.screen?.title ?? true,
      drawing: renderer === 'inline' ? 'inline' : 'full',
      editor: (text, name) => inEditor(text, name, process.env),
      ...{ input: process.stdin, output: process.stdout, env: process.env },
      ...(prompt === undefined ? {} : { prompt }),
    });
  // The screen takes signals from here on; one that has come already is not for it to see.
  const heedAgain = renderer === 'accessible' ? endings.withoutInterrupt() : () => {};
  const left = endings.exitCode() === null ? await orCrashed(opened(), () => live.prepared) : null;
  heedAgain();
  await underWay;
  await live.end(left?.kind === 'quit' || left?.kind === 'session-ended' ? 'person' : 'signal');
  const last = live.prepared.file;
  for (const file of files) if (file !== last) process.stdout.write(`history: ${visible(file)}\n`);
  process.stdout.write(await goodbye(last, place));
  const broken = await Promise.race([live.session.broken, null]);
  if (broken !== null) return report(problem(EXIT.failed, broken));
  if (left?.kind === 'crashed') return EXIT.failed;
  if (left?.kind === 'terminal-closed') return EXIT.hungUp;
  return left?.kind === 'quit' && left.interrupted ? EXIT.interrupted : EXIT.done;
}
