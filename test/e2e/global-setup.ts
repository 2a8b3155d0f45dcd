/** Before the tests: the server of `LLAMA_SERVER_URL`, or one that is built and started here, where llama.cpp is asked for. */
import type { TestProject } from 'vitest/node';
import { installServer } from './install.ts';
import { startServer } from './llama-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base address of a llama.cpp server, or empty where none is asked for. */
    readonly llama: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TAGMA_E2E !== 'llama') {
    project.provide('llama', '');
    return undefined;
  }
  const given = process.env.LLAMA_SERVER_URL;
  if (given) {
    project.provide('llama', given);
    return undefined;
  }
  const started = await startServer(installServer());
  project.provide('llama', started.url);
  return started.close;
}
