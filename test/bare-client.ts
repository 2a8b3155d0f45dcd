/**
 * The least that an agent does in a turn: send the whole conversation, read the reply as it streams, run the command, append.
 * No parser, no history, no permission, no screen. The measure that Tagma's turn is held against.
 */
import { spawn } from 'node:child_process';
import { Pool } from 'undici';

type Message = { readonly role: string; readonly content: string };

/** What an agent has sent in its second request: how both grow by the same bytes. */
export type Pattern = {
  readonly model: string;
  readonly first: readonly Message[];
  /** What the first turn appended; `true 1` and `call="1"` in it become those of each turn. */
  readonly appended: readonly Message[];
};

/** Works until a reply holds no command. */
export async function runBareClient(url: string, folder: string, { model, first, appended }: Pattern): Promise<void> {
  const { origin, pathname } = new URL(`${url}/chat/completions`);
  const pool = new Pool(origin);
  const messages = [...first];
  for (let turn = 1; ; turn++) {
    const body = JSON.stringify({ model, stream: true, stream_options: { include_usage: true }, messages });
    const reply = await ask(pool, pathname, body);
    const command = /<command>(.*)<\/command>/.exec(reply)?.[1];
    if (command === undefined) break;
    await run(command, folder);
    for (const { role, content } of appended) {
      messages.push({
        role,
        content: content.replace('true 1<', `true ${turn}<`).replace('call="1"', `call="${turn}"`),
      });
    }
  }
  await pool.close();
}

async function ask(pool: Pool, path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  const { body: stream } = await pool.request({ method: 'POST', path, headers, body });
  let text = '';
  let rest = '';
  for await (const piece of stream.setEncoding('utf8')) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
      text += JSON.parse(line.slice('data: '.length)).choices[0].delta.content ?? '';
    }
  }
  return text;
}

function run(command: string, folder: string): Promise<string> {
  const child = spawn('/bin/bash', ['-c', command], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += piece;
  });
  child.stderr.on('data', (piece) => {
    output += piece;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
