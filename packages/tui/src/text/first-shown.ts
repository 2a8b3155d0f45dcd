/**
 * The first row of a list that is shown, where there is no room for all of them: with the chosen one in the middle, or where
 * the list is kept as it stood, with no more of a move than that one needs.
 */
export function firstShown(chosen: number, count: number, room: number, kept: number | null): number {
  const wanted = kept === null ? chosen - Math.floor(room / 2) : Math.max(chosen - room + 1, Math.min(kept, chosen));
  return Math.max(0, Math.min(wanted, count - room));
}
