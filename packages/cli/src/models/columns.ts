/** Rows under each other in columns, as wide as their longest cell; the last is as long as it likes. */
const GAP = '  ';

export function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** `1,048,576`, or nothing for what is not known. */
export function shownTokens(tokens: number | null): string {
  return tokens === null || tokens === 0 ? '' : tokens.toLocaleString('en-US');
}

/** `$0.28 / $0.42`: a million tokens in, and out. */
export function shownPrices(prices: { readonly input: number; readonly output: number } | null): string {
  return prices === null ? '' : [prices.input, prices.output].map(dollars).join(' / ');
}

/** To the cent, and finer where it costs less. */
function dollars(amount: number): string {
  return `$${Number.isInteger(amount * 100) || amount >= 1 ? amount.toFixed(2) : amount}`;
}
