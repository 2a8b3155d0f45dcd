/** Parts of a text by their length in UTF-16 code units, that never end or begin with half of a surrogate pair. */

/** So many code units from its beginning at most; one less where the last would be half of a pair. */
export function beginningOf(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
}

/** The same from its end. */
export function endOf(text: string, lengthMax: number): string {
  return lengthMax === 0 ? '' : text.slice(-lengthMax).replace(/^[\uDC00-\uDFFF]/, '');
}
