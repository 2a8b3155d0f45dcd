/** `tagma observe`: the observation writer and its inverse, made visible. */
import { type OutcomeStatus, readObservation, writeObservation } from '@tagma/protocol';
import { EXIT } from './exit.ts';
import { inputLines, print, wholeInput } from './lines.ts';
import { problem, report } from './problem.ts';

type ObserveOptions = {
  readonly tool: string;
  readonly status: OutcomeStatus;
  readonly back?: boolean;
  readonly jsonl?: boolean;
};

export async function observe(options: ObserveOptions): Promise<number> {
  const convert = (text: string) =>
    options.back
      ? readObservation(text)
      : writeObservation({ tool: options.tool, status: options.status, call: 1 }, text);
  if (!options.jsonl) {
    await print(`${convert((await wholeInput()).toString('utf8'))}${options.back ? '' : '\n'}`);
    return EXIT.done;
  }
  const [from, to] = options.back ? (['text', 'output'] as const) : (['output', 'text'] as const);
  for await (const line of inputLines()) {
    const given = memberOf(line, from);
    if (given === null) return report(problem(EXIT.usage, `this line is not {"${from}": …}: ${line.slice(0, 80)}`));
    await print(`${JSON.stringify({ [to]: convert(given) })}\n`);
  }
  return EXIT.done;
}

function memberOf(line: string, name: string): string | null {
  try {
    const value: unknown = (JSON.parse(line) as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
