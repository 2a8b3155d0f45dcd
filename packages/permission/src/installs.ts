/**
 * Commands that change what runs by itself as their own work: package managers, which install into folders of the project,
 * and git where it moves the work tree. What is named here may be changed by a command that does nothing else.
 */
import type { Facts } from '@tagma/protocol';
import { nameOf } from './programs.ts';

/** What a command may change beside what it names. */
export type OwnWork = Pick<Facts, 'installs' | 'movesWorkTree'>;

type Installer = { readonly actions: ReadonlySet<string>; readonly into: readonly string[] };

const MODULES = ['node_modules'];
const YARN = [...MODULES, '.yarn/cache', '.yarn/unplugged', '.yarn/install-state.gz', '.pnp.cjs', '.pnp.loader.mjs'];
const VENVS = ['.venv', 'venv', '.virtualenv'];
const COMPOSER = ['vendor/bin', 'vendor/composer', 'vendor/autoload.php'];

const INSTALLERS: ReadonlyMap<string, Installer> = new Map([
  installer(
    'npm',
    'ci clean-install install i add in remove rm un uninstall update up upgrade dedupe prune rebuild',
    MODULES,
  ),
  installer('pnpm', 'install i add remove rm un uninstall update up upgrade dedupe prune rebuild import', [
    ...MODULES,
    '.pnpm-store',
  ]),
  installer('yarn', 'install add remove up upgrade dedupe', YARN),
  installer('bun', 'install i add remove rm update', MODULES),
  installer('deno', 'install add remove', MODULES),
  installer('pip', 'install uninstall', VENVS),
  installer('pip3', 'install uninstall', VENVS),
  installer('uv', 'sync add remove venv pip', VENVS),
  installer('poetry', 'install add remove update sync', VENVS),
  installer('pipenv', 'install uninstall sync update', VENVS),
  installer('pdm', 'install add remove sync update', [...VENVS, '__pypackages__']),
  installer('bundle', 'install update add', ['vendor/bundle']),
  installer('composer', 'install i update u upgrade require remove dump-autoload dumpautoload', COMPOSER),
  installer('pod', 'install update', ['pods']),
  installer('terraform', 'init', ['.terraform']),
]);

/** They write tracked files, among which may be such that run by themselves. */
const MOVES_WORK_TREE: ReadonlySet<string> = new Set(
  'checkout switch pull merge rebase stash restore reset apply am cherry-pick revert clone'.split(' '),
);

const NONE: OwnWork = {};

/** `words` are those behind the program. A program that is named by a path may be anything. */
export function ownWorkOf(program: string, words: readonly string[]): OwnWork {
  if (program.includes('/')) return NONE;
  const name = nameOf(program);
  if (name === 'git') return MOVES_WORK_TREE.has(actionOf(words, /^-[cC]$/) ?? '') ? { movesWorkTree: true } : NONE;
  const python = /^python[\d.]*$/.test(name) && words[0] === '-m' ? words.slice(1) : null;
  if (python?.[0] === 'venv' || name === 'virtualenv') return { installs: VENVS };
  if (python?.[0] === 'pip') return ownWorkOf('pip', python.slice(1));
  const found = INSTALLERS.get(name);
  // Alone, yarn installs.
  const action =
    actionOf(words, /^(--prefix|-C|--dir|--cwd|--filter|-F|--directory|--project)$/) ??
    (name === 'yarn' ? 'install' : '');
  return found?.actions.has(action) ? { installs: found.into } : NONE;
}

/** What a call may do as its own work: only where all programs in it do no other. */
export function ownWorkOfAll(pieces: readonly Facts[]): OwnWork {
  const running = pieces.filter(({ readOnly, runs }) => !readOnly && runs.length > 0);
  if (running.some(({ installs, movesWorkTree }) => !installs && !movesWorkTree)) return NONE;
  const installs = [...new Set(running.flatMap((piece) => piece.installs ?? []))];
  const moves = running.some(({ movesWorkTree }) => movesWorkTree);
  return { ...(installs.length > 0 && { installs }), ...(moves && { movesWorkTree: true }) };
}

/** The first word that is neither an option nor what an option takes. */
function actionOf(words: readonly string[], takesWord: RegExp): string | undefined {
  return words.find((word, at) => !word.startsWith('-') && !takesWord.test(words[at - 1] ?? ''));
}

function installer(name: string, actions: string, into: readonly string[]): [string, Installer] {
  return [name, { actions: new Set(actions.split(' ')), into }];
}
