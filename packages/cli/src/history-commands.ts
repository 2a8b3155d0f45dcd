/** The subcommands that work on histories, a function each. */
import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from './export/format-names.ts';
import type { ForkOptions } from './fork/fork.ts';
import { collect, givenTo, onlyWith, positive } from './option-values.ts';
import type { RunOptions } from './options.ts';
import type { PromptName } from './prompts.ts';
import type { RerunOptions } from './rerun/rerun.ts';
import { CONFIG, withRerunOptions, withRunOptions, withScreenOptions } from './run-options.ts';

/** Takes the exit code of what was carried out. */
export type Exit = (code: number) => void;

/** What `--history` is for where a history is read. */
export const LOOKED_FOR = 'look for names in this folder of histories, too';

/** What the report of an audit can be told, and what is none does not take. */
const NO_REPORT = ['html', 'replay'];

const AUDIT_EXITS = `
Exit codes: 0 all holds, 1 something does not (a torn file, too, though it replays), 2 usage, or a file that is no history.
            Of several files the worst counts. To make a key: openssl genpkey -algorithm ed25519 -out key.pem`;

export function addHistoryCommands(program: Command, exit: Exit): void {
  addReplay(program, exit);
  addAudit(program, exit);
  addView(program, exit);
  addResume(program, exit);
  addFork(program, exit);
  addDiff(program, exit);
  addSessions(program, exit);
  addQuery(program, exit);
  addRerun(program, exit);
  addExport(program, exit);
}

function addReplay(program: Command, exit: Exit): void {
  const replay = program
    .command('replay')
    .description('drive the machine again from a history, and compare every byte')
    .argument('<file>', 'a history, or the name of a session')
    .option('--show', 'print the session as it was seen')
    .addOption(new Option('--speed <pace>', 'show it in the time that it took, or faster').choices(['1x', '4x', 'max']))
    .option('--from <n>', 'with --show: from this record on', positive)
    .option('--to <n>', 'stop after this record', positive)
    .option('--history <folder>', LOOKED_FOR)
    .action(async (file: string, options) => exit(await (await import('./replay/replay.ts')).replay(file, options)));
  onlyWith(replay, '--from', '--show', '--speed');
}

function addAudit(program: Command, exit: Exit): void {
  const audit = program
    .command('audit')
    .description('check histories, and report what happened in them: who allowed what, files, commands, network, cost')
    .argument('<files...>', 'histories, or the names of sessions')
    .option('--json', 'for a program: one JSON object a file, each on a line of its own')
    .addOption(
      new Option('--html', 'one page that a browser shows, on standard output or in the file of -o').conflicts('json'),
    )
    .option('-o, --output <file>', 'write to this file')
    .option('--force', 'overwrite that file')
    .option('--no-replay', 'leave out the replay, which takes the longest')
    .addOption(
      new Option(
        '--reparse',
        "read every recorded reply again with today's scanner, and show what comes out otherwise",
      ).conflicts([...NO_REPORT, 'output', 'seal', 'verifySeal']),
    )
    .addOption(
      new Option('--seal', 'print the number and the hash of the last record, to be kept elsewhere').conflicts([
        ...NO_REPORT,
        'json',
        'verifySeal',
      ]),
    )
    .option('--key <file>', 'with --seal: sign it with this private Ed25519 key (PEM)')
    .addOption(
      new Option(
        '--verify-seal <seal>',
        'check the history against a seal: the line itself, or the file with it',
      ).conflicts([...NO_REPORT, 'json', 'output']),
    )
    .option('--public-key <file>', 'with --verify-seal: the key that the signature must be by (PEM)')
    .option('--history <folder>', LOOKED_FOR)
    .addHelpText('after', AUDIT_EXITS)
    .action(async (files: string[], options) => exit(await (await import('./audit/audit.ts')).audit(files, options)));
  onlyWith(audit, '--key', '--seal');
  onlyWith(audit, '--public-key', '--verify-seal');
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
      const done = await (await import('./view/view.ts')).view(a, b, options);
      if (typeof done === 'number') exit(done);
      // As if it had been typed, so that what is not said is as it is there.
      else {
        const { cwd } = options;
        const where = cwd === undefined ? [] : ['--cwd', cwd];
        await program.parseAsync(['fork', done.fork, '--at', String(done.record), ...where], { from: 'user' });
      }
    });
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
      const run = await import('./resume/resume.ts');
      const given = { ...rest, print: print !== false };
      exit(
        session === undefined
          ? await run.resumePicked(text, given, givenTo(resume))
          : await run.resume(session, text, given, givenTo(resume)),
      );
    },
  );
}

type Resumed = Omit<RunOptions, 'print'> & { readonly print?: string | true };

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
      const run = await import('./fork/fork.ts');
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

function addDiff(program: Command, exit: Exit): void {
  program
    .command('diff')
    .description('compare two histories: the first transition that differs, then reply by reply side by side')
    .argument('<a>', 'a history, or the name of a session')
    .argument('<b>', 'another; exits 0 where both took the same course, 1 where not')
    .option('--all', 'also the replies that are the same')
    .option('--json', 'for a program')
    .option('--history <folder>', LOOKED_FOR)
    .action(async (a: string, b: string, options) => exit(await (await import('./diff/diff.ts')).diff(a, b, options)));
}

function addSessions(program: Command, exit: Exit): void {
  const sessions = program
    .command('sessions')
    .description('list the sessions of this project, search them, show or delete some')
    .enablePositionalOptions();
  withPlace(sessions.command('list', { isDefault: true }).description('the newest first'))
    .option('--limit <n>', 'no more than these', positive)
    .option('--json', 'for a program')
    .action(async (options) => exit(await (await import('./sessions/list.ts')).list(options)));
  withPlace(sessions.command('search').description('find a text in prompts, replies, outputs of tools and answers'))
    .argument('<text>')
    .option('-E, --regex', 'it is a regular expression, as JavaScript has them')
    .option('-i, --ignore-case', 'in any letter case (default: where the text has no capital letter)')
    .option('-s, --case-sensitive', 'in this letter case')
    .option('--json', 'one JSON object a line')
    .action(async (text: string, options) => exit(await (await import('./sessions/search.ts')).search(text, options)));
  withPlace(sessions.command('show').description('what a session was about, and what can be done with it'))
    .argument('<session>', 'its name, a piece of its name that no other has, or its file')
    .option('--json', 'for a program')
    .action(async (session: string, options) =>
      exit(await (await import('./sessions/show.ts')).show(session, options)),
    );
  withPlace(sessions.command('delete').description('delete sessions, with their outputs'))
    .argument('<session...>', 'names, pieces of names, or files')
    .option('-y, --yes', 'without asking')
    .action(async (given: string[], options) =>
      exit(await (await import('./sessions/delete.ts')).deleteSessions(given, options)),
    );
  for (const command of sessions.commands)
    command.showHelpAfterError(`(tagma sessions ${command.name()} --help lists the options)`);
}

/** Whose sessions, and where they lie. */
function withPlace(command: Command): Command {
  return command
    .option('--all', 'those of all projects')
    .option('--cwd <folder>', 'the project folder, if not the one that this runs in')
    .option('--history <folder>', 'where the histories are kept')
    .option('--config <file>', CONFIG);
}

function addQuery(program: Command, exit: Exit): void {
  program
    .command('query')
    .description('ask a history by an XPath 3.1 expression; exits 1 where it finds nothing')
    .argument('<file>', 'the history, or the name of a session')
    .argument('<xpath>', 'such as //event[@type="tool.ended"]/outcome[status="error"]')
    .option('--xml', 'elements as XML')
    .addOption(new Option('--json', 'a JSON array').conflicts('xml'))
    .addOption(new Option('--count', 'how many there are').conflicts(['json', 'xml']))
    .option('--from <n>', 'look at the records from this one on', positive)
    .option('--to <n>', 'look at the records up to this one', positive)
    .option('--history <folder>', LOOKED_FOR)
    .action(async (file: string, xpath: string, options) =>
      exit(await (await import('./query/query.ts')).query(file, xpath, options)),
    );
}

const RERUN_EXAMPLES = `
Without --model and --endpoint the recorded model says again what it said. --tools says how tools are run, not which:
those are as recorded. So are the mode (but for trust), the rules and the limits, unless they are given here.
Nobody is asked: what would ask is denied. Run only what you trust: the rules of a recording of yours hold.

Examples:
  tagma rerun SESSION.xml --model deepseek              the same prompts to another model
  tagma rerun SESSION.xml --worktree                    the same replies with real tools: where the environment differs
  tagma rerun SESSION.xml --model qwen3 --tools recorded`;

function addRerun(program: Command, exit: Exit): void {
  const command = program
    .command('rerun')
    .description('say again what the person said in a session, to another model or with real tools, and compare')
    .argument('<file>', 'its history, or its name; exits 0 where each turn ended as it did then, 1 where not')
    .addOption(
      new Option('--tools <how>', 'live: they run; recorded: each call comes to what it came to then')
        .choices(['live', 'recorded'])
        .default('live'),
    )
    .option('--worktree [path]', 'work in a git worktree of its own (default: a folder beside the repository)')
    .option('--all', 'also show the replies that are the same')
    .option('--json', 'for a program')
    .addHelpText('after', RERUN_EXAMPLES);
  withRerunOptions(command).action(async (file: string, options: RerunOptions) => {
    const { rerun } = await import('./rerun/rerun.ts');
    exit(await rerun(file, options, givenTo(command)));
  });
}

const EXPORT_NOTE = `
WHAT is a kind of text (prompts, replies, thoughts, outputs, system), a record's number, or a pattern, /…/. A copy of a
text goes with it. Of a history (--format xml) only texts of more than 256 characters can be taken out so that its chain
still holds; what has to stay is listed.`;

function addExport(program: Command, exit: Exit): void {
  program
    .command('export')
    .description('write a session as Markdown, a page, JSON or a trajectory, or as a history without some of its texts')
    .argument('<file>', 'its history, or its name')
    .addOption(
      new Option(
        '--format <name>',
        'html: a page for a browser; json: all records; jsonl: one a line; atif: a trajectory for other tools',
      )
        .choices(FORMAT_NAMES)
        .default('md'),
    )
    .option('-o, --output <file>', 'a new file (default: standard output)')
    .option('--take-out <what>', 'leave texts out; may be repeated', collect, [])
    .option('--strict', 'with --format xml: write nothing where a text that was named has to stay')
    .option('--force', 'overwrite the file')
    .option('--history <folder>', LOOKED_FOR)
    .addHelpText('after', EXPORT_NOTE)
    .action(async (file: string, options) =>
      exit(await (await import('./export/export.ts')).exportSession(file, options)),
    );
}
