/**
 * Facts wait here for the machine, which takes one at a time. A fact that is sent while another is being taken (by a
 * performer that answers at once, by a watcher) waits its turn: a step is never entered twice.
 */
export type Mailbox<T> = { readonly send: (item: T) => void };

export function createMailbox<T>(take: (item: T) => void): Mailbox<T> {
  const waiting: T[] = [];
  let taking = false;
  return {
    send(item) {
      waiting.push(item);
      if (taking) return;
      taking = true;
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) take(next);
      } finally {
        taking = false;
      }
    },
  };
}
