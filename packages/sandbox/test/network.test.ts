/** What a confined command can reach. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { layOut } from '../src/index.ts';
import { pathsIn } from '../src/sockets.ts';
import { hasSandbox, Place } from './place.ts';

test('the kernel’s list of sockets: those with a path, each once', () => {
  const list = [
    'Num       RefCount Protocol Flags    Type St Inode Path',
    '0000000000000000: 00000002 00000000 00010000 0001 01 20315 /run/one',
    '0000000000000000: 00000002 00000000 00010000 0001 01  2031 /home/a b/two words',
    '0000000000000000: 00000002 00000000 00010000 0001 01 20317 @/abstract',
    '0000000000000000: 00000003 00000000 00000000 0001 03 20318 /run/one',
    '0000000000000000: 00000003 00000000 00000000 0001 03 20319',
  ];
  expect(pathsIn(`${list.join('\n')}\n`)).toEqual(['/run/one', '/home/a b/two words']);
});

describe.runIf(hasSandbox)('network', () => {
  let place: Place;
  const servers: Server[] = [];
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
    place.remove();
  });

  async function listen(at: { port: number; host: string } | { path: string }): Promise<Server> {
    const server = createServer((socket) => socket.end('reached'));
    servers.push(server);
    server.listen(at);
    await once(server, 'listening');
    return server;
  }

  /** Says `reached` or the code of the error. */
  const connect = (at: string) =>
    `'${process.execPath}' -e 'const c = require("net").connect(${at}); c.on("data", (d) => console.log(String(d))); c.on("error", (e) => console.log(e.code))'`;

  const SERVERS = [
    ['IPv4', '127.0.0.1'],
    ['IPv6', '::1'],
  ] as const;
  test.each(SERVERS)('a server of this machine is reached with the network alone: %s', async (_, host) => {
    const address = (await listen({ port: 0, host })).address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const script = connect(JSON.stringify({ host, port }));
    expect((await place.run(script)).stdout).toBe('ECONNREFUSED\n');
    expect((await place.run(script, { network: true })).stdout).toBe('reached\n');
  });

  test('a command reaches a server that it has started itself', async () => {
    const script = `require("net").createServer((s) => s.end("reached")).listen(0, "127.0.0.1", function () {
      require("net").connect(this.address().port, "127.0.0.1").on("data", (d) => { console.log(String(d)); process.exit(); });
    })`;
    expect((await place.run(`'${process.execPath}' -e '${script}'`)).stdout).toBe('reached\n');
  });

  test('an abstract socket of this machine is reached with the network alone', async () => {
    const name = `tagma-sandbox-${process.pid}`;
    await listen({ path: `\0${name}` });
    const script = connect(`{path: "\\0${name}"}`);
    expect((await place.run(script)).stdout).toBe('ECONNREFUSED\n');
    expect((await place.run(script, { network: true })).stdout).toBe('reached\n');
  });

  test('a socket with a path is reached in the project alone, whatever the network', async () => {
    const paths = [join(place.home, 'outer'), `/tmp/tagma-sandbox-${process.pid}`, join(place.project, 'own')];
    for (const path of paths) await listen({ path });
    for (const network of [false, true]) {
      const script = paths.map((path) => connect(JSON.stringify({ path }))).join('; ');
      expect((await place.run(script, { network })).stdout).toBe('ECONNREFUSED\nENOENT\nreached\n');
    }
  });

  test('a socket in a project that is the home folder is not reached', async () => {
    const path = join(place.home, 'agent');
    await listen({ path });
    const { stdout } = await place.run(connect(JSON.stringify({ path })), { folder: place.home });
    expect(stdout).toBe('ECONNREFUSED\n');
  });

  test('nothing is in /run, where services listen', async () => {
    const { stdout } = await place.run('ls -A /run /var/run/; ls /run/user 2>&1');
    expect(stdout).not.toMatch(/dbus|docker|user\n|systemd/);
  });

  test('names of hosts can be looked up with the network: what names the servers is there', () => {
    const layout = layOut(place.confinement({ network: true }), {});
    if (layout.kind === 'refused') throw new Error(layout.why);
    expect(layout.mounts.find(({ path }) => path === '/etc/resolv.conf')?.kind ?? 'show').toBe('show');
  });
});
