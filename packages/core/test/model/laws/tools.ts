/** Laws about the tools: what may run, and when. */
import { isDeepStrictEqual } from 'node:util';
import type { Outcome, ReplyAction } from '@tagma/protocol';
import type { Snapshot } from '../../../src/index.ts';
import { answeredEffect, awaited, firstFault, type Law } from './law.ts';

function isHeadless({ context }: Snapshot): boolean {
  return context.session.settings.headless;
}

function isBlocked({ details }: Outcome): boolean {
  return typeof details.blocked === 'string';
}

export const TOOL_LAWS: readonly Law[] = [
  {
    name: 'a tool runs only what the model has asked for and somebody has allowed, once',
    begin: () => {
      const actions: ReplyAction[] = [];
      const allowed = new Set<number>();
      const ran = new Set<number>();
      return (stage) => {
        const { event, emitted, before } = stage;
        const answered = answeredEffect(stage);
        const isAwaited = 'request' in event && awaited(before.snapshot).includes(event.request);
        if (event.type === 'permission.answered' && isAwaited && answered?.type === 'person.ask') {
          if (event.answer === 'no') allowed.delete(answered.call);
          else allowed.add(answered.call);
        }
        // It has not run, and nobody has allowed what it would do now.
        if (event.type === 'facts.changed' && isAwaited && answered?.type === 'tool.run') {
          ran.delete(answered.call);
          allowed.delete(answered.call);
        }
        // It ran, and the person may let it run once more: outside.
        if (event.type === 'tool.ended' && isAwaited && answered?.type === 'tool.run' && isBlocked(event.outcome)) {
          ran.delete(answered.call);
          allowed.delete(answered.call);
        }
        return firstFault(emitted, (each) => {
          if (each.type === 'reply.read') actions.push(...each.reply.actions);
          if (each.type === 'call.judged' && each.decision.verdict === 'allow') allowed.add(each.call);
          if (each.type === 'call.judged' && each.decision.verdict !== 'allow') allowed.delete(each.call);
          if (each.type !== 'tool.run') return null;
          const { call, tool, params } = each;
          if (!allowed.has(call)) return `nobody has allowed call ${call}`;
          if (ran.has(call)) return `call ${call} runs twice`;
          ran.add(call);
          const action = actions[call - 1];
          if (!action || action.error) return `call ${call} is no action of a reply`;
          const same = action.tool === tool && isDeepStrictEqual(action.params, params);
          return same ? null : `call ${call} is not what the model has written`;
        });
      };
    },
  },
  {
    name: 'while a plan is made nothing is changed but its file, unless the person lets it',
    begin: () => {
      const changing = new Set<number>();
      return (stage) => {
        const { event, emitted, before } = stage;
        const { mode, session } = before.snapshot.context;
        const answered = answeredEffect(stage);
        if (event.type === 'permission.answered' && answered?.type === 'person.ask') changing.delete(answered.call);
        if (event.type === 'facts.taken' && answered?.type === 'facts.take') {
          const { readOnly, runs, deletes, network, writes, unknown } = event.facts;
          const others = writes.filter(({ path }) => !path.endsWith(`.tagma/plans/${session.session}.md`));
          const changes = [...runs, ...deletes, ...network, ...others].length > 0 || unknown !== null;
          if (mode === 'plan' && !readOnly && changes) changing.add(answered.call);
          else changing.delete(answered.call);
        }
        return firstFault(
          emitted,
          (each) => each.type === 'tool.run' && changing.has(each.call) && `call ${each.call} runs`,
        );
      };
    },
  },
  {
    name: 'where there is a sandbox every command runs in it, until the person lets it out',
    begin: () => {
      const blocked = new Set<number>();
      const letOut = new Set<number>();
      return (stage) => {
        const { event, emitted, after } = stage;
        const answered = answeredEffect(stage);
        if (event.type === 'tool.ended' && answered?.type === 'tool.run' && isBlocked(event.outcome)) {
          blocked.add(answered.call);
        }
        const said = event.type === 'permission.answered' && event.answer !== 'no';
        if (said && answered?.type === 'person.ask' && blocked.has(answered.call)) letOut.add(answered.call);
        const { sandbox } = after.snapshot.context.session.settings;
        return firstFault(emitted, (each) => {
          if (each.type !== 'tool.run' || each.tool !== 'bash') return null;
          const should = sandbox && !letOut.has(each.call);
          return (each.bounds !== undefined) !== should && `call ${each.call} runs ${should ? 'outside' : 'inside'}`;
        });
      };
    },
  },
  {
    name: 'no tool runs beside one that may change something',
    begin: () => {
      const readOnly = new Map<number, boolean>();
      return (stage) => {
        const { event, emitted, before } = stage;
        const answered = answeredEffect(stage);
        if (event.type === 'facts.taken' && answered?.type === 'facts.take') {
          readOnly.set(answered.call, event.facts.readOnly);
        }
        const running = before.open.filter((each) => each.type === 'tool.run' && each !== answered);
        return firstFault(emitted, (each) => {
          if (each.type !== 'tool.run') return null;
          const beside = running.length > 0;
          running.push(each);
          const changing = running.filter((one) => 'call' in one && readOnly.get(one.call) !== true);
          return beside && changing.length > 0 && `call ${each.call} runs while another does`;
        });
      };
    },
  },
  {
    name: 'what follows a failed change in the same reply is not begun',
    begin: () => {
      /** The calls of the last reply from here on are not begun. */
      let failed = Number.POSITIVE_INFINITY;
      let calls = 0;
      const changes = new Set<number>();
      return (stage) => {
        const { event, emitted, before } = stage;
        const answered = answeredEffect(stage);
        const isAwaited = 'request' in event && awaited(before.snapshot).includes(event.request);
        const fail = (call: number) => {
          if (changes.has(call)) failed = Math.min(failed, call);
        };
        if (event.type === 'facts.taken' && answered?.type === 'facts.take') {
          if (!event.facts.readOnly) changes.add(answered.call);
          else changes.delete(answered.call);
        }
        const refused = event.type === 'permission.answered' && event.answer === 'no';
        if (refused && isAwaited && answered?.type === 'person.ask') {
          fail(answered.call);
        }
        if (event.type === 'tool.ended' && event.outcome.status !== 'ok' && answered?.type === 'tool.run') {
          // Not yet, where the person decides whether it runs once more.
          if (answered.bounds === undefined || !isBlocked(event.outcome) || isHeadless(before.snapshot))
            fail(answered.call);
        }
        return firstFault(emitted, (each) => {
          if (each.type === 'reply.read') {
            failed = Number.POSITIVE_INFINITY;
            changes.clear();
            const tools = before.snapshot.context.session.tools;
            for (const { tool, error } of each.reply.actions) {
              calls += 1;
              if (tools.find(({ name }) => name === tool)?.readOnly !== true) changes.add(calls);
              if (error) fail(calls);
            }
          }
          if (each.type === 'call.judged' && each.decision.verdict === 'deny') fail(each.call);
          if (each.type !== 'facts.take' && each.type !== 'tool.run') return null;
          return each.call > failed && `call ${each.call} is begun after call ${failed} has failed`;
        });
      };
    },
  },
];
