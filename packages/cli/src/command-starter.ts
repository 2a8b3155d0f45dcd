/**
 * The small process that starts commands (`createSpawner` in @tagma/tools says why): this program again, with nothing loaded
 * but this file. It does what it is asked, says what comes of it, and ends with whoever started it.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import type { SpawnReport, SpawnRequest } from '@tagma/tools';
import { COMMAND_STARTER } from './command-starter-name.ts';

/** Its heap never needs more; and what is small is quickly copied. */
const NODE_OPTIONS = ['--max-semi-space-size=1'];

/** Starts it: in a session of its own, where no key of the terminal reaches it, and without the environment. */
export function startCommandStarter(): ChildProcess {
  const [, program = ''] = process.argv;
  return fork(program, [COMMAND_STARTER], {
    ...{ cwd: '/', env: {}, execArgv: NODE_OPTIONS, detached: true },
    ...{ stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
  });
}

export function serveSpawns(): void {
  process.on('message', (request) => serve(request as SpawnRequest));
  process.on('disconnect', () => process.exit());
  report({ type: 'ready' });
}

function serve({ id, file, args, folder, environment }: SpawnRequest): void {
  let child: ChildProcess;
  try {
    child = spawn(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  } catch (error) {
    report({ type: 'refused', id, message: error instanceof Error ? error.message : String(error) });
    return;
  }
  child.on('error', (error) => report({ type: 'refused', id, message: error.message }));
  if (child.pid === undefined) return;
  report({ type: 'started', id, pid: child.pid });
  for (const stream of ['stdout', 'stderr'] as const) {
    const pipe = child[stream];
    pipe?.on('error', () => {});
    pipe?.on('data', (bytes: Buffer) => {
      // One piece at a time: a reader that is slow slows the command down, and nothing is heaped up here.
      pipe.pause();
      report({ type: 'output', id, stream, bytes }, () => pipe.resume());
    });
  }
  let exited: Extract<SpawnReport, { type: 'exited' }> | null = null;
  child.on('exit', (exitCode, signal) => {
    exited = { type: 'exited', id, exitCode, signal, closed: false };
    // Its pipes mostly end with it: then one message says both.
    setImmediate(() => {
      if (exited !== null) report(exited);
      exited = null;
    });
  });
  child.on('close', () => {
    report(exited === null ? { type: 'closed', id } : { ...exited, closed: true });
    exited = null;
  });
}

function report(what: SpawnReport, whenSent: () => void = () => {}): void {
  process.send?.(what, whenSent);
}
