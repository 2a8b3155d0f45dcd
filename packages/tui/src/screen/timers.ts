/** Timers by name: another one of a name takes the place of the one before. */
export type Timers = {
  readonly start: (name: string, ms: number, run: () => void) => void;
  readonly cancel: (name: string) => void;
  readonly clear: () => void;
};

export function noTimers(): Timers {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    start(name, ms, run) {
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(run, ms));
    },
    cancel: (name) => clearTimeout(timers.get(name)),
    clear() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
