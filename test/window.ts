/** The command in a real terminal: a window of tmux, by a server of our own, so that nobody's sessions are touched. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE, environment, temporaryFolder, waitFor } from './command.ts';

const SOCKET = `tagma-test-${process.pid}`;

/** A window that runs the command, in a folder of its own. */
export function openWindow(command: readonly string[], columns = 100, rows = 30): void {
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'window', '-c', temporaryFolder(), ...size, ...command);
}

export type Opened = {
  readonly history: string;
  /** Waits for the command's end. */
  readonly outcome: () => Promise<{ readonly code: number; readonly errors: string }>;
};

/** Starts the command in a window of its own. `first` is what the shell does before. */
export function open(args: readonly string[], first = ''): Opened {
  const history = temporaryFolder();
  const folder = temporaryFolder();
  const [code, errors] = [join(folder, 'code'), join(folder, 'errors')];
  // The shell outlives the terminal, so that it can say how the command ended.
  const script = join(folder, 'run.sh');
  writeFileSync(
    script,
    `trap '' HUP\n${first}\n"$@" 2>'${errors}'\necho $? >'${code}.new'\nmv '${code}.new' '${code}'\n`,
  );
  const command = ['sh', script, process.execPath, BUNDLE, '--history', history, ...args];
  openWindow(command);
  return {
    history,
    async outcome() {
      await waitFor(() => existsSync(code));
      return { code: Number(readFileSync(code, 'utf8')), errors: readFileSync(errors, 'utf8') };
    },
  };
}

/** What the window shows. */
export function screen(): string {
  return tmux('capture-pane', '-p', '-t', 'window');
}

/** What tmux says; '' where it fails. */
export function tmux(...args: string[]): string {
  return spawnSync('tmux', ['-L', SOCKET, ...args], { env: environment(), encoding: 'utf8' }).stdout ?? '';
}
