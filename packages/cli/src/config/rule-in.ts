/** A rule as it stands in a file. Apart from the schema: a run without such files loads none. */

/** A rule alone, or with when and by whom it was set. */
type Written = string | { readonly rule: string };

export function ruleIn(written: Written): string {
  return typeof written === 'string' ? written : written.rule;
}
