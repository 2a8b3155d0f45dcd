/** The records that an item was made from, as they stand in the file: at hand, and folded. Each can be linked to (`#r12`). */
import type { ReadRecord } from '@tagma/history';
import { counted } from '../counted.ts';
import { type Html, html, NOTHING, shown } from './html.ts';

/** A longer record is named, and stays in the file. */
const BYTES_MAX = 2_000;

export function rawRecords(records: readonly ReadRecord[]): Html {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) return NOTHING;
  const [range, words] =
    first === last ? [`${first.n}`, `Record ${first.n}`] : [`${first.n}–${last.n}`, `Records ${first.n} to ${last.n}`];
  const summary = html`<summary aria-label="${words}, as they stand in the file">${range}</summary>`;
  return html`<details class="records">${summary}${records.map(rawRecord)}</details>`;
}

function rawRecord({ n, kind, type, bytes, takenOut }: ReadRecord): Html {
  const missing =
    takenOut.length === 0 ? NOTHING : html`<p class="bad">Taken out of the file: ${takenOut.join(', ')}.</p>`;
  if (bytes.length > BYTES_MAX) {
    const words = `${kind} ${type}: ${counted(bytes.length, 'byte')}, too long to be shown here.`;
    return html`<p class="raw" id="r${n}">Record ${n}, ${words}</p>${missing}`;
  }
  return html`<pre class="raw" id="r${n}">${shown(Buffer.from(bytes).toString('utf8'))}</pre>${missing}`;
}
