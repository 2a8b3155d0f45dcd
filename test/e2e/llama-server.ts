/** A llama.cpp server of the tests: one slot, a small context, a free port. */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Installed } from './install.ts';

export const CONTEXT_TOKENS = 4_096;
const START_MS_MAX = 120_000;
const POLL_MS = 100;

export type LlamaServer = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Resolves when it answers. One core is left to whoever asks: its threads wait for each other at every step, and one that
 * has to share its core holds up all.
 */
export async function startServer({ server, model }: Installed, more: readonly string[] = []): Promise<LlamaServer> {
  const port = await freePort();
  const threads = String(Math.max(1, availableParallelism() - 1));
  const args = ['-m', model, '--host', '127.0.0.1', '--port', String(port), '-c', String(CONTEXT_TOKENS)];
  const child = spawn(server, [...args, '-np', '1', '-t', threads, ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const close = async () => {
    child.kill();
    await exited;
  };
  const url = `http://127.0.0.1:${port}/v1`;
  const until = Date.now() + START_MS_MAX;
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`llama-server has ended:\n${said}`);
    if (Date.now() > until) {
      await close();
      throw new Error(`llama-server did not answer within ${START_MS_MAX / 1000} s:\n${said}`);
    }
    await wait(POLL_MS);
  }
  return { url, close };
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
