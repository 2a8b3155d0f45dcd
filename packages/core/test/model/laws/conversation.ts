/** Laws about what the model is told. */
import { messagesOf, modelOf, type Snapshot, sizeOf } from '../../../src/index.ts';
import { atRest, firstFault, type Law, promptsBeginning, unlessHeard } from './law.ts';

/** Before a reply: one that the window asks for, and those that an overflow does. */
const COMPACTIONS_MAX = 3;

export const CONVERSATION: readonly Law[] = [
  {
    name: 'the roles alternate, and the model answers the user',
    begin:
      () =>
      ({ emitted, after }) => {
        const asked = emitted.some(({ type }) => type === 'model.ask');
        if (!asked && !atRest(after.snapshot)) return null;
        const messages = messagesOf(after.snapshot.context);
        const wrong = messages.findIndex(({ role }, i) => role !== (i === 0 ? 'system' : i % 2 ? 'user' : 'assistant'));
        if (wrong >= 0) return `message ${wrong} is of ${messages[wrong]?.role}`;
        const empty = messages.findIndex(({ content }) => content.trim() === '');
        if (empty >= 0) return `message ${empty} is empty`;
        return asked && messages.at(-1)?.role !== 'user' ? 'the last word is not the user’s' : null;
      },
  },
  {
    name: 'each action is answered to the model exactly once',
    begin: () => {
      const answers = new Map<number, number>();
      let calls = 0;
      return ({ emitted, before, after }) => {
        for (const each of emitted) if (each.type === 'reply.read') calls += each.reply.actions.length;
        for (const [call, more] of answersAdded(before.snapshot, after.snapshot)) {
          answers.set(call, (answers.get(call) ?? 0) + more);
        }
        const twice = [...answers].find(([call, times]) => times > 1 || call > calls);
        if (twice) return `call ${twice[0]} is answered ${twice[1]} times`;
        const mustBe = atRest(after.snapshot) || emitted.some(({ type }) => type === 'model.ask');
        if (!mustBe || answers.size === calls) return null;
        return `${calls - answers.size} of ${calls} calls are not answered`;
      };
    },
  },
  unlessHeard({
    name: 'the model is told its task, whatever has been compacted',
    begin: () => {
      let task = '';
      return (stage) => {
        const { emitted, after } = stage;
        task = promptsBeginning(stage)[0] ?? task;
        if (!emitted.some(({ type }) => type === 'model.ask')) return null;
        const told = messagesOf(after.snapshot.context).some(({ content }) => content.includes(task));
        return told ? null : `it is not told ${task}`;
      };
    },
  }),
  {
    name: 'a compaction makes the conversation smaller, and the request fits into the window',
    begin: () => {
      let compactions = 0;
      // Of the request that comes then: it is made as it is.
      let isRefused = false;
      return ({ event, emitted, after }) => {
        if (event.type === 'hook.ended' && event.point === 'before_session_op') isRefused = event.outcome !== null;
        if (event.type === 'reply.ended') isRefused = false;
        return firstFault(emitted, (each) => {
          if (each.type === 'reply.read' || each.type === 'turn.end') compactions = 0;
          if (each.type === 'conversation.compacted') {
            if (each.why !== 'command') compactions += 1;
            if (compactions > COMPACTIONS_MAX) return `the ${compactions}th in a row`;
            return each.tokensAfter > each.tokensBefore && `${each.tokensBefore} tokens became ${each.tokensAfter}`;
          }
          const { windowTokens } = modelOf(after.snapshot.context);
          if (each.type !== 'model.ask' || windowTokens === 0 || isRefused) return null;
          const messages = messagesOf(after.snapshot.context);
          // The first reply and what came of it are not old yet.
          if (messages.length <= 4) return null;
          const tokens = sizeOf(after.snapshot.context);
          return tokens > windowTokens && `${tokens} of ${windowTokens} tokens`;
        });
      };
    },
  },
];

type Conversation = Snapshot['context']['conversation'];

/** How many answers to each call the conversation holds more than before. */
function answersAdded(before: Snapshot, after: Snapshot): ReadonlyMap<number, number> {
  const [old, now] = [before.context.conversation, after.context.conversation];
  const added = new Map<number, number>();
  if (old === now) return added;
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  const count = (entries: Conversation, each: number) => {
    for (const { content } of entries.slice(same).map(({ message }) => message)) {
      for (const [, call] of content.matchAll(/<observation [^>]*\bcall="(\d+)"/g)) {
        added.set(Number(call), (added.get(Number(call)) ?? 0) + each);
      }
    }
  };
  count(now, 1);
  count(old, -1);
  // What a compaction has taken away was answered all the same.
  return new Map([...added].filter(([, times]) => times > 0));
}
