/**
 * Servers of models on this machine, looked for on the ports that they usually listen on. Only to be offered by name:
 * what is found is never used unasked.
 */
import { LOCAL_SERVER_TIMEOUT_MS } from './limits.ts';
import { listModels } from './models.ts';
import { LOCAL_PROVIDERS } from './providers/local.ts';

/** A server that answers on this machine. */
export type LocalServer = {
  readonly name: string;
  /** The base address, as `Server.url` takes it. */
  readonly url: string;
  readonly models: readonly string[];
};

/** Where servers on this machine are looked for: their names and base addresses. */
export const LOCAL_SERVERS: readonly { readonly name: string; readonly url: string }[] = LOCAL_PROVIDERS.map(
  ({ title, url }) => ({ name: title, url }),
);

/**
 * Those of the servers that list their models within `LOCAL_SERVER_TIMEOUT_MS`, in the order given. All are asked at the
 * same time, without a key; one that is silent, or something else than a server of models, is left out.
 */
export async function findLocalServers(
  servers = LOCAL_SERVERS,
  timeoutMs = LOCAL_SERVER_TIMEOUT_MS,
): Promise<LocalServer[]> {
  const limits = { wholeMs: timeoutMs };
  const asked = servers.map(async ({ name, url }): Promise<LocalServer[]> => {
    const listed = await listModels({ url, limits });
    return listed.ok ? [{ name, url, models: listed.models }] : [];
  });
  return (await Promise.all(asked)).flat();
}
