/**
 * One reply of 8 MB in events of 64 bytes of text, end to end: the built command (`tagma -p`: bytes, scanner, history, standard
 * output) against a client that reads the stream and parses the JSON of each event, and no more. Each is a process of its own,
 * started afresh, and they take turns; the endpoint is a third process that has the reply ready. `s` is the time from start to
 * end, `MB` the most memory that the process had resident.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE } from '../../packages/build/workspace.mjs';
import { median, sayFigure } from '../figures.ts';

const REPLY_CHARACTERS = 8 * 1024 * 1024;
const EVENT_CHARACTERS = 64;
const ROUNDS = 7;
const RATIO_MAX = 2.5;
const MEGABYTES_MAX = 150;

const ENDPOINT_ROLE = 'endpoint';
const BARE_ROLE = 'bare';

/** Written at the end of a process into the file that it names: what `VmHWM` is in Linux, and the nearest to it elsewhere. */
const PEAK = `
  const { existsSync, readFileSync, writeFileSync } = require('node:fs');
  process.on('exit', () => {
    const [, kilobytes] = existsSync('/proc/self/status')
      ? /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
      : [, process.resourceUsage().maxRSS];
    writeFileSync(process.env.PEAK_FILE, String(kilobytes));
  });
`;

type Run = { readonly seconds: number; readonly megabytes: number };

const [, program = '', role, ...rest] = process.argv;
if (role === ENDPOINT_ROLE) serveReply();
else if (role === BARE_ROLE) readBare(rest[0] ?? '');
else await compare();

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
  writeFileSync(join(folder, 'peak.cjs'), PEAK);
  const endpoint: ChildProcess = fork(program, [ENDPOINT_ROLE]);
  const [port] = await once(endpoint, 'message');
  const url = `http://127.0.0.1:${port}/v1`;
  const options = ['--endpoint', url, '--model', 'large', '--no-sandbox', '--cwd', folder];
  const commands = {
    bare: [program, BARE_ROLE, url],
    tagma: [BUNDLE, '-p', 'Say all you know.', ...options, '--history', join(folder, 'history')],
  };
  try {
    const runs: Record<keyof typeof commands, Run[]> = { bare: [], tagma: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['bare', 'tagma'] as const) runs[name].push(await run(commands[name], folder));
    }
    report(runs);
  } finally {
    endpoint.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(argv: readonly string[], folder: string): Promise<Run> {
  const peak = join(folder, 'peak');
  const env = { PATH: process.env.PATH, HOME: folder, PEAK_FILE: peak };
  const started = performance.now();
  const child = spawn(process.execPath, ['--require', join(folder, 'peak.cjs'), ...argv], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let characters = 0;
  child.stdout.on('data', (piece: Buffer) => {
    characters += piece.length;
  });
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0 || characters < REPLY_CHARACTERS) throw new Error(`${argv[0]}: ${code}, ${characters} bytes`);
  return { seconds, megabytes: Number(readFileSync(peak, 'utf8')) / 1024 };
}

function report(runs: { readonly bare: readonly Run[]; readonly tagma: readonly Run[] }): void {
  console.log(`${'client'.padEnd(10)}${'s'.padStart(8)}${'MB'.padStart(8)}`);
  for (const [name, all] of Object.entries(runs)) {
    const seconds = median(all.map((one) => one.seconds));
    const megabytes = median(all.map((one) => one.megabytes));
    console.log(`${name.padEnd(10)}${seconds.toFixed(2).padStart(8)}${megabytes.toFixed(0).padStart(8)}`);
  }
  const ratios = runs.tagma.map(({ seconds }, round) => seconds / (runs.bare[round]?.seconds ?? Number.NaN));
  sayFigure('ratio', median(ratios), { max: RATIO_MAX });
  sayFigure('MB', median(runs.tagma.map(({ megabytes }) => megabytes)), { max: MEGABYTES_MAX });
}

/** The least that a client does. It says the text, as the command does. */
function readBare(url: string): void {
  const asked = request(`${url}/chat/completions`, { method: 'POST' }, (response) => {
    let text = '';
    let rest = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
        text += JSON.parse(line.slice('data: '.length)).choices[0].delta.content ?? '';
      }
    });
    response.on('end', () => process.stdout.write(text));
  });
  asked.end('{}');
}

function serveReply(): void {
  const stream = streamOf(replyText());
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(stream);
    });
  });
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { readonly port: number }).port));
}

/** Prose and code by turns, with what looks like a tag here and there. */
function replyText(): string {
  const unit =
    'Each of the workers takes the next piece from the queue, and says when it is done with it.\n' +
    '  for (let i = 0; i < list.length && !done; i += 1) total += weigh(list[i]); // <b>not</b> a tag\n';
  const head = '<final>\n';
  const tail = '</final>\n';
  return head + unit.repeat(Math.ceil(REPLY_CHARACTERS / unit.length)) + tail;
}

function streamOf(text: string): Buffer {
  const events: string[] = [];
  const event = (delta: object, finish: string | null) => {
    const chunk = {
      id: 'chatcmpl-7d0f2c7e9b1a4e5f',
      object: 'chat.completion.chunk',
      created: 1767225600,
      model: 'large',
      choices: [{ index: 0, delta, finish_reason: finish }],
    };
    events.push(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (let at = 0; at < text.length; at += EVENT_CHARACTERS) {
    event({ content: text.slice(at, at + EVENT_CHARACTERS) }, null);
  }
  event({}, 'stop');
  return Buffer.from(`${events.join('')}data: [DONE]\n\n`);
}
