/** The head of the page: what the audit says of the file. */
import type { AuditReport, CheckName, Finding } from '@tagma/history';
import { counted } from '../counted.ts';
import { type Html, html, NOTHING, shown } from './html.ts';

/** In the order in which a reader asks. */
const CHECKS: readonly (readonly [name: CheckName, title: string])[] = [
  ['chain', 'Chain'],
  ['records', 'Records'],
  ['replay', 'Replay'],
  ['invariants', 'Invariants'],
  ['end', 'End'],
];
const MARKS = { holds: '✓', faulty: '✗', skipped: '–' };
const RESULTS = { holds: 'holds', faulty: 'does not hold', skipped: 'not checked' };

/** What a chain cannot show must be said where it is praised. */
const NOT_SHOWN =
  'The chain makes changes evident to who has this file. It cannot show that records were cut off its end, or that all of it was written anew: for that, keep the hash of the last record elsewhere, or a seal.';

export function verdictHtml({ holds, headline, found, checks, session }: AuditReport): Html {
  const noted = found.notes === 0 ? '' : ` ${counted(found.notes, 'thing')} to know.`;
  const words = `The history ${headline}.${noted}`;
  const rows = CHECKS.map(([name, title]) => {
    const { result, words: said } = checks[name];
    const mark = html`<span class="mark" aria-hidden="true">${MARKS[result]}</span>`;
    return html`<li class="${result}">${mark} <b>${title}</b> <em>${RESULTS[result]}</em> <span class="words">${shown(said)}</span></li>`;
  });
  const hash = session
    ? html`<p>The last record: <a href="#r${session.records}">${session.records}</a>, hash <code>${session.hash}</code>.</p>`
    : NOTHING;
  return html`<section class="verdict ${holds ? 'holds' : 'faulty'}" aria-labelledby="verdict">
<h2 id="verdict">${words}</h2>
<ul class="checks">${rows}</ul>
<details class="fold"><summary>What this shows, and what it does not</summary><p>${NOT_SHOWN}</p>${hash}</details>
</section>
`;
}

export function findingsHtml({ findings, leftOut }: AuditReport): Html {
  if (findings.length === 0) return NOTHING;
  const more = leftOut.findings === 0 ? NOTHING : html`<p class="quiet">${leftOut.findings} more are not listed.</p>`;
  return html`<section aria-labelledby="findings"><h2 id="findings">Findings</h2><ul class="findings">${findings.map(findingHtml)}</ul>${more}</section>
`;
}

function findingHtml({ weight, code, record, message }: Finding): Html {
  const where = record === null ? NOTHING : html` <a href="#r${record}">record ${record}</a>`;
  return html`<li class="${weight === 'fault' ? 'fault' : ''}"><b>${weight}</b> ${shown(message)}${where} <small>${code}</small></li>`;
}
