/**
 * From the indentation that a text was written with to that of the file: the same shift where there is one, else level by
 * level, as two spaces for a tab.
 */

/** Indentation of one line as it was written, and in the file. */
export type IndentationPair = readonly [written: string, inFile: string];

/** Gives the indentation in the file for one as written; null where the same one stands for two in the file. */
export function shiftBetween(pairs: readonly IndentationPair[]): ((written: string) => string) | null {
  const known = new Map<string, string>();
  for (const [written, inFile] of pairs) {
    if ((known.get(written) ?? inFile) !== inFile) return null;
    known.set(written, inFile);
  }
  return sameShift([...known]) ?? byLevels(known);
}

function sameShift(pairs: readonly IndentationPair[]): ((written: string) => string) | null {
  const [first] = pairs;
  if (!first) return (written) => written;
  const [written, inFile] = first;
  const more = inFile.slice(0, Math.max(0, inFile.length - written.length));
  if (pairs.every(([one, other]) => other === more + one)) return (line) => more + line;
  const less = written.slice(0, Math.max(0, written.length - inFile.length));
  if (pairs.every(([one, other]) => one === less + other)) {
    return (line) => (line.startsWith(less) ? line.slice(less.length) : '');
  }
  return null;
}

type Level = { readonly written: string; readonly inFile: string };

function byLevels(known: ReadonlyMap<string, string>): (written: string) => string {
  const all = new Map([['', ''], ...known]);
  const level = smallestLevel([...all]);
  const byLength = [...known.keys()].sort((one, other) => other.length - one.length);
  return (line) => {
    const below = byLength.find((one) => line.startsWith(one));
    if (below !== undefined) return (known.get(below) ?? '') + converted(line.slice(below.length), level);
    const above = byLength.findLast((one) => one.startsWith(line));
    if (above === undefined) return converted(line, level);
    const inFile = known.get(above) ?? '';
    const surplus = converted(above.slice(line.length), level);
    return inFile.endsWith(surplus) ? inFile.slice(0, inFile.length - surplus.length) : '';
  };
}

/** What one step further in is, as written and in the file. */
function smallestLevel(pairs: readonly IndentationPair[]): Level | null {
  let smallest: Level | null = null;
  for (const [written, inFile] of pairs) {
    for (const [deeper, deeperInFile] of pairs) {
      if (deeper === written || !deeper.startsWith(written) || !deeperInFile.startsWith(inFile)) continue;
      const level = { written: deeper.slice(written.length), inFile: deeperInFile.slice(inFile.length) };
      if (!smallest || level.written.length < smallest.written.length) smallest = level;
    }
  }
  return smallest;
}

/** Whole levels are converted; what is left over stays as it is written. */
function converted(written: string, level: Level | null): string {
  if (!level) return written;
  let levels = 0;
  while (written.startsWith(level.written, levels * level.written.length)) levels++;
  return level.inFile.repeat(levels) + written.slice(levels * level.written.length);
}
