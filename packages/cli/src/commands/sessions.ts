/** The subcommands that go on with sessions, find them, and look into them. */
import { type Command, Option } from 'commander';
import type { ForkOptions } from '../fork/fork.ts';
import { givenTo, positive } from '../option-values.ts';
import type { GivenOptions } from '../options.ts';
import type { PromptName } from '../prompts.ts';
import { CONFIG, withRunOptions, withScreenOptions } from '../run-options.ts';
import type { Exit } from './exit.ts';
import { LOOKED_FOR } from './places.ts';

export function addSessionCommands(program: Command, exit: Exit): void {
  addResume(program, exit);
  addFork(program, exit);
  addSessions(program, exit);
  addView(program, exit);
}

function addResume(program: Command, exit: Exit): void {
  const resume = program
    .command('resume')
    .description('go on with a session that has ended or was cut off; what is not said is as it was')
    .argument(
      '[session]',
      'its name, a piece of its name that no other has, or its file (default: you choose; without a terminal the newest)',
    )
    .argument('[prompt]', 'what to do; without it the full screen asks, and with -p the turn that was left goes on')
    .option('-p, --print [prompt]', 'answer on standard output and exit; nobody is asked');
  withRunOptions(withScreenOptions(resume)).action(
    async (session: string | undefined, prompt: string | undefined, options: Resumed) => {
      const { print = false, ...rest } = options;
      const text = [prompt, typeof print === 'string' ? print : ''].filter(Boolean).join('\n\n') || undefined;
      const run = await import('../resume/resume.ts');
      const given = { ...rest, print: print !== false };
      exit(
        session === undefined
          ? await run.resumePicked(text, given, givenTo(resume))
          : await run.resume(session, text, given, givenTo(resume)),
      );
    },
  );
}

type Resumed = Omit<GivenOptions, 'print'> & { readonly print?: string | true };

function addFork(program: Command, exit: Exit): void {
  const fork = program
    .command('fork')
    .description('go on from any record of a session in a new one; the old one stays as it is')
    .argument('[session]', 'its name, a piece of its name that no other has, or its file')
    .option('-p, --prompt [text]', 'answer to this on standard output, or end the turn that was left; nobody is asked')
    .option('--at <where>', 'the last record that is kept, or turn:N for right before prompt N (default: the end)')
    .addOption(
      new Option('--list', 'print where prompts begin, and do nothing else').conflicts(['at', 'prompt', 'worktree']),
    )
    .option('--worktree [path]', 'work in a git worktree of its own (default: a folder beside the repository)');
  withRunOptions(withScreenOptions(fork, 'prompt'), '--system').action(
    async (session: string | undefined, options: Forked) => {
      if (session === undefined) return fork.error(`error: ${withoutSession(options)}`);
      const { prompt, system, ...rest } = options;
      const text = prompt === true ? undefined : prompt;
      const run = await import('../fork/fork.ts');
      exit(await run.fork(session, text, { ...rest, prompt: system, print: prompt !== undefined }, givenTo(fork)));
    },
  );
}

/** An option whose value may be left out has taken the name for its own. */
function withoutSession({ worktree, prompt }: Forked): string {
  const [option, taken] = typeof worktree === 'string' ? ['--worktree', worktree] : ['--prompt', prompt];
  if (typeof taken !== 'string') return 'fork takes a session (tagma sessions lists them)';
  return `${option} took ${taken} for its own: name the session first`;
}

type Forked = Omit<ForkOptions, 'prompt' | 'print'> & {
  readonly prompt?: string | true;
  readonly system: PromptName;
};

function addSessions(program: Command, exit: Exit): void {
  const sessions = program
    .command('sessions')
    .description('list the sessions of this project, search them, show or delete some')
    .enablePositionalOptions();
  withPlace(sessions.command('list', { isDefault: true }).description('the newest first'))
    .option('--limit <n>', 'no more than these', positive)
    .option('--json', 'for a program')
    .action(async (options) => exit(await (await import('../sessions/list.ts')).list(options)));
  withPlace(sessions.command('search').description('find a text in prompts, replies, outputs of tools and answers'))
    .argument('<text>')
    .option('-E, --regex', 'it is a regular expression, as JavaScript has them')
    .option('-i, --ignore-case', 'in any letter case (default: where the text has no capital letter)')
    .option('-s, --case-sensitive', 'in this letter case')
    .option('--json', 'one JSON object a line')
    .action(async (text: string, options) => exit(await (await import('../sessions/search.ts')).search(text, options)));
  withPlace(sessions.command('show').description('what a session was about, and what can be done with it'))
    .argument('<session>', 'its name, a piece of its name that no other has, or its file')
    .option('--json', 'for a program')
    .action(async (session: string, options) =>
      exit(await (await import('../sessions/show.ts')).show(session, options)),
    );
  withPlace(sessions.command('delete').description('delete sessions, with their outputs'))
    .argument('<session...>', 'names, pieces of names, or files')
    .option('-y, --yes', 'without asking')
    .action(async (given: string[], options) =>
      exit(await (await import('../sessions/delete.ts')).deleteSessions(given, options)),
    );
}

/** Whose sessions, and where they lie. */
function withPlace(command: Command): Command {
  return command
    .option('--all', 'those of all projects')
    .option('--cwd <folder>', 'the project folder, if not the one that this runs in')
    .option('--history <folder>', 'where the histories are kept')
    .option('--config <file>', CONFIG);
}

const VIEW_NOTE = `
One history: step (Left, Right), go by turns, decisions or failures, play (Space), and fork where you stand (f); ? shows
all keys. Two: side by side, opened where they part.`;

function addView(program: Command, exit: Exit): void {
  program
    .command('view')
    .description('travel through a history on the full screen, or compare two side by side')
    .argument('<a>', 'a history, or the name of a session; it may still run, or be damaged')
    .argument('[b]', 'another, to be shown beside it')
    .option('--at <where>', 'begin at this record, or at turn:N')
    .option('--history <folder>', LOOKED_FOR)
    .option('--config <file>', CONFIG)
    .option('--cwd <folder>', 'the folder that a fork works in, if not that of the session')
    .addHelpText('after', VIEW_NOTE)
    .action(async (a: string, b: string | undefined, options) => {
      const done = await (await import('../view/view.ts')).view(a, b, options);
      if (typeof done === 'number') exit(done);
      // As if it had been typed, so that what is not said is as it is there.
      else {
        const { cwd } = options;
        const where = cwd === undefined ? [] : ['--cwd', cwd];
        await program.parseAsync(['fork', done.fork, '--at', String(done.record), ...where], { from: 'user' });
      }
    });
}
