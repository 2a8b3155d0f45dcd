/**
 * Filters of `jq`: whether one only computes from its input. Read token by token, with the functions that are known: any other may show
 * the environment, or the name of a file, or load one.
 */

const TOKEN =
  /(?<blank>[ \t\n]+|#[^\n]*)|(?<quote>")|(?<field>\.[A-Za-z_]\w*)|(?<variable>\$[A-Za-z_]\w*)|(?<format>@[a-z]\w*)|(?<name>[A-Za-z_]\w*(?!\w|::))|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?!\w))|(?<sign>\?\/\/=?|\/\/=?|[|+*/%<>=!-]=|\.\.|[.|,:;?+*/%<>=()[\]{}-])/y;
/** Up to the quote that ends it, or the parenthesis of a filter in it. */
const TEXT = /(?:[^"\\\n]|\\[^(\n])*(?:"|\\\()/y;
const KNOWN = new Set(
  (
    'and or not if then elif else end as def reduce foreach try catch label break null true false empty error length utf8bytelength ' +
    'keys keys_unsorted values nulls booleans numbers strings arrays objects iterables scalars has in map map_values pick path del ' +
    'getpath setpath delpaths paths leaf_paths to_entries from_entries with_entries select recurse recurse_down add any all flatten ' +
    'range floor ceil round sqrt pow log log2 log10 exp exp2 exp10 abs tonumber tostring toarray type infinite nan isinfinite isnan ' +
    'isvalid isnormal sort sort_by group_by min max min_by max_by unique unique_by reverse contains inside startswith endswith ' +
    'combinations ltrimstr rtrimstr trimstr trim ltrim rtrim explode implode split splits join ascii_downcase ascii_upcase ascii while ' +
    'repeat until inputs input debug indices index rindex test match capture scan sub gsub first last nth limit skip tojson ' +
    'fromjson todate fromdate now mktime gmtime localtime strftime strptime strflocaltime dateadd datesub date transpose bsearch ' +
    'walk tostream fromstream truncate_stream halt isempty input_line_number significand ' +
    'gamma lgamma trunc fabs have_literal_numbers have_decnum IN INDEX GROUP_BY UNIQUE_BY'
  ).split(' '),
);
/** `$__loc__` and its like are jq's own, `$ENV` the environment. */
const REACHING_VARIABLES = /^\$(ENV$|__)/;

const TEXT_OPEN = '"(';
const PAIRS = new Set(['()', '[]', '{}', `${TEXT_OPEN})`]);

export function isPlainFilter(filter: string): boolean {
  const names: string[] = [];
  const defined = new Set([...filter.matchAll(/\bdef\s+(\w+)/g)].map(([, name = '']) => name));
  for (const [parameters] of filter.matchAll(/\bdef\s+\w+\s*\([\w;\s$]*\)/g))
    for (const [name] of parameters.matchAll(/\w+/g)) defined.add(name);
  // What is open: parentheses, brackets, braces, and texts with a filter in them.
  const open: string[] = [];
  let before = '';
  for (let at = 0; at < filter.length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(filter);
    if (!found) return false;
    at = TOKEN.lastIndex;
    const [token] = found;
    const { blank, quote, variable, name } = found.groups ?? {};
    // Some go on with a comment where its line ends in a backslash.
    if (blank?.startsWith('#') && /[\\\r]$/.test(blank)) return false;
    if (blank !== undefined) continue;
    if (variable !== undefined && REACHING_VARIABLES.test(variable)) return false;
    // `{name: …}` and `{name}` are keys of an object.
    const isKey = open.at(-1) === '{' && /^[{,]$/.test(before) && /^\s*[:,}]/.test(filter.slice(at));
    if (name !== undefined && !isKey) names.push(name);
    before = token;
    if (/^[([{]$/.test(token)) open.push(token);
    const closed = /^[)\]}]$/.test(token) ? (open.pop() ?? '') : null;
    if (closed !== null && !PAIRS.has(closed + token)) return false;
    if (quote === undefined && closed !== TEXT_OPEN) continue;
    TEXT.lastIndex = at;
    const text = TEXT.exec(filter);
    if (!text) return false;
    at = TEXT.lastIndex;
    if (text[0].endsWith('(')) open.push(TEXT_OPEN);
  }
  return open.length === 0 && names.every((name) => KNOWN.has(name) || defined.has(name));
}
