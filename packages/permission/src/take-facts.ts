/**
 * What a call would do, found out before it runs. Conservative: what is not positively understood is unknown, and
 * unknown asks. One stage a tool; the shell has a house of its own (`shell.ts`).
 */
import { type Facts, fixedNames, NO_FACTS } from '@tagma/protocol';
import { closedFacts } from './closed.ts';
import { beginLooks, looksKeptBack, msLeft, type Patience } from './disk.ts';
import { pathFacts, sum, unknownFacts } from './facts.ts';
import { forbiddenFacts } from './forbidden.ts';
import { gitFacts } from './git.ts';
import { type Ground, type Place, survey } from './ground.ts';
import { isRead, otherShellFacts } from './other-shell.ts';
import { locateParameter, spellings } from './paths.ts';
import { reading, readingFile, searching } from './reading.ts';
import { bashFacts } from './shell.ts';

/** A call, as the model has asked for it. */
export type CallToJudge = { readonly tool: string; readonly params: { readonly [name: string]: unknown } };

/** A call that is judged waits for this alone, and so does whoever presses a key. */
const HERE: Patience = { msMax: 250, mayWait: false };
/** Where there is no process to go on in. */
const ALONE: Patience = { msMax: 5_000, mayWait: false };
/** In that process: it is ended from outside. */
export const ELSEWHERE: Patience = { msMax: 60_000, mayWait: true };

/**
 * The facts of a call as it would run now, in the project folder (a command: where `cd` has led). Reads the file system (links), changes nothing, never
 * throws: what cannot be found out is `unknown`, with the reason. A tool that is not known is unknown too.
 */
export async function takeFacts(call: CallToJudge, place: Place): Promise<Facts> {
  const before = looksKeptBack();
  beginLooks(place.patience ?? (place.takeElsewhere ? HERE : ALONE));
  const facts = await factsHere(call, place);
  // What was kept back may have been taken for nothing on the way: these facts are worth nothing then.
  const isLate = facts.unknown !== null && msLeft() < 0;
  if (looksKeptBack() === before && !isLate) return facts;
  const found = await place.takeElsewhere?.(call);
  return found ?? { ...unknownFacts(NOT_FOUND_OUT), forbidden: facts.forbidden };
}

const NOT_FOUND_OUT = 'looking at the files that it is about takes too long, or they lie where nobody may answer';

async function factsHere(call: CallToJudge, place: Place): Promise<Facts> {
  try {
    const ground = survey(place);
    const facts = await factsOf(call, ground, place);
    const closed = facts.forbidden === null ? closedFacts(facts, ground) : null;
    return closed === null ? facts : { ...facts, forbidden: closed };
  } catch (error) {
    return unknownFacts(`it cannot be analysed (${error instanceof Error ? error.message : String(error)})`);
  }
}

async function factsOf({ tool, params }: CallToJudge, ground: Ground, { undone, shell }: Place): Promise<Facts> {
  switch (tool.toLowerCase()) {
    case 'bash':
      if (isAboutJob(params)) return NO_FACTS;
      return onText(params.command, 'command', (command) =>
        shell === undefined || isRead(shell) ? bashFacts(command, ground) : otherShellFacts(command, shell, ground),
      );
    case 'read':
      return onString(params.path, 'path', (path) => readingFile(path, ground));
    case 'ls':
      return onString(params.path ?? '.', 'path', (path) => reading(path, ground));
    case 'grep':
      return onString(params.path ?? '.', 'path', (path) => searching(path, ground));
    case 'glob':
      return onString(params.pattern, 'pattern', (pattern) =>
        onString(params.path ?? '.', 'path', (path) => globbing(pattern, path, ground)),
      );
    case 'write':
      return onString(params.path, 'path', (path) => writingFile(path, ground));
    case 'edit':
      return onString(params.path, 'path', (path) => sum([readingFile(path, ground), writingFile(path, ground)]));
    case 'git':
      return onText(params.action, 'action', (action) => gitFacts(action, params, ground));
    case 'fetch':
      return onString(params.url, 'url', fetching);
    case 'search':
      // Which service is asked, the settings say.
      return onText(params.query, 'query', () => ({ ...NO_FACTS, network: ['*'], readOnly: true }));
    case 'undo':
      return undoing(params.steps ?? 1, ground, undone);
    default:
      return unknownFacts(`nothing is known of the tool ${tool}`);
  }
}

/** A blank one too: the tool takes it for the folder, or refuses it and says why. */
async function onString(value: unknown, name: string, facts: (text: string) => Facts | Promise<Facts>): Promise<Facts> {
  return typeof value === 'string' ? facts(value) : unknownFacts(`its ${name} is missing`);
}

async function onText(value: unknown, name: string, facts: (text: string) => Facts | Promise<Facts>): Promise<Facts> {
  return typeof value === 'string' && value.trim() !== '' ? facts(value) : unknownFacts(`its ${name} is missing`);
}

/** What a job does was judged when it was started; to read what it has written, or to stop it, changes nothing else. */
function isAboutJob({ command, job }: CallToJudge['params']): boolean {
  return (
    typeof job === 'string' &&
    job.trim() !== '' &&
    (command === undefined || (typeof command === 'string' && command.trim() === ''))
  );
}

/** See `spellings`. */
function writingFile(path: string, ground: Ground): Facts {
  return sum(spellings(path, ground).map((spelling) => writing(spelling, ground)));
}

function writing(path: string, ground: Ground): Facts {
  const facts = pathFacts('writes', [locateParameter(path, ground)]);
  return { ...facts, forbidden: forbiddenFacts(facts, false, ground) };
}

/** It writes what write and edit have written before. Where there is nothing to take back, it changes nothing. */
async function undoing(steps: unknown, ground: Ground, undone: Place['undone']): Promise<Facts> {
  if (typeof steps !== 'number') return unknownFacts('its steps are no number');
  const paths = undone ? await undone(steps) : [ground.folder];
  beginLooks();
  return sum(paths.map((path) => writing(path, ground)));
}

/** A pattern may lead elsewhere by its first names. Past its first `*` it must not climb. */
function globbing(pattern: string, path: string, ground: Ground): Facts {
  if (pattern === '') return { ...NO_FACTS, readOnly: true };
  const fixed = fixedNames(pattern);
  const rest = pattern.split('/').slice(fixed.length);
  // Braces and parentheses may hold whole paths.
  const holdsPaths = rest.slice(0, -1).some((name) => /[{(]/.test(name));
  if (holdsPaths || rest.some((name) => name.includes('..'))) {
    return unknownFacts(`it is not clear where the pattern ${pattern} leads`);
  }
  const start = fixed.length === 1 && fixed[0] === '' ? '/' : fixed.join('/');
  const from = start === '' ? [] : [start.startsWith('/') || start.startsWith('~') ? start : `${path}/${start}`];
  return sum([path, ...from].map((base) => searching(base, ground)));
}

/** What is no address of the web the tool refuses, and says how to write one: there is nothing to decide about. */
function fetching(url: string): Facts {
  const address = URL.canParse(url.trim()) ? new URL(url.trim()) : null;
  if (!address || !/^https?:$/.test(address.protocol)) return NO_FACTS;
  // A dot at the end of a name changes nothing about whose it is.
  return { ...NO_FACTS, network: [address.hostname.replace(/\.$/, '')], readOnly: true };
}
