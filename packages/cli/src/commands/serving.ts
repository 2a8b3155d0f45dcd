/** The subcommand that is for other programs. */
import type { Command } from 'commander';
import { givenTo } from '../option-values.ts';
import type { RunOptions } from '../options.ts';
import { withRunOptions } from '../run-options.ts';
import type { Exit } from './exit.ts';

const NOTE = `
One message a line. initialize comes first; session/prompt is answered when its turn ends; what happens meanwhile comes as
notifications session/event. docs/headless.md has all methods, docs/stream.schema.json every event.`;

export function addServeCommand(program: Command, exit: Exit): void {
  const serve = program
    .command('serve')
    .description('a session for another program: JSON-RPC 2.0 on standard input and output')
    .requiredOption('--stdio', 'on standard input and output; there is nothing else')
    .option('-c, --continue', 'go on with the newest session of this folder')
    .option('-r, --resume <session>', 'go on with a session: its name, a piece of its name, or its file')
    .addHelpText('after', NOTE);
  withRunOptions(serve).action(async ({ continue: newest, resume: session, ...rest }: Served) => {
    const options = { ...rest, print: true, serve: true } as const;
    if (!newest && session === undefined) return exit(await (await import('../run.ts')).run(undefined, options));
    const { resume } = await import('../resume/resume.ts');
    exit(await resume(session, undefined, options, givenTo(serve)));
  });
}

type Served = RunOptions & { readonly continue?: true; readonly resume?: string };
