/** The recorded world at a session's doors, as far as it is wanted. Where the recording does not know, it is said, and the session ends. */
import { REAL_CLOCK, type SessionDeps } from '@tagma/runtime';
import {
  type Recording,
  recordedFactsOr,
  recordedModel,
  recordedPlan,
  recordedTools,
  TestMistake,
} from '@tagma/testing';

export type Lose = (message: string) => void;

/** The parameters of a call that a message shows, in characters. */
const PARAMS_SHOWN_MAX = 200;

/** Without what the session was cut off in: a request that came to nothing was made again, a call may have been. */
export function withoutCutOff({ replies, facts, outcomes, ...rest }: Recording): Recording {
  const came = [...replies].sort(([one], [other]) => one - other).flatMap(([, reply]) => reply ?? []);
  return {
    ...rest,
    replies: new Map(came.map((reply, index) => [index + 1, reply])),
    facts: whole(facts),
    outcomes: whole(outcomes),
  };
}

function whole<T>(map: ReadonlyMap<string, readonly (T | null)[]>): ReadonlyMap<string, readonly T[]> {
  return new Map([...map].map(([key, all]) => [key, all.flatMap((one) => (one === null ? [] : [one]))]));
}

/** The model says what it said, request by request. Retries are not waited for. */
export function withRecordedModel(deps: SessionDeps, recording: Recording, lose: Lose): SessionDeps {
  const model = recordedModel(recording);
  let requests = 0;
  return {
    ...deps,
    clock: { ...REAL_CLOCK, wait: async () => {} },
    model: {
      async ask(messages, hooks) {
        requests += 1;
        if (recording.replies.has(requests)) return model.ask(messages, hooks);
        const message = `the recording has no reply to request ${requests}: what the tools gave has led elsewhere. --model asks a model.`;
        lose(message);
        return {
          ok: false,
          ...{ text: '', reasoning: '' },
          fault: { kind: 'malformed', message, advice: '', status: null },
        };
      },
    },
  };
}

/** Each call comes to what it came to: nothing runs. */
export function withRecordedTools(deps: SessionDeps, recording: Recording, lose: Lose): SessionDeps {
  const tools = recordedTools(recording, {}, []);
  const { factsAgain: _again, ...rest } = deps;
  const readPlan = recordedPlan(recording);
  return {
    ...rest,
    facts: recordedFactsOr(recording, deps.facts),
    readPlan: async () => readPlan(),
    tools: {
      async run(name, params, context) {
        try {
          return await tools.run(name, params, context);
        } catch (error) {
          if (!(error instanceof TestMistake)) throw error;
          const call = `${name} ${JSON.stringify(params).slice(0, PARAMS_SHOWN_MAX)}`;
          lose(`the recording does not know what this call comes to: ${call}\n--tools live runs it.`);
          return { status: 'aborted', content: 'The recording does not know this call.', details: {} };
        }
      },
    },
  };
}
