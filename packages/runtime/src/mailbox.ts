/**
 * Facts wait here for the machine, which takes one at a time. A fact that is sent while another is being taken (by a
 * performer that answers at once, by a watcher, while the gate thinks) waits its turn: a step is never entered twice.
 */
export type Mailbox<T> = {
  readonly send: (item: T) => void;
  /** Resolves when nothing waits and nothing is being taken. */
  readonly idle: () => Promise<void>;
};

/**
 * @param take takes one item, at once or until its promise resolves
 * @param failed is told where it throws or rejects; then the next item is taken
 */
export function createMailbox<T>(
  take: (item: T) => void | Promise<void>,
  failed: (error: unknown) => void,
): Mailbox<T> {
  const waiting: T[] = [];
  let taking: Promise<void> | null = null;
  let entered = false;

  const attempt = (item: T): void | Promise<void> => {
    try {
      return take(item);
    } catch (error) {
      failed(error);
    }
  };

  const takeAll = (): void => {
    entered = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const held = attempt(next);
        if (!(held instanceof Promise)) continue;
        taking = held.catch(failed).then(() => {
          taking = null;
          takeAll();
        });
        break;
      }
    } finally {
      entered = false;
    }
  };

  return {
    send(item) {
      waiting.push(item);
      if (!entered && taking === null) takeAll();
    },
    async idle() {
      while (taking !== null) await taking;
    },
  };
}
