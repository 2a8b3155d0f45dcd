type Listener<A extends readonly unknown[]> = (...given: A) => void;

export type Guarded = <A extends readonly unknown[]>(listener: Listener<A>) => Listener<A>;

/**
 * For listeners of a screen: once that is over they do nothing, and what one throws goes to `fail`, which gives the
 * terminal back.
 */
export function guard(isOver: () => boolean, fail: (error: unknown) => void): Guarded {
  return (listener) =>
    (...given) => {
      try {
        if (!isOver()) listener(...given);
      } catch (error) {
        fail(error);
      }
    };
}
