/** The modules of undici that are used: imported alone, they start in a third of the time that the whole package needs. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import { ProxyAgent } from 'undici';
  export default ProxyAgent;
}

declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';

  const connect: Dispatcher['connect'];
  export default connect;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import { buildConnector } from 'undici';
  /** What its types leave out: the socket is given at once, while it connects. */
  export default function connector(
    options: buildConnector.BuildOptions,
  ): (...given: Parameters<buildConnector.connector>) => Socket;
}
