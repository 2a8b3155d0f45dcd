/** Whether a reply has the form that the contract promises, and whether what may run fits the schema of its tool. */
import type { ParamSchema, Reply, ReplyAction, ReplyError } from '../../../src/index.ts';
import { TOOLS } from '../tools.ts';
import type { Input } from './inputs.ts';

const CODES: ReadonlySet<string> = new Set<ReplyError['code']>([
  'no-element',
  'truncated',
  'unknown-tool',
  'bad-params',
]);
const DIALECTS = [
  'tag',
  'hermes',
  'qwen-xml',
  'invoke',
  'glm',
  'json',
  'react',
  'kimi',
  'deepseek',
  'mistral',
  'fence',
  'native',
];
const REPAIRS: ReadonlySet<string> = new Set([
  ...['unclosed', 'entities', 'fence', 'attribute', 'after-final', 'premature-final', 'forged-observation'],
  ...DIALECTS.map((name) => `dialect:${name}`),
]);

export function contractFault(reply: Reply, input: Input): string | null {
  const fault =
    formFault(reply) ?? endFault(reply, input) ?? reply.actions.map(actionFault).find((one) => one !== null);
  return fault ? `${fault}: ${JSON.stringify(reply)}` : null;
}

function formFault({ thoughts, actions, final, loose, repairs, error }: Reply): string | null {
  if (thoughts.some(({ text, written }) => typeof text !== 'string' || typeof written !== 'boolean'))
    return 'a thought is none';
  if (typeof loose !== 'string' || (final !== null && typeof final !== 'string'))
    return 'loose text or final is no text';
  if (new Set(repairs).size < repairs.length || repairs.some((one) => !REPAIRS.has(one)))
    return 'repairs are not of the list';
  if (error && (!CODES.has(error.code) || error.message === '')) return 'the error is none of the list';
  if (actions.length > 0 && final !== null) return 'there are actions and a final';
  if (actions.length === 0 && final === null && !error) return 'there is nothing to do and no error';
  const first = actions.find((action) => action.error)?.error ?? null;
  return actions.length > 0 && error !== first ? 'the error is not that of the first action in error' : null;
}

/** What the endpoint said about the end decides about cuts, and only the last action of the text can be cut. */
function endFault({ actions, repairs, error }: Reply, { finish, options, fields }: Input): string | null {
  const isCut = (one: ReplyError | null): boolean => one?.code === 'truncated';
  if (isCut(error) && finish === 'stop' && !options.stopSent) return 'cut though the endpoint says that it has ended';
  if (!fields && actions.slice(0, -1).some((action) => isCut(action.error))) return 'an action before the last is cut';
  if (error?.code === 'no-element' && actions.length > 0) return 'no element though there is one';
  return repairs.includes('dialect:fence') && !options.bashFence ? 'a fence is a call though it shall not be' : null;
}

function actionFault({ tool, params, asWritten, error }: ReplyAction): string | null {
  if (!Object.values(params).every(isJson)) return 'a parameter is no JSON';
  if (
    Object.entries(asWritten ?? {}).some(([name, text]) => typeof text !== 'string' || !Object.hasOwn(params, name))
  ) {
    return 'a text as written is of no parameter';
  }
  if (error) return null;
  const schema = TOOLS.find(({ name }) => name === tool)?.parameters;
  if (!schema) return 'a tool that is not offered may run';
  if (schema.required?.some((name) => !Object.hasOwn(params, name))) return 'a parameter is missing';
  const fits = Object.entries(params).every(
    ([name, value]) => Object.hasOwn(schema.properties, name) && isOf(schema.properties[name] ?? {}, value),
  );
  return fits ? null : 'a parameter is not as its schema wants it';
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  return Object.values(value).every(isJson);
}

function isOf(schema: ParamSchema, value: unknown): boolean {
  if (schema.enum && !schema.enum.some((one) => one === value)) return false;
  if (typeof value === 'number' && (value < (schema.minimum ?? value) || value > (schema.maximum ?? value)))
    return false;
  switch (schema.type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return schema.type === undefined || typeof value === schema.type;
  }
}
