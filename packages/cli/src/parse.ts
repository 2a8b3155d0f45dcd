/** `tagma parse`: the reply scanner, made visible. */
import {
  endReply,
  type Finish,
  feedReply,
  outlineOf,
  type Reply,
  type ReplyOptions,
  type Scan,
  startReply,
} from '@tagma/protocol';
import { EXIT } from './exit.ts';
import { eachPiece, inputLines, print } from './lines.ts';
import { type Problem, problem, report } from './problem.ts';
import { readSettings } from './settings.ts';
import { offeredTools } from './tool-specs.ts';

type ParseOptions = {
  readonly chunk?: number;
  readonly finish: Finish;
  readonly tools?: string;
  readonly set: readonly string[];
  readonly jsonl?: boolean;
  /** For a person, in place of JSON. */
  readonly explain?: boolean;
};

type Case = { readonly text: string; readonly finish?: Finish; readonly chunk?: number };

export async function parse(options: ParseOptions): Promise<number> {
  const read = readSettings(options.set);
  if (!read.ok) return report(read);
  const listed = await offeredTools(options.tools, 'settled');
  if (!listed.ok) return report(listed);
  const scanOptions: ReplyOptions = { ...read.settings, tools: listed.tools };
  if (!options.jsonl) {
    const scan = await feedInput(startReply(scanOptions), options.chunk);
    const reply = endReply(scan, options.finish);
    for (const text of options.explain ? [await explained(scan, reply)] : [shown(reply), '\n']) await print(text);
    return EXIT.done;
  }
  for await (const line of inputLines()) {
    const given = readCase(line);
    if (!given.ok) return report(given);
    const { text, finish = options.finish, chunk = options.chunk } = given.value;
    await print(`${shown(scanText(text, chunk, finish, scanOptions))}\n`);
  }
  return EXIT.done;
}

/** A piece may end inside a character: the decoder keeps its bytes until the rest comes. */
async function feedInput(scan: Scan, chunk: number | undefined): Promise<Scan> {
  const decoder = new TextDecoder();
  await eachPiece(chunk, (piece) => feedReply(scan, decoder.decode(piece, { stream: true })));
  feedReply(scan, decoder.decode());
  return scan;
}

async function explained(scan: Scan, reply: Reply): Promise<string> {
  const { explain } = await import('./explain.ts');
  return explain(outlineOf(scan, reply), reply);
}

/** As many bytes a piece as asked for, at least one character; a lone surrogate stays what it is. */
function scanText(text: string, chunk: number | undefined, finish: Finish, options: ReplyOptions): Reply {
  const scan = startReply(options);
  if (chunk === undefined) {
    feedReply(scan, text);
    return endReply(scan, finish);
  }
  let piece = '';
  let bytes = 0;
  for (const character of text) {
    piece += character;
    bytes += Buffer.byteLength(character);
    if (bytes < chunk) continue;
    feedReply(scan, piece);
    piece = '';
    bytes = 0;
  }
  feedReply(scan, piece);
  return endReply(scan, finish);
}

function shown(reply: Reply): string {
  const { thoughts, actions, final, loose, repairs, error } = reply;
  return JSON.stringify({
    thoughts: thoughts.map((thought) => thought.text),
    actions: actions.map(({ tool, params }) => ({ tool, params })),
    final,
    loose,
    repairs,
    error,
  });
}

function readCase(line: string): { readonly ok: true; readonly value: Case } | Problem {
  const wrong = (what: string) => problem(EXIT.usage, `${what}: ${line.slice(0, 80)}`);
  const given = membersOf(line);
  if (typeof given?.text !== 'string') return wrong('this line is not {"text": …}');
  const { text, finish, chunk } = given;
  if (!isOptional(finish, isFinish)) return wrong('"finish" should be "stop" or "length" in this line');
  if (!isOptional(chunk, isCount)) return wrong('"chunk" should be a whole number from 1 in this line');
  return { ok: true, value: { text, ...(isFinish(finish) ? { finish } : {}), ...(isCount(chunk) ? { chunk } : {}) } };
}

function membersOf(line: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>> | null;
  } catch {
    return null;
  }
}

/** Left out and null are the same. */
function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || is(value);
}

function isFinish(value: unknown): value is Finish {
  return value === 'stop' || value === 'length';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
