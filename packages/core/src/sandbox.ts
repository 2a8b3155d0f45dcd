/**
 * Commands in a sandbox: what each is held within follows from what was allowed. Where the sandbox has stopped one, the person
 * is asked whether it runs again outside; where nobody is there, it stays as it is. Pure functions of the context.
 */
import { type Bounds, type Facts, isInstalled, type PathFact } from '@tagma/protocol';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import type { ToolEnded } from './events.ts';
import { isAway, relativeTo } from './path-pattern.ts';

const BASH = 'bash';
const GIT = 'git';
/** What no mode opens: a command that was let run by mode `trust` fails there, and the person is asked. */
const OF_THE_SYSTEM =
  /^\/(bin|boot|dev|etc|lib(32|64|x32)?|opt|proc|run|s?bin|sys|usr|var(?!\/(tmp|folders)\/)|Applications|Library|System|private\/(etc|var(?!\/(tmp|folders)\/)))(\/|$)/;
const NOBODY =
  'nobody is there to let it run outside of the sandbox; the user can allow it from the start: --no-sandbox';
const NOT_LET_OUT = 'the user did not let it run outside of the sandbox';

/**
 * Null where a call runs outside: it starts no command, or one that the person has set himself; there is no sandbox; or the
 * person has agreed to just that. What changes something is held whichever tool starts it, and so is what a project brings.
 */
export function boundsOf({ session, mode }: Context, { ref, judgement, blocked, allowed }: Call): Bounds | null {
  if (!session.settings.sandbox || blocked !== null || judgement === null) return null;
  const { readOnly, network, writes, deletes } = judgement.facts;
  const held = session.tools.find(({ name }) => name === ref.tool)?.held;
  if (held) return { writes: 'project', network: held.network, beyond: [] };
  // What git only looks at runs nothing that a repository names.
  if (ref.tool !== BASH && (ref.tool !== GIT || readOnly)) return null;
  // What a trusted command has left in `/tmp`, or runs, is for the looks that follow it to be seen.
  const shared = mode === 'trust' ? ({ network: true, sharesMachine: true } as const) : null;
  if (readOnly && network.length === 0) return { writes: 'nothing', network: false, beyond: [], ...shared };
  const away = [...writes, ...deletes].filter(isAway);
  // No mode opens what stays as it is in there: only who was asked about it.
  if (allowed === 'by person' && away.some((path) => isKept(path, session.folder))) return null;
  const beyond = away.map(({ path }) => path);
  if (!shared) return { writes: 'project', network: network.length > 0, beyond, ...openedOf(judgement.facts) };
  const opened = allowed === 'by person' ? beyond : beyond.filter((path) => !OF_THE_SYSTEM.test(path));
  return { writes: 'project', beyond: opened, ...shared };
}

/** What runs by itself and may be changed: what was named, and so allowed; what is removed of what is installed; a tool's own work. */
function openedOf({ runsByItself = [], deletes, installs, movesWorkTree }: Facts): Partial<Bounds> {
  const removed = deletes.map(({ path }) => path).filter(isInstalled);
  const selfRunning = [...new Set([...runsByItself, ...removed])];
  return {
    ...(selfRunning.length > 0 && { selfRunning }),
    ...(installs && { installs }),
    ...(movesWorkTree && { movesWorkTree }),
  };
}

/** What stays as it is in there, though it was allowed to be changed: an environment file of the project is none of it. */
function isKept({ path, where }: PathFact, folder: string): boolean {
  if (where !== 'protected') return false;
  const name = relativeTo(folder, path);
  return name === null || /(^|\/)\.(git|tagma)(\/|$)/i.test(name);
}

/** What the sandbox has kept a call from, where the person can be asked about it; else null. */
export function blockedFrom(context: Context, call: Call, ended: ToolEnded): string | null {
  return context.session.settings.headless ? null : keptFrom(context, call, ended);
}

/** What the model is told beside where nobody can be asked: whoever reads its answer can do something about it. */
export function waysOut(context: Context, call: Call, ended: ToolEnded): readonly string[] {
  if (!context.session.settings.headless) return [];
  const from = keptFrom(context, call, ended);
  if (from === null) return [];
  return [from.startsWith('a write') ? `${NOBODY}, or "sandbox": {"writable": [PATH]} in the configuration` : NOBODY];
}

function keptFrom(context: Context, call: Call, { outcome }: ToolEnded): string | null {
  const { blocked } = outcome.details;
  if (boundsOf(context, call) === null || outcome.status !== 'error') return null;
  return typeof blocked === 'string' && blocked !== '' ? blocked : null;
}

/** What the model is told where the person does not let it out. */
export function notLetOut({ blocked }: Call, reason: string): Call['answer'] {
  if (blocked === null) return null;
  const { answer } = blocked;
  return { ...answer, notes: [...answer.notes, reason === '' ? NOT_LET_OUT : `${NOT_LET_OUT}: ${reason}`] };
}
