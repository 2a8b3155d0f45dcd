/** The tools that a program brings, as a session knows tools. */
import { NO_FACTS, type Outcome, type Params, type ToolSpec } from '@tagma/protocol';
import { OUTPUT_LIMITS, truncateHead } from '@tagma/tools';
import type { TakeFacts, Tools } from '../deps.ts';
import { messageOf } from '../log.ts';
import type { AgentDeps, AgentOutput, AgentTool, AgentToolContext } from './agent-deps.ts';
import { unlessAborted } from './unless-aborted.ts';

/** The one parameter of a function: its text. */
const INPUT = 'input';

export function specsOf(tools: AgentDeps['tools']): readonly ToolSpec[] {
  return Object.entries(tools).map(([name, tool]) => specOf(name, tool));
}

function specOf(name: string, tool: AgentTool): ToolSpec {
  if (typeof tool === 'function') {
    return { name, description: '', body: INPUT, parameters: { type: 'object', properties: { [INPUT]: {} } } };
  }
  const { description, body, readOnly, parameters = { type: 'object', properties: {} } } = tool;
  return {
    ...{ name, description, parameters },
    ...(body !== undefined && { body }),
    ...(readOnly !== undefined && { readOnly }),
  };
}

/** What the program has given may run: it is named as what runs. */
export function factsOfTools(tools: AgentDeps['tools']): TakeFacts {
  return async ({ tool }) => {
    const given = tools[tool];
    const isReadOnly = typeof given === 'object' && given.readOnly === true;
    return isReadOnly ? NO_FACTS : { ...NO_FACTS, readOnly: false, runs: [tool] };
  };
}

export function runnerOf(tools: AgentDeps['tools']): Tools {
  return {
    async run(name, params, { signal, outputBytesMax }) {
      const tool = tools[name];
      if (tool === undefined) return failed(`There is no tool named ${name}.`);
      try {
        const output = await unlessAborted(signal, () => call(tool, params, { signal }));
        if (output === null) return { status: 'aborted', content: '', details: {} };
        return shown(output, outputBytesMax);
      } catch (error) {
        return shown(failed(messageOf(error)), outputBytesMax);
      }
    },
  };
}

async function call(tool: AgentTool, params: Params, context: AgentToolContext): Promise<AgentOutput> {
  return typeof tool === 'function' ? tool(String(params[INPUT] ?? ''), context) : tool.run(params, context);
}

function failed(content: string): Outcome {
  return { status: 'error', content, details: {} };
}

/** A program in JavaScript may give anything. */
function outcomeOf(output: AgentOutput): Outcome {
  if (typeof output === 'string') return { status: 'ok', content: output, details: {} };
  if (typeof (output as Outcome | null | undefined)?.content === 'string') return output;
  return failed('The tool ran, and gave neither a text nor an outcome.');
}

/** As much of it as a tool shows at most: its beginning. */
function shown(output: AgentOutput, outputBytesMax = OUTPUT_LIMITS.bytesMax): Outcome {
  const outcome = outcomeOf(output);
  const limits = { ...OUTPUT_LIMITS, bytesMax: Math.min(outputBytesMax, OUTPUT_LIMITS.bytesMax) };
  const { truncated, content, outputLines, totalLines } = truncateHead(outcome.content, limits);
  if (!truncated) return outcome;
  const note = `cut: ${outputLines} of ${totalLines} lines are shown`;
  return { ...outcome, content, notes: [...(outcome.notes ?? []), note] };
}
