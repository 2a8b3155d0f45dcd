/**
 * An endpoint that answers at once, in a process of its own, and says how long its clients take for a turn: from the moment
 * when it has given a reply to the moment when it has the next request whole. Each client has an address of its own
 * (`/NAME/v1`). Where there are several they take turns, a block at a time: the others' requests wait meanwhile, so that
 * whatever else the machine does meets all of them.
 *
 * Every reply but the last is `bash: true N`, N other each time; the last is `<final>`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

export type Rounds = {
  /** In the order in which they take turns. */
  readonly clients: readonly string[];
  /** Of each client: so many actions, and then the final. */
  readonly turns: number;
  readonly block: number;
};

/** What a client did in one round. */
export type Measured = {
  /** From each reply to the next request. */
  readonly turnsMs: readonly number[];
  /** The bytes of all its requests. */
  readonly bytes: number;
  /** The body of its last request. */
  readonly last: string;
};

export type InstantEndpoint = {
  /** The base address for a client of that name. */
  readonly url: (client: string) => string;
  /** Forgets what was measured, and waits for the clients of a new round. */
  readonly start: (rounds: Rounds) => void;
  /** Resolves when every client has its final. */
  readonly measured: () => Promise<Readonly<Record<string, Measured>>>;
  readonly close: () => void;
};

/** `process.argv[2]` of the process that serves. */
export const ENDPOINT_ROLE = 'endpoint';

/** Starts this program again as the endpoint; its main file calls `serveInstantly` when it has that role. */
export async function startInstantEndpoint(program = process.argv[1] ?? ''): Promise<InstantEndpoint> {
  const child: ChildProcess = fork(program, [ENDPOINT_ROLE], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = await once(child, 'message');
  return {
    url: (client) => `http://127.0.0.1:${port}/${client}/v1`,
    start: (rounds) => child.send(rounds),
    measured: async () => (await once(child, 'message'))[0],
    close: () => child.disconnect(),
  };
}

type Client = {
  readonly turnsMs: number[];
  replies: number;
  repliedAt: number;
  bytes: number;
  last: string;
  /** A request that waits for its client's turn. */
  waiting: ServerResponse | null;
};

/** What the endpoint's own process does. */
export function serveInstantly(): void {
  let rounds: Rounds = { clients: [], turns: 0, block: 1 };
  let clients = new Map<string, Client>();
  let active = 0;

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const now = performance.now();
      const name = request.url?.split('/')[1] ?? '';
      const client = clients.get(name);
      // A client may also ask what the server has: it has nothing else.
      if (client === undefined || !request.url?.endsWith('/chat/completions')) {
        response.writeHead(404).end();
        return;
      }
      if (client.replies > 0) client.turnsMs.push(now - client.repliedAt);
      client.bytes += pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (client.replies === rounds.turns) client.last = Buffer.concat(pieces).toString('utf8');
      client.waiting = response;
      goOn();
    });
  });

  /** Replies to the client whose turn it is; at the end of its block the next one goes on, once all are there. */
  function goOn(): void {
    const all = [...clients.values()];
    const client = all[active % all.length];
    if (client === undefined || client.waiting === null) return;
    if (all.some(({ replies, waiting }) => replies === 0 && waiting === null)) return;
    const { waiting } = client;
    client.waiting = null;
    const isLast = client.replies === rounds.turns;
    client.replies += 1;
    const blockEnds = isLast || client.replies % rounds.block === 0;
    if (blockEnds) active += 1;
    waiting.writeHead(200, { 'content-type': 'text/event-stream' });
    waiting.end(isLast ? streamOf('<final>Done.</final>') : streamOf(actionOf(client.replies)));
    client.repliedAt = performance.now();
    if (all.every(({ replies }) => replies > rounds.turns)) tell();
    else if (blockEnds) goOn();
  }

  function tell(): void {
    const measured = [...clients].map(([name, { turnsMs, bytes, last }]) => [name, { turnsMs, bytes, last }]);
    process.send?.(Object.fromEntries(measured));
  }

  process.on('message', (next: Rounds) => {
    rounds = next;
    active = 0;
    clients = new Map(
      next.clients.map((name) => [name, { turnsMs: [], replies: 0, repliedAt: 0, bytes: 0, last: '', waiting: null }]),
    );
  });
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
}

/** The reply of turn `turn`, from 1. */
export function actionOf(turn: number): string {
  return `<action tool="bash">\n<command>true ${turn}</command>\n</action>`;
}

function streamOf(text: string): string {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  return `${chunk({ role: 'assistant', content: text }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
}
