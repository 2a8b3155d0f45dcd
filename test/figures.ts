/** What benches have in common: means, medians, and a figure with its limit on a line. */

/** Says the figure, its limit, and whether it holds; where it does not, the bench fails. */
export function sayFigure(
  what: string,
  value: number,
  limit: { readonly max: number } | { readonly min: number },
): void {
  const [holds, bound] =
    'max' in limit ? [value <= limit.max, `≤ ${limit.max}`] : [value >= limit.min, `≥ ${limit.min}`];
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  console.log(`${what.padEnd(20)}${shown.padStart(10)}${bound.padStart(10)}  ${holds ? 'holds' : 'over'}`);
  if (!holds) process.exitCode = 1;
}

/** How long a piece of work takes. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
