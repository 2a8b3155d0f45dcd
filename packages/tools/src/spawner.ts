/**
 * Starts commands from a small process beside this one. The kernel copies the page tables of the process that starts
 * another, and each page that is written after that: 40 µs for a megabyte, so that in a session of 100 MB to start a command
 * takes longer than the command. The small process stays small, however long the session.
 *
 * It is started in the background at the third command, for a short run does not need it; until it is there, and if it should
 * ever end, commands are started here.
 */
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { type Command, HERE, type Spawned } from './operations.ts';
import type { SpawnReport, SpawnRequest } from './spawn-messages.ts';

/** So many commands are started here first. */
const COMMANDS_BEFORE = 2;

export type Spawner = {
  /** As `Operations.spawn`. */
  readonly spawn: (command: Command) => Spawned | Promise<Spawned>;
  /** Ends the small process, with what still runs of the commands that it has started. */
  readonly close: () => void;
};

/** `startStarter` starts a process that serves `SpawnRequest`s on a channel of the kind `advanced`. */
export function createSpawner(startStarter: () => ChildProcess): Spawner {
  let commands = 0;
  let starter: Starter | null = null;
  return {
    spawn(command) {
      commands += 1;
      if (commands > COMMANDS_BEFORE) starter ??= starterOn(startStarter());
      return starter?.isReady() ? starter.start(command) : HERE.spawn(command);
    },
    close: () => starter?.close(),
  };
}

type Starter = {
  readonly isReady: () => boolean;
  readonly start: (command: Command) => Promise<Spawned>;
  readonly close: () => void;
};

type Starting = { readonly resolve: (started: Spawned) => void; readonly reject: (error: Error) => void };

function starterOn(process_: ChildProcess): Starter {
  const starting = new Map<number, Starting>();
  const running = new Map<number, RemoteProcess>();
  let ready = false;
  let lastId = 0;

  /** While a command runs, this process waits for it; else the channel keeps nobody alive. */
  const holdOn = () => {
    const waits = starting.size > 0 || [...running.values()].some((one) => one.isWaitedFor);
    if (waits) process_.channel?.ref();
    else process_.channel?.unref();
  };

  const take = (report: SpawnReport) => {
    if (report.type === 'ready') {
      ready = true;
      return;
    }
    const { id } = report;
    if (report.type === 'started') {
      const started = new RemoteProcess(report.pid, holdOn);
      running.set(id, started);
      starting.get(id)?.resolve(started);
      starting.delete(id);
    } else if (report.type === 'refused') {
      starting.get(id)?.reject(new Error(report.message));
      starting.delete(id);
    } else {
      running.get(id)?.take(report);
      if (report.type === 'closed' || (report.type === 'exited' && report.closed)) running.delete(id);
    }
    holdOn();
  };

  /** Whoever still waits is told; what cannot be watched any more is not left running. */
  const lost = () => {
    ready = false;
    const error = new Error('the process that starts commands has ended');
    for (const { reject } of starting.values()) reject(error);
    for (const one of running.values()) one.fail(error);
    starting.clear();
    running.clear();
  };

  process_.on('message', (report) => take(report as SpawnReport));
  process_.on('error', lost);
  process_.on('exit', lost);
  process_.on('disconnect', lost);
  process_.unref();
  process_.channel?.unref();
  const close = () => {
    process_.kill('SIGKILL');
  };
  process.once('exit', close);

  return {
    isReady: () => ready,
    start(command) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        starting.set(id, { resolve, reject });
        process_.send({ id, ...command } satisfies SpawnRequest, (error) => {
          if (error) take({ type: 'refused', id, message: error.message });
        });
        holdOn();
      });
    },
    close,
  };
}

type Happening = Extract<SpawnReport, { type: 'output' | 'exited' | 'closed' }>;

/** A command that runs elsewhere, as `ChildProcess` shows one that runs here. */
class RemoteProcess extends EventEmitter implements Spawned {
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
  readonly pid: number;
  isWaitedFor = true;
  /** What has come with the news that it was started, before anybody could listen; null from then on. */
  #early: Happening[] | null = [];
  readonly #onReleased: () => void;

  constructor(pid: number, onReleased: () => void) {
    super();
    this.pid = pid;
    this.#onReleased = onReleased;
    setImmediate(() => {
      const early = this.#early ?? [];
      this.#early = null;
      for (const happening of early) this.take(happening);
    });
  }

  take(happening: Happening): void {
    if (this.#early !== null) {
      this.#early.push(happening);
    } else if (happening.type === 'output') {
      const { buffer, byteOffset, byteLength } = happening.bytes;
      this[happening.stream].emit('data', Buffer.from(buffer, byteOffset, byteLength));
    } else {
      if (happening.type === 'exited') this.emit('exit', happening.exitCode, happening.signal);
      if (happening.type === 'closed' || happening.closed) this.#close();
    }
  }

  #close(): void {
    this.isWaitedFor = false;
    this.emit('close');
  }

  /** Nothing more will be heard of it. */
  fail(error: Error): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
    setImmediate(() => {
      if (this.listenerCount('error') > 0) this.emit('error', error);
      this.emit('close');
    });
  }

  unref(): void {
    this.isWaitedFor = false;
    this.#onReleased();
  }
}
