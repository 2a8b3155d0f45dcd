/**
 * `tagma tool NAME --params JSON` and `tagma tool --jsonl`: tools as the agent would run them, without a model. For
 * debugging, for scripts and for tests.
 */
import type { JsonObject } from '@tagma/protocol';
import { watchEndings } from './endings.ts';
import { EXIT } from './exit.ts';
import { inputLines, print } from './lines.ts';
import { messageOf, problem, report } from './problem.ts';
import type { CallEnded, ToolCalls } from './tool-call.ts';
import { openToolSession, type ToolSessionOptions } from './tool-session.ts';

export type ToolOptions = ToolSessionOptions & {
  readonly params?: string;
  readonly jsonl?: boolean;
};

/** The exit code is 0 where the one call went well; with `--jsonl` where every line had its outcome. */
export async function tool(name: string | undefined, options: ToolOptions): Promise<number> {
  if (options.jsonl ? name !== undefined || options.params !== undefined : name === undefined) {
    return report(problem(EXIT.usage, 'tool takes a name and --params, or --jsonl (tagma tool --help has more)'));
  }
  const params = options.jsonl ? null : readParams(options.params ?? '{}');
  if (params?.ok === false) return report(problem(EXIT.usage, `--params: ${params.message}`));
  const opened = await openToolSession(options, params !== null && isSomebodyThere());
  if (!opened.ok) return report(opened);
  const { calls, close } = opened;
  const endings = watchEndings();
  const stopListening = endings.onEnd(() => void calls.stop());
  try {
    if (params === null) {
      for await (const line of inputLines()) {
        if (endings.exitCode() !== null) break;
        await show(await lineEnded(line, calls));
      }
      return endings.exitCode() ?? EXIT.done;
    }
    const ended = await calls.call(name ?? '', params.params);
    await show(ended);
    return endings.exitCode() ?? (ended.status === 'ok' ? EXIT.done : EXIT.failed);
  } finally {
    stopListening();
    await close();
  }
}

async function lineEnded(line: string, calls: ToolCalls): Promise<CallEnded> {
  let given: { readonly tool?: unknown; readonly params?: unknown } | null;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return wrongLine(`this line is not JSON: ${messageOf(error)}`);
  }
  if (typeof given !== 'object' || given === null || typeof given.tool !== 'string') {
    return wrongLine('a line should be {"tool": "NAME", "params": {…}}');
  }
  const { params = {} } = given;
  if (!isObject(params)) return wrongLine('params should be an object: {"tool": "NAME", "params": {…}}');
  return calls.call(given.tool, params);
}

function wrongLine(content: string): CallEnded {
  return { status: 'error', content, details: {} };
}

async function show({ status, content, details }: CallEnded): Promise<void> {
  await print(`${JSON.stringify({ status, content, details })}\n`);
}

type Read = { readonly ok: true; readonly params: JsonObject } | { readonly ok: false; readonly message: string };

function readParams(text: string): Read {
  try {
    const params: unknown = JSON.parse(text);
    return isObject(params) ? { ok: true, params } : { ok: false, message: 'it should be a JSON object.' };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** On a terminal what asks is asked: the question stands on standard error, beside what the call gives. */
function isSomebodyThere(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}
