/**
 * What one simple command of plain words would do: an inspection, a change of files that is known by its program, or a
 * program that runs. Programs that run their own words, or change what the shell makes of the next command, are unknown.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { runsCode } from './code.ts';
import { ofNames, pathFacts, sum, unknownFacts } from './facts.ts';
import { forbiddenFacts, isRecursive } from './forbidden.ts';
import { gitChanges } from './git-changes.ts';
import { gitLookFacts } from './git-look.ts';
import type { Ground } from './ground.ts';
import { inPlaceFacts } from './in-place.ts';
import { inspectionOf } from './inspections.ts';
import { ownWorkOf } from './installs.ts';
import { whatRunsInstead } from './own-program.ts';
import { locateWord } from './paths.ts';
import { nameOf, SHELL_STATE, SHELLS, usesNetwork, WRAPPERS } from './programs.ts';
import { reachOf } from './reach.ts';
import { removedWith } from './removal.ts';
import { SWEEPS_ALL, type Sweep, sweepFacts } from './sweep.ts';
import { isUnknownText, mayBeOption, mayBeWords } from './unknown-text.ts';
import { asksForVersion } from './version.ts';

/** Options by which a program starts another one. */
const EXECUTING: ReadonlyMap<string, RegExp> = new Map([
  ['find', /^-(exec|execdir|ok|okdir)$/],
  ['fd', /^(-\w*[xX]|--exec)/],
  ['rg', /^(--pre|--hostname-bin|--search-zip|-\w*z)/],
  ['sort', /^--co/],
  ['tar', /^(--.*(command|compress|action|program)|-\w*[FI])/],
  ['git', /^(--exec|-x$|--upload-pack|--receive-pack|--config-env|--extcmd|foreach$|run$|filter-branch$)/],
]);

/** Programs that show the contents of all files in a folder; with options that are not understood, of whatever is there. */
const SEARCHES: ReadonlySet<string> = new Set('grep egrep fgrep zgrep rgrep rg ag ack ugrep diff'.split(' '));

/** `base` is the folder that the command runs in. */
export function commandFacts(program: string, words: readonly string[], base: string, ground: Ground): Facts {
  const hidden = whatIsHidden(program, words);
  if (hidden !== null) return { ...unknownFacts(hidden), runs: [program] };
  const instead = whatRunsInstead(program, base, ground);
  const look = instead === null ? lookFacts(program, words, base, ground) : null;
  if (look) return look;
  if (words.some(isUnknownText)) return { ...unknownFacts(`${program} is given what is not known`), runs: [program] };
  const why = whyUnknown(program, words);
  if (why !== null) return { ...unknownFacts(why), runs: [program] };
  const runs: Facts = {
    ...NO_FACTS,
    runs: instead === null ? [program] : [program, instead],
    // What code talks to, or writes, is not known.
    network: usesNetwork(program, words) || runsCode(nameOf(program), words) ? ['*'] : [],
    readOnly: false,
    ...ownWorkOf(program, words),
  };
  const changes = changesOf(nameOf(program), words, base, ground);
  // Where the operands are known for what they are, only the options may still hide a path.
  const others = changes ? words.filter((word) => word.startsWith('-')) : words;
  const forbidden = changes && forbiddenFacts(changes, words.some(isRecursive), ground);
  return sum([
    runs,
    { ...(changes ?? NO_FACTS), forbidden },
    changes && removesTrees(program, words) ? removedWith(changes, ground) : NO_FACTS,
    nameOf(program) === 'git' ? gitChanges(words, base, ground) : NO_FACTS,
    SEARCHES.has(nameOf(program)) ? sweepFacts(['.', ...words], SWEEPS_ALL, base, ground) : NO_FACTS,
    inPlaceFacts(nameOf(program), words, base, ground),
    // A program without a slash is looked for on the search path, not in the folder.
    reachOf(program.includes('/') ? [program, ...others] : others, base, ground),
  ]);
}

/** Whether a program with these words only looks, whatever it looks at. `base` is the folder that it runs in. */
export function isLook(program: string, words: readonly string[], base: string, ground: Ground): boolean {
  if (whatRunsInstead(program, base, ground) !== null) return false;
  if (program === 'git') return gitLookFacts(words, base, ground) !== null;
  return asksForVersion(program, words) || inspectionOf(program, words)?.looks === true;
}

/** Of a program that only looks with these words; null for any other. */
function lookFacts(program: string, words: readonly string[], base: string, ground: Ground): Facts | null {
  const look = program === 'git' ? gitLookFacts(words, base, ground) : null;
  if (look) return look;
  if (asksForVersion(program, words)) return { ...NO_FACTS, runs: [program] };
  const inspection = inspectionOf(program, words);
  if (!inspection?.looks) return null;
  const read = readsOf(inspection.paths, inspection.sweep, base, ground);
  return { ...(inspection.isOfNames ? ofNames(read, ground) : read), runs: [program] };
}

/** Programs to which a word of whatever text is nothing but a text; `printf`, but for its first. */
const TAKES_TEXT: ReadonlySet<string> = new Set(['echo', ':', 'true', 'false', 'printf']);

/** Why a word that is not known may turn out to be more than an operand, or null. */
function whatIsHidden(program: string, words: readonly string[]): string | null {
  if (TAKES_TEXT.has(program))
    return program === 'printf' && isUnknownText(words.find((word) => word !== '--') ?? '')
      ? 'a format that is not known'
      : null;
  const isTest = program === '[' || program === 'test';
  const word = words.find((each) => mayBeWords(each) || (!isTest && mayBeOption(each)));
  return word === undefined ? null : `${program} is given what is not known, which may be an option`;
}

function whyUnknown(program: string, words: readonly string[]): string | null {
  const name = nameOf(program);
  if (WRAPPERS.has(name)) return `${program} runs the command in its words`;
  if (SHELL_STATE.has(name)) return `${program} changes what the shell does next`;
  if (SHELLS.has(name) && (POWERSHELL.test(name) || !runsAFile(words))) return `${program} runs a text as a command`;
  const executing =
    words.find((word) => EXECUTING.get(name)?.test(word)) ?? (name === 'git' ? settingOf(words) : undefined);
  return executing === undefined ? null : `${program} can run other programs with ${executing}`;
}

/** `git -c key=value`: a setting can be a command. Only before the subcommand; after it the letter means other things. */
function settingOf(words: readonly string[]): string | undefined {
  const command = words.findIndex((word, at) => !word.startsWith('-') && words[at - 1] !== '-C');
  return words.slice(0, command < 0 ? undefined : command).find((word) => word.startsWith('-c'));
}

/** Some of them take a word that is no option for a text, not for a file. */
const POWERSHELL = /^(pwsh|powershell)/;

/** `bash -e build.sh`: plain options, and then a file. */
function runsAFile(words: readonly string[]): boolean {
  const first = words.find((word) => !/^-[eux]+$/.test(word));
  return first !== undefined && !/^[-+]/.test(first) && !first.startsWith('/dev/');
}

/** Standard input, and what the shell has opened for `<(…)`. */
const ALREADY_OPEN = /^(-|\/dev\/(null|stdin|fd\/63))$/;

function readsOf(paths: readonly string[], sweep: Sweep | null, base: string, ground: Ground): Facts {
  if (paths.some(isUnknownText)) return unknownFacts('it reads a file that is not known');
  const read = paths.filter((path) => path !== '' && !ALREADY_OPEN.test(path));
  const facts = pathFacts(
    'reads',
    read.map((path) => locateWord(path, base, ground, 'read')),
  );
  return sweep === null ? facts : sum([facts, sweepFacts(read, sweep, base, ground)]);
}

/** Whether what is removed goes with all that is in it. */
function removesTrees(program: string, words: readonly string[]): boolean {
  const name = nameOf(program);
  return (name === 'rm' && words.some(isRecursive)) || name === 'mv' || name === 'find';
}

/** The files that well-known programs change, by their operands; null for all other programs. */
function changesOf(name: string, words: readonly string[], base: string, ground: Ground): Facts | null {
  const operands = words.filter((word) => !word.startsWith('-') && word !== '');
  const located = (paths: readonly string[]) => paths.map((path) => locateWord(path, base, ground));
  switch (name) {
    case 'rm':
    case 'rmdir':
    case 'unlink':
    case 'shred':
      return pathFacts('deletes', located(operands));
    case 'mkdir':
      return pathFacts(
        'writes',
        operands.map((path) => locateWord(path, base, ground, 'make-folder')),
      );
    case 'touch':
    case 'tee':
    case 'truncate':
      return pathFacts('writes', located(operands));
    case 'mv':
      return sum([
        pathFacts('deletes', located(operands.slice(0, -1))),
        pathFacts('writes', located(operands.slice(-1))),
      ]);
    case 'cp':
    case 'ln':
      return sum([
        pathFacts(
          'reads',
          operands.slice(0, -1).map((path) => locateWord(path, base, ground, 'read')),
        ),
        pathFacts('writes', located(operands.slice(-1))),
      ]);
    case 'find': {
      const start = words.findIndex((word) => /^(-.|[(!])/.test(word));
      const folders = words.slice(0, Math.max(start, 0));
      return words.includes('-delete') ? pathFacts('deletes', located(folders.length === 0 ? ['.'] : folders)) : null;
    }
    default:
      return null;
  }
}
