/** A line without boxes, bars and the like, which nobody can hear. */
export function withoutDrawing(text: string): string {
  return text.replace(/\s*[\u2500-\u259f]+/g, '').trimEnd();
}
