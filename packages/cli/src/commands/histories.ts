/** The subcommands that read histories: play them again, examine, compare and export them. */
import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../export/format-names.ts';
import { collect, givenTo, onlyWith, positive } from '../option-values.ts';
import type { GivenOptions } from '../options.ts';
import type { RerunOptions } from '../rerun/rerun.ts';
import { withRerunOptions, withRunOptions } from '../run-options.ts';
import type { Exit } from './exit.ts';
import { LOOKED_FOR } from './places.ts';

/** What the report of an audit can be told, and what is none does not take. */
const NO_REPORT = ['html', 'replay'];

const AUDIT_EXITS = `
Exit codes: 0 all holds, 1 something does not (a torn file, too, though it replays), 2 usage, or a file that is no history.
            Of several files the worst counts. To make a key: openssl genpkey -algorithm ed25519 -out key.pem`;

export function addHistoryCommands(program: Command, exit: Exit): void {
  addReplay(program, exit);
  addAudit(program, exit);
  addDiff(program, exit);
  addQuery(program, exit);
  addStep(program, exit);
  addRerun(program, exit);
  addTestify(program, exit);
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
    .action(async (file: string, options) => exit(await (await import('../replay/replay.ts')).replay(file, options)));
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
    .action(async (files: string[], options) => exit(await (await import('../audit/audit.ts')).audit(files, options)));
  onlyWith(audit, '--force', '--output');
  onlyWith(audit, '--key', '--seal');
  onlyWith(audit, '--public-key', '--verify-seal');
}

function addDiff(program: Command, exit: Exit): void {
  program
    .command('diff')
    .description('compare two histories: the first transition that differs, then reply by reply side by side')
    .argument('<a>', 'a history, or the name of a session')
    .argument('<b>', 'another; exits 0 where both took the same course, 1 where not')
    .option('--all', 'also the replies that are the same')
    .option('--json', 'for a program')
    .option('--history <folder>', LOOKED_FOR)
    .action(async (a: string, b: string, options) => exit(await (await import('../diff/diff.ts')).diff(a, b, options)));
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
      exit(await (await import('../query/query.ts')).query(file, xpath, options)),
    );
}

function addStep(program: Command, exit: Exit): void {
  const step = program
    .command('step')
    .description('go through a history event by event, or through a session while it runs')
    .argument('[file]', 'a history, or the name of a session; with --live, the prompt')
    .option('--live', 'a new session, in which each event is held until it is let go; the options below are for it');
  withRunOptions(step).action(async (given: string | undefined, options: GivenOptions & { readonly live?: true }) => {
    if (options.live) exit(await (await import('../step/live.ts')).stepLive(given, options));
    else if (given === undefined) step.error('error: step takes a history, or --live (tagma step --help has more)');
    else exit(await (await import('../step/file.ts')).stepFile(given, options));
  });
}

const RERUN_NOTE = `
Without --model and --endpoint the recorded model says again what it said. --tools says how tools are run, not which:
those are as recorded. So are the mode (but for trust), the rules and the limits, unless they are given here.
Nobody is asked: what would ask is denied. Run only what you trust: the rules of a recording of yours hold.`;

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
    .addHelpText('after', RERUN_NOTE);
  withRerunOptions(command).action(async (file: string, options: RerunOptions) => {
    const { rerun } = await import('../rerun/rerun.ts');
    exit(await rerun(file, options, givenTo(command)));
  });
}

function addTestify(program: Command, exit: Exit): void {
  program
    .command('testify')
    .description('write a recorded session as a test, which fails when it leads to something else')
    .argument('<file>', 'its history, or its name')
    .option('--out <file>', 'the test (default: NAME.test.mjs in this folder)')
    .addOption(new Option('--runner <name>', 'what runs the test').choices(['vitest', 'node']).default('vitest'))
    .option('--import <specifier>', 'where the test finds the testing package', '@tagma/testing')
    .option('--force', 'overwrite the test')
    .option('--history <folder>', LOOKED_FOR)
    .action(async (file: string, options) => exit(await (await import('../testify.ts')).testify(file, options)));
}

const EXPORT_NOTE = `
WHAT is a kind of text (prompts, replies, thoughts, outputs, system), a record's number, or a pattern, /…/. A copy of a
text goes with it. Of a history (--format xml) only texts of more than 256 characters can be taken out so that its chain
still holds; what has to stay is listed.`;

function addExport(program: Command, exit: Exit): void {
  const command = program
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
      exit(await (await import('../export/export.ts')).exportSession(file, options)),
    );
  onlyWith(command, '--force', '--output');
}
