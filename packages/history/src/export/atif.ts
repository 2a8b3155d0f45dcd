/**
 * A session in the Agent Trajectory Interchange Format of Harbor (RFC 0001, version 1.5): who said what, which tools were
 * called, what came back. What the format has no word for stands in `extra`: the machine's states, the decisions, and the
 * records of the history that a step is made of.
 */
import type { Json, JsonObject, ToolSpec } from '@tagma/protocol';
import type { ActionItem, EndItem, ReplyItem, SessionItem, ShellItem, TimelineItem } from './timeline-item.ts';
import { numberOrNull, objectIn, objectsIn, textIn } from './told.ts';

export const ATIF_VERSION = 'ATIF-v1.5';

type Step = { -readonly [name in keyof JsonObject]: Json } & { extra: JsonObject };

/** The whole trajectory, from the items of a timeline in order. */
export async function atifOf(items: AsyncIterable<TimelineItem>): Promise<JsonObject> {
  const steps: Step[] = [];
  let agent: JsonObject = { name: 'tagma', version: 'unknown' };
  let session = '';
  for await (const item of items) {
    if (item.kind === 'session' && steps.length === 0) {
      agent = agentOf(item);
      session = item.session;
    }
    take(item, steps);
  }
  const numbered = steps.map((step, index) => ({ step_id: index + 1, ...step }));
  return {
    schema_version: ATIF_VERSION,
    session_id: session,
    agent,
    steps: numbered,
    final_metrics: totalsOf(steps),
  };
}

/** An action belongs to the reply before it, and so does the end of the turn. */
function take(item: TimelineItem, steps: Step[]): void {
  const last = steps.findLast(({ source }) => source === 'agent');
  switch (item.kind) {
    case 'session':
      steps.push({ ...stepOf(item, 'system'), message: textIn(item.records[0]?.fields ?? {}, 'system') });
      return;
    case 'prompt':
      // One that waits is told again where its turn begins.
      if (item.begins || item.steers) steps.push({ ...stepOf(item, 'user'), message: item.text });
      else addBeside(steps, item, `prompt waits: ${item.text}`);
      return;
    case 'reply':
      steps.push(item.isSummary ? summaryStep(item) : agentStep(item));
      return;
    case 'action':
      if (last !== undefined) addAction(last, item);
      return;
    case 'end':
      // A turn may end before the model has said anything in it.
      if (last === undefined || 'turn' in (last.extra ?? {}))
        steps.push({ ...stepOf(item, 'system'), message: item.text });
      else addEnd(last, item);
      return;
    case 'limit':
      steps.push({ ...stepOf(item, 'system'), message: `limit: ${item.reason}` });
      return;
    case 'undo':
      steps.push({ ...stepOf(item, 'system'), message: `taken back: ${item.content}` });
      return;
    case 'shell':
      steps.push({ ...stepOf(item, 'user'), message: `! ${item.command}`, observation: resultOf(item) });
      return;
    case 'occurrence':
      if (item.weight === 'quiet') addBeside(steps, item, `${item.what}: ${item.about}`);
      else
        steps.push({
          ...stepOf(item, 'system'),
          message: [item.what, item.about, item.text].filter(Boolean).join(': '),
        });
  }
}

function stepOf(item: TimelineItem, source: 'system' | 'user' | 'agent'): Step {
  return {
    timestamp: new Date(item.at).toISOString(),
    source,
    message: '',
    extra: { kind: item.kind, ...tracesOf(item) },
  };
}

/** Where in the history it stands, and the states that it led through. */
function tracesOf({ records }: Pick<TimelineItem, 'records'>): {
  readonly records: readonly number[];
  readonly states: readonly string[];
} {
  return {
    records: records.map(({ n }) => n),
    states: records.filter(({ kind }) => kind === 'state').map(({ type }) => type),
  };
}

function agentOf({
  program,
  model,
  endpoint,
  behaviour,
  folder,
  mode,
  records,
}: SessionItem & TimelineItem): JsonObject {
  const [name = 'tagma', version = 'unknown'] = program.split(' ');
  const tools = objectsIn(records[0]?.fields ?? {}, 'tools') as unknown as readonly ToolSpec[];
  return {
    name,
    version,
    model_name: model,
    tool_definitions: tools.map(({ name: tool, description, parameters }) => ({
      type: 'function',
      function: { name: tool, description, parameters: parameters as unknown as JsonObject },
    })),
    extra: { endpoint, behaviour, folder, mode },
  };
}

function agentStep(item: ReplyItem & TimelineItem): Step {
  const { model, thoughts, reasoning, loose, finish, repairs, error, fault, text } = item;
  const thought = [reasoning, ...thoughts].filter((one) => one.trim() !== '').join('\n\n');
  const step = stepOf(item, 'agent');
  const said = { finish, repairs, ...(error === '' ? {} : { error }), ...(fault === null ? {} : { fault }) };
  return {
    ...step,
    model_name: model,
    message: loose.trim(),
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...metricsOf(item),
    extra: { ...step.extra, ...said, raw: text, calls: [] },
  };
}

/** What came of the person's own command. */
function resultOf({ content, notes }: ShellItem): JsonObject {
  return { results: [{ content: [content, ...notes].filter((text) => text !== '').join('\n') }] };
}

/** The conversation was made shorter: no turn of the agent. */
function summaryStep(item: ReplyItem & TimelineItem): Step {
  const step = stepOf(item, 'system');
  return { ...step, message: 'summary of the older part', observation: { results: [{ content: item.text }] } };
}

function metricsOf({ records }: TimelineItem): { readonly metrics?: JsonObject } {
  const usage = objectIn(records.find(({ type }) => type === 'reply.ended')?.fields ?? {}, 'usage');
  const [input, output] = [numberOrNull(usage, 'input'), numberOrNull(usage, 'output')];
  if (input === null || output === null) return {};
  const [cached, cost, reasoning] = ['cached', 'cost', 'reasoning'].map((name) => numberOrNull(usage, name));
  return {
    metrics: {
      prompt_tokens: input,
      completion_tokens: output,
      ...(cached === null || cached === undefined ? {} : { cached_tokens: cached }),
      ...(cost === null || cost === undefined ? {} : { cost_usd: cost }),
      ...(reasoning === null || reasoning === undefined ? {} : { extra: { reasoning_tokens: reasoning } }),
    },
  };
}

function addAction(step: Step, item: ActionItem & TimelineItem): void {
  const { call, tool, params, status, content, notes, decisions, runs, question } = item;
  const id = `call_${call}`;
  const results = objectsIn(objectIn(step, 'observation'), 'results');
  const came = [question?.answer ?? content, ...notes].filter((text) => text !== '').join('\n');
  step.tool_calls = [
    ...objectsIn(step, 'tool_calls'),
    { tool_call_id: id, function_name: tool, arguments: params as JsonObject },
  ];
  step.observation = { results: [...results, { source_call_id: id, content: came }] };
  const told = { tool_call_id: id, status, decisions: decisions as unknown as Json, runs: runs as unknown as Json };
  step.extra = { ...step.extra, calls: [...objectsIn(step.extra, 'calls'), { ...told, ...tracesOf(item) }] };
}

function addEnd(step: Step, item: EndItem & TimelineItem): void {
  const { how, text } = item;
  if (how === 'done') step.message = text;
  step.extra = { ...step.extra, turn: { result: how, ...(how === 'done' ? {} : { why: text }), ...tracesOf(item) } };
}

/** What is no step of its own, and changed nothing: with the step before it. */
function addBeside(steps: readonly Step[], item: TimelineItem, what: string): void {
  const last = steps.at(-1);
  if (last === undefined) return;
  last.extra = { ...last.extra, beside: [...objectsIn(last.extra, 'beside'), { what, ...tracesOf(item) }] };
}

function totalsOf(steps: readonly Step[]): JsonObject {
  const all = steps.map((step) => objectIn(step, 'metrics'));
  const sum = (name: string) => all.reduce((total, metrics) => total + (numberOrNull(metrics, name) ?? 0), 0);
  const cost = sum('cost_usd');
  return {
    total_prompt_tokens: sum('prompt_tokens'),
    total_completion_tokens: sum('completion_tokens'),
    total_cached_tokens: sum('cached_tokens'),
    ...(cost === 0 ? {} : { total_cost_usd: cost }),
    total_steps: steps.length,
  };
}
