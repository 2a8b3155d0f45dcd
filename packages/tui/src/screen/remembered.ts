/**
 * A pure function that keeps what it made last: given the very same values again, it does not make it anew. For what stands
 * on the screen from frame to frame while something else changes.
 */
export function remembered<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | null = null;
  return (...given) => {
    if (last?.given.every((each, place) => Object.is(each, given[place])) !== true)
      last = { given, made: make(...given) };
    return last.made;
  };
}
