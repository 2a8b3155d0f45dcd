/** The modules of undici that are used: imported alone, they start in a third of the time that the whole package needs. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import { buildConnector } from 'undici';
  /** What its types leave out: the socket is given at once, while it connects, and `lookup` goes to `node:net`. */
  export default function connector(
    options: buildConnector.BuildOptions & { readonly lookup?: import('node:net').LookupFunction },
  ): (...given: Parameters<buildConnector.connector>) => Socket;
}
