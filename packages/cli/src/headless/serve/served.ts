/** A session behind JSON-RPC: requests carried out one after the other, events as notifications. */
import { nearestNames } from '@tagma/protocol';
import type { StreamEvent } from '@tagma/stream';
import { COMMAND_TYPES, SCHEMA_VERSION } from '@tagma/stream';
import { version } from '../../assets.ts';
import type { Driven } from '../steering/driven.ts';
import { commandIn } from '../steering/read-command.ts';
import {
  errorWith,
  notificationOf,
  RPC,
  type RpcError,
  type RpcId,
  type RpcRequest,
  readRequest,
  responseWith,
} from './rpc.ts';
import { createTurns } from './turns.ts';

const PREFIX = 'session/';

/** Every method, in the order in which they are of use. */
export const METHODS: readonly string[] = ['initialize', ...COMMAND_TYPES.map((type) => PREFIX + type), 'shutdown'];

export type Served = {
  /** Carries a line out. Resolves to whether it was the last, `shutdown`: that is answered by `end`. */
  readonly take: (line: string) => Promise<boolean>;
  /** Answers what no turn answers any more, and `shutdown`. Nothing is sent after it. */
  readonly end: () => void;
  /** Null before `initialize`. */
  readonly driven: () => Driven | null;
};

/**
 * @param send writes a message
 * @param begin begins the session, with what its events are told to
 */
export function serve(
  send: (message: object) => void,
  begin: (tell: (event: StreamEvent) => void, deltas: boolean) => Driven,
): Served {
  const turns = createTurns<RpcId>();
  let driven: Driven | null = null;
  let shutdown: RpcId | undefined;

  const tell = (event: StreamEvent) => {
    send(notificationOf('session/event', event));
    for (const { id, result } of turns.take(event)) {
      send(result === null ? errorWith(id, refused('it was taken back')) : responseWith(id, result));
    }
  };

  const initialize = ({ id, params }: RpcRequest): RpcError | null => {
    if (driven !== null) return refused('the session has begun already');
    const { deltas = false, ...others } = params;
    const [unknown] = Object.keys(others).filter((name) => name !== 'client');
    if (unknown !== undefined) return invalidParams(`initialize takes no ${unknown}`);
    if (typeof deltas !== 'boolean') return invalidParams('deltas should be true or false');
    if (id !== undefined) {
      const about = { program: `tagma ${version}`, schema_version: SCHEMA_VERSION, methods: METHODS };
      send(responseWith(id, about));
    }
    driven = begin(tell, deltas);
    return null;
  };

  /** Gives why it cannot be, or null where it is answered, or will be. */
  const carryOut = async ({ id, method, params }: RpcRequest): Promise<RpcError | null> => {
    if (driven === null) return { code: RPC.notInitialized, message: 'initialize comes first' };
    // A type among the parameters would be another command.
    const read = commandIn({ ...params, type: method.slice(PREFIX.length) });
    if (!read.ok) return invalidParams(read.message);
    const { command } = read;
    // Noted before it is said: the turn may be over before we are back. To end a pause at rest begins none.
    const turn = command.type === 'prompt' || (command.type === 'resume' && driven.hasTurn()) ? command.type : null;
    if (id !== undefined && turn !== null) turns.awaited(turn, id);
    const why = await driven.carryOut(command);
    if (why !== null) {
      if (id !== undefined) turns.dropped(id);
      return refused(why);
    }
    if (id !== undefined && turn === null) send(responseWith(id, {}));
    return null;
  };

  return {
    async take(line) {
      const read = readRequest(line);
      if (!read.ok) {
        send(errorWith(read.id, read.error));
        return false;
      }
      const { request } = read;
      const { id, method } = request;
      if (method === 'shutdown') {
        shutdown = id;
        return true;
      }
      const error = await errorIn(request);
      if (error !== null && id !== undefined) send(errorWith(id, error));
      return false;
    },
    end() {
      for (const id of turns.left()) send(errorWith(id, refused('the session has ended')));
      if (shutdown !== undefined) send(responseWith(shutdown, {}));
    },
    driven: () => driven,
  };

  async function errorIn(request: RpcRequest): Promise<RpcError | null> {
    const { method } = request;
    if (method === 'initialize') return initialize(request);
    if (METHODS.includes(method)) return carryOut(request);
    const [near] = nearestNames(method, METHODS, 1);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return { code: RPC.methodNotFound, message: `Method not found: ${method}.${hint}` };
  }
}

function refused(message: string): RpcError {
  return { code: RPC.refused, message };
}

function invalidParams(message: string): RpcError {
  return { code: RPC.invalidParams, message: `Invalid params: ${message}` };
}
