/**
 * How the replies of a session are scanned. The one place that says so, for the machine when a reply has ended, and for
 * whoever scans it while it streams.
 */
import { type Finish, parseReply, type Reply, type ReplyOptions } from '@tagma/protocol';
import type { Context } from './context.ts';
import type { ReplyEnded } from './events.ts';

/** The options for a scan of the next reply. */
export function replyOptionsOf({ session, startsInThought }: Context): ReplyOptions {
  return { tools: session.tools, bashFence: session.settings.bashFence, startsInThought };
}

/** The reply to the last request, understood. */
export function parseEnded(context: Context, event: ReplyEnded, finish: Finish): Reply {
  const { stopSent = false } = event;
  return parseReply(event.text, finish, { ...replyOptionsOf(context), stopSent }, event);
}
