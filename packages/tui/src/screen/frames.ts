/** When frames are drawn: soon after something has changed, and never faster than anybody can see. */
import type { Guarded } from './guard.ts';

/** Frames come at most this often, 30 a second: what happens in between is drawn at once. */
const FRAME_MS = 33;
/** Where something streams in, and nothing else happens, 20 a second are as good to read. */
export const STREAM_FRAME_MS = 50;
/** What a key has changed is drawn sooner: nobody types against a wall. */
export const KEY_FRAME_MS = 8;

export type Frames = {
  /** Draws soon: what comes in until then is drawn with it. */
  readonly soon: (apartMs?: number) => void;
  /** None is drawn before so much has passed, also of those that are due. */
  readonly wait: (ms: number) => void;
  /** The terminal is not behind any more. */
  readonly drained: () => void;
  readonly stop: () => void;
};

export type Drawn = {
  /** Whether there is something to draw on now. */
  readonly canDraw: () => boolean;
  /** Draws one. False: the terminal is behind, and the next one waits for it. */
  readonly draw: () => boolean;
  readonly guarded: Guarded;
};

export function startFrames({ canDraw, draw, guarded }: Drawn): Frames {
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let due = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let behind = false;

  const drawNow = guarded(() => {
    const began = performance.now();
    if (canDraw()) behind = !draw();
    // What is told while it is drawn asks for a frame: this one.
    clearTimeout(timer);
    timer = undefined;
    last = began;
  });

  function soon(apartMs = FRAME_MS): void {
    if (behind || !canDraw()) return;
    const at = Math.max(last + apartMs, notBefore);
    if (timer && at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(drawNow, Math.max(0, at - performance.now()));
  }

  return {
    soon,
    wait(ms) {
      notBefore = performance.now() + ms;
      clearTimeout(timer);
      timer = undefined;
    },
    drained() {
      behind = false;
      soon();
    },
    stop: () => clearTimeout(timer),
  };
}
