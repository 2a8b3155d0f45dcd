/** A command that another program talks to: a message a line in, a message a line out. */
import { spawn } from 'node:child_process';
import { BUNDLE, type Ended, environment, temporaryFolder } from './command.ts';

export type Message = { readonly [name: string]: unknown };

export type Spoken = {
  /** An object as a line of JSON; a text as it is. */
  readonly send: (message: object | string) => void;
  /** What it has said so far. */
  readonly said: readonly Message[];
  /** The first message, of those that were said or will be, for which that holds. */
  readonly until: (holds: (message: Message) => boolean) => Promise<Message>;
  /** Reads nothing more, until it is to. */
  readonly pause: () => void;
  readonly read: () => void;
  /** Bytes that were sent and that it has not taken. */
  readonly unsent: () => number;
  /** Ends the input. */
  readonly end: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
};

export function speakWith(args: readonly string[], cwd: string = temporaryFolder()): Spoken {
  const child = spawn(process.execPath, [BUNDLE, ...args], { env: environment(), cwd });
  const said: Message[] = [];
  const watchers = new Set<() => void>();
  let out = '';
  let err = '';
  let rest = '';
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines.map((line) => JSON.parse(line)));
    for (const watch of watchers) watch();
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  return {
    said,
    ended,
    send: (message) => void child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    until: (holds) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          const found = said.find(holds);
          if (found === undefined) return;
          watchers.delete(watch);
          resolve(found);
        };
        watchers.add(watch);
        watch();
        ended.then(() => reject(new Error(`it ended without saying it:\n${out}\n${err}`)));
      }),
    pause: () => void child.stdout.pause(),
    read: () => void child.stdout.resume(),
    unsent: () => child.stdin.writableLength,
    end: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
  };
}
