/**
 * What differs between two runs of the same command and says nothing: the time of day, how long it took, names of
 * temporary files, numbers of processes and ports in addresses of this machine.
 */
const MASKS: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/g, '[time]'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [A-Z\d][\w ]{3,12}\d\d:\d\d:\d\d(?: \w{3,4})?(?: \d{4})?/g, '[time]'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '[time]'],
  // `duration_ms 12.3`, `took: 4 s`
  [
    /(?<=\b(?:duration|elapsed|took|time|real|user|sys)(?:_ms)?["']?[ \t:=]+)\d+(?:m ?)?\d*(?:\.\d+)?(?: ?m?s)?\b/gi,
    '[duration]',
  ],
  [/\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|sec|secs|seconds?|milliseconds?|minutes?)\b/g, '[duration]'],
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders\/\w+\/\w+\/T)\/[\w.~-]+/g, '[temporary]'],
  [/\b(127\.0\.0\.1|localhost|\[::1\]):\d{4,5}\b/g, '$1:[port]'],
  [/\b(pid|process)([ :=]+)\d+\b/gi, '$1$2[pid]'],
];

export function maskedText(text: string): string {
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}
