/** Laws about the limits of a turn: nothing goes on for ever. */
import { type LimitReached, messagesOf, type Settings, type Snapshot, stateOf } from '../../../src/index.ts';
import type { Asked, Stage } from '../world.ts';
import { answeredEffect, awaited, firstFault, isTakenUp, type Law, MODEL, promptsBeginning } from './law.ts';

/** So often in a row the model may do the same. */
const REPEATS_MAX = 5;
/** The person is waited for, and the time does not count. */
const PERSON_WAITED: ReadonlySet<string> = new Set([...['paused', 'limited', 'permission', 'asking', 'reviewing']]);

export const LIMIT_LAWS: readonly Law[] = [
  {
    name: 'no request is made beyond what the turn may use up, and the person has granted',
    begin: () => {
      let turn = newAccount(0);
      let ended = turn;
      let session = newAccount(0);
      return (stage) => {
        const { event, emitted, before, after } = stage;
        const answered = answeredEffect(stage);
        if (stateOf(before.snapshot) === 'failed') ended.waitedMs += event.at - before.at;
        if (PERSON_WAITED.has(stateOf(before.snapshot))) turn.waitedMs += event.at - before.at;
        if (resumesTurn(stage)) turn = ended;
        if (event.type === 'reply.ended' && event.usage && answered && MODEL.has(answered.type)) {
          for (const account of [turn, session]) {
            account.tokens += event.usage.input + event.usage.output;
            account.cost += event.usage.cost ?? 0;
          }
        }
        if (event.type === 'limit.answered' && event.answer === 'go on' && answered?.type === 'limit.ask') {
          const settings = before.snapshot.context.session.settings;
          const account = answered.limit.startsWith('session-') ? session : turn;
          const more = { [answered.limit]: answered.used + (mostOf(settings)[answered.limit] ?? 0) };
          account.granted = { ...account.granted, ...more };
        }
        if (isAnew(stage)) turn.replies -= 1;
        if (promptsBeginning(stage).length > 0) turn = newAccount(event.at);
        const fault = firstFault(emitted, (each) => {
          const used = usedBy(turn, session, event.at);
          if (each.type === 'turn.end') {
            [ended, turn] = [turn, newAccount(event.at)];
            return each.result.kind === 'limit' ? wrongUse(used, each.result) : null;
          }
          if (each.type === 'limit.ask') return wrongUse(used, each);
          if (each.type !== 'model.ask' || isAgain(stage)) return null;
          turn.replies += 1;
          return passedLimit(used, { ...turn.granted, ...session.granted }, after.snapshot.context.session.settings);
        });
        if (isTakenUp(stage)) {
          ended = { ...ended, startedAt: event.at, waitedMs: 0, granted: {} };
          session = newAccount(event.at);
        }
        return fault;
      };
    },
  },
  {
    name: 'no more corrections in a row, retries, and time of an outage than the settings say',
    begin: () => {
      let [malformed, failures, since] = [0, 0, 0];
      return (stage) => {
        const { event, emitted, before, after } = stage;
        const { settings } = after.snapshot.context.session;
        const steered = before.snapshot.context.queue.some(({ steers }) => steers);
        return firstFault(emitted, (each) => {
          if (each.type === 'turn.end') [malformed, failures] = [0, 0];
          if (each.type === 'model.switched' && each.why === 'chosen') failures = 0;
          if (each.type === 'reply.read') {
            const { actions, final } = each.reply;
            if (actions.length > 0) malformed = 0;
            else if (final === null && !steered) malformed += 1;
            failures = 0;
          }
          if (each.type === 'timer.start') {
            if (failures === 0) since = event.at;
            failures += 1;
            if (failures > settings.retriesMax) return `retry ${failures} of ${settings.retriesMax}`;
            const outage = event.at + each.ms - since;
            if (outage > settings.outageMsMax) return `an outage of ${outage} ms`;
          }
          if (each.type !== 'model.ask') return null;
          return malformed > settings.correctionsMax && `correction ${malformed} of ${settings.correctionsMax}`;
        });
      };
    },
  },
  {
    name: 'the model does not do the same for ever',
    begin: () => {
      let [last, actions, times] = ['', '', 0];
      return ({ event, emitted, after }) => {
        if (event.type === 'limit.answered') [last, actions] = ['', ''];
        return firstFault(emitted, (each) => {
          if (each.type === 'turn.end') [last, actions] = ['', ''];
          if (each.type === 'reply.read') {
            actions = each.reply.actions.length > 0 ? JSON.stringify(each.reply.actions) : '';
            if (actions === '') last = '';
          }
          if (each.type !== 'model.ask' || actions === '') return null;
          const done = `${actions} ${observationsIn(after.snapshot)}`;
          times = done === last ? times + 1 : 1;
          last = done;
          actions = '';
          return times >= REPEATS_MAX && `the same ${times} times`;
        });
      };
    },
  },
];

type Granted = { readonly [limit in LimitReached['limit']]?: number };

type Account = {
  replies: number;
  tokens: number;
  cost: number;
  waitedMs: number;
  readonly startedAt: number;
  granted: Granted;
};

function newAccount(startedAt: number): Account {
  return { replies: 0, tokens: 0, cost: 0, waitedMs: 0, startedAt, granted: {} };
}

function resumesTurn({ event, before }: Stage): boolean {
  return event.type === 'resume.requested' && stateOf(before.snapshot) === 'failed';
}

/** The same request, after a failure: it is not counted twice. */
function isAgain(stage: Stage): boolean {
  return (answeredEffect(stage) as Asked | undefined)?.type === 'timer.start' && !isAnew(stage);
}

/** The reply is asked for anew, of another model. */
function isAnew(stage: Stage): boolean {
  const { event, emitted, before } = stage;
  if (event.type !== 'reply.failed' && event.type !== 'timer.fired') return false;
  if (!awaited(before.snapshot).includes(event.request) || stateOf(before.snapshot) === 'stopping') return false;
  if (!['model.ask', 'timer.start'].includes(answeredEffect(stage)?.type ?? '')) return false;
  return emitted.some((each) => each.type === 'model.switched') || before.snapshot.context.modelWanted !== null;
}

type Use = { readonly [limit in Exclude<LimitReached['limit'], 'repetition'>]: number };

function usedBy({ replies, tokens, cost, startedAt, waitedMs }: Account, session: Account, at: number): Use {
  return {
    ...{ turns: replies, tokens, cost, time: at - startedAt - waitedMs },
    ...{ 'session-tokens': session.tokens, 'session-cost': session.cost },
  };
}

/** Tokens that the endpoint has not counted are estimated: of them this account knows the least only. */
function wrongUse(used: Use, { limit, used: said }: LimitReached): string | null {
  if (limit === 'repetition') return null;
  const right = limit.endsWith('tokens') ? said >= used.tokens : Math.abs(said - used[limit]) < 1e-9;
  return right ? null : `${said} ${limit} are said to be used, and it is ${used[limit]}`;
}

function mostOf(settings: Settings): Granted {
  const { turnsMax, tokensMax, costMax, timeMsMax, sessionTokensMax = 0, sessionCostMax = 0 } = settings;
  return {
    ...{ turns: turnsMax, tokens: tokensMax, cost: costMax, time: timeMsMax },
    ...{ 'session-tokens': sessionTokensMax, 'session-cost': sessionCostMax },
  };
}

function passedLimit(used: Use, granted: Granted, settings: Settings): string | null {
  const most = { ...mostOf(settings), ...granted };
  for (const limit of ['turns', 'tokens', 'cost', 'time', 'session-tokens', 'session-cost'] as const) {
    const max = most[limit] ?? 0;
    if (max > 0 && used[limit] >= max) return `${used[limit]} of ${max} ${limit}`;
  }
  return null;
}

/** What the last message tells of the calls, without what differs from one call to the same again. */
function observationsIn({ context }: Snapshot): string {
  const told = messagesOf(context).at(-1)?.content ?? '';
  const observations = told.match(/<observation [^>]*\bcall="[\s\S]*?<\/observation>/g) ?? [];
  return observations.map((one) => one.replace(/ (call|ms)="\d+"/g, '')).join('\n');
}
