/**
 * What the model says behind the end of its reply is not waited for: the client closes the connection, for no stop sequence
 * is sent that would do it. The server here is a real one, and goes on for as long as somebody listens.
 */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { event, SSE, serve, streamOf } from '../packages/endpoint/test/serve.ts';
import { readHistory } from '../packages/history/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { connection } from './scripted.ts';

const FINAL = '<final>done</final>';
const ACTION = '<action tool="bash"><command>echo one</command></action>';
const RAMBLE = ' and so on';
const EVERY_MS = 2;
/** How much of it comes while the connection is being closed, at most. */
const RAMBLES_MAX = 100;

/** Goes on until the client closes the connection. Gives how often it has sent the piece. */
function goOn(response: ServerResponse, piece: string): Promise<number> {
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    response.write(event({ content: piece }));
  }, EVERY_MS);
  return new Promise((resolve) => {
    response.on('close', () => {
      clearInterval(timer);
      resolve(sent);
    });
  });
}

/** Says nothing more, and leaves the connection open. */
function stay(response: ServerResponse): Promise<number> {
  return new Promise((resolve) => response.on('close', () => resolve(0)));
}

/** Runs a session in which the first reply is said character by character and then `then` happens; the second is a final. */
async function session(text: string, then: (response: ServerResponse) => Promise<number>) {
  let first = true;
  let rambles: Promise<number> = Promise.resolve(0);
  const server = await serve((response) => {
    response.writeHead(200, SSE);
    if (!first) return void response.end(streamOf([FINAL]));
    first = false;
    for (const character of text) response.write(event({ content: character }));
    rambles = then(response);
  });
  const history = temporaryFolder();
  // Nothing else is asked of the server where the window is known.
  const ended = await run(['-p', 'do it', ...connection(server.url), '--history', history, '--window', '32000']);
  const file = historyIn(history);
  const read = await readHistory(file);
  const records = read.ok ? read.records : [];
  const replayed = await run(['replay', file]);
  return {
    code: ended.code,
    out: ended.out,
    requests: server.received.length,
    rambles: await rambles,
    texts: records.filter(({ type }) => type === 'reply.ended').map(({ fields }) => String(fields.text)),
    replays: replayed.code === 0,
  };
}

describe('the stream is cancelled', () => {
  test.each([
    { title: 'behind a final', text: FINAL, requests: 1 },
    { title: 'behind a final after a thought', text: `<think>So.</think>\n${FINAL}\n`, requests: 1 },
    { title: 'at an invented observation', text: `${ACTION}\n<observation tool="bash">`, requests: 2 },
    { title: 'at an invented message', text: `${ACTION}\n<message role="user">`, requests: 2 },
    { title: 'at one in lines', text: 'Action: bash\nAction Input: echo one\nObservation: ', requests: 2 },
  ])('$title', async ({ text, requests }) => {
    const seen = await session(text, (response) => goOn(response, RAMBLE));
    expect(seen).toMatchObject({ code: 0, out: 'done\n', requests, replays: true });
    expect(seen.rambles).toBeLessThan(RAMBLES_MAX);
    // What is recorded is what came, up to where it was cut.
    const [reply = ''] = seen.texts;
    expect(reply.length).toBeGreaterThanOrEqual(text.trimEnd().length);
    expect(`${text}${RAMBLE.repeat(RAMBLES_MAX)}`.startsWith(reply)).toBe(true);
  });

  test('though the server says nothing more and never ends it', async () => {
    const seen = await session(FINAL, stay);
    expect(seen).toEqual({ code: 0, out: 'done\n', requests: 1, rambles: 0, texts: [FINAL], replays: true });
  });
});

describe('the stream is not cancelled', () => {
  const more = `\nThat is how.\n${ACTION}`;
  test.each([
    { title: 'at an observation in a block of code', text: `\`\`\`xml\n<observation tool="bash">\n\`\`\`${more}` },
    { title: 'at a final in a block of code', text: `\`\`\`\n${FINAL}\n\`\`\`${more}` },
    { title: 'at an observation in inline code', text: `\`<observation tool="bash">\`${more}` },
    { title: 'at a final in a thought', text: `<think>${FINAL}</think>${more}` },
    { title: 'at a final behind an action', text: `${ACTION}\n${FINAL}${more}` },
  ])('$title', async ({ text }) => {
    const seen = await session(text, async (response) => {
      response.end(event({}, 'stop'));
      return 0;
    });
    expect(seen).toMatchObject({ code: 0, out: 'done\n', requests: 2, texts: [text, FINAL], replays: true });
  });
});
