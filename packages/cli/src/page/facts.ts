/** What was at work, and how much of it: the facts of a session in a table, its files, hosts and time. */
import type { AuditReport, FileReport, HostReport, StateTime, Totals } from '@tagma/history';
import { shownDuration } from '@tagma/tui';
import { counted } from '../counted.ts';
import { type Html, html, joined, NOTHING, shown } from './html.ts';
import { dateWords, isoTime } from './words.ts';

type Row = readonly [name: string, value: Html | null];

export function factsHtml({ session, totals, file, bytes }: AuditReport): Html {
  if (session === null) return NOTHING;
  const { id, program, startedAt, folder, models, mode, rules, headless, sandbox, resumes } = session;
  const parent = resumes.findLast((resume) => resume.parent !== null)?.parent;
  const asked = models.map(
    ({ model, endpoint, requests }) =>
      html`${shown(model)} <small>at ${shown(endpoint)}, ${counted(requests, 'request')}</small>`,
  );
  const given = rules.map(({ says, rule, from }) => html`${says} <code>${shown(rule)}</code> <small>${from}</small>`);
  const rows: readonly Row[] = [
    ['Session', html`<code>${shown(id)}</code> <small>${shown(file)}, ${bytes.toLocaleString('en-US')} bytes</small>`],
    [
      'Fork of',
      parent ? html`<code>${shown(parent.session)}</code> <small>at its record ${parent.record}</small>` : null,
    ],
    ['Began', html`<time datetime="${isoTime(startedAt)}">${dateWords(startedAt)}</time>`],
    [
      'Took',
      html`${shownDuration(totals.ms)}${totals.waitedMs > 0 ? html` <small>of which the person was waited for ${shownDuration(totals.waitedMs)}</small>` : NOTHING}`,
    ],
    ['Folder', html`<code>${shown(folder)}</code>`],
    ['Program', html`${shown(program)}`],
    [models.length > 1 ? 'Models' : 'Model', models.length === 0 ? null : joined(asked, '<br>')],
    [
      'Permissions',
      html`mode ${shown(mode)} <small>${headless ? 'nobody could be asked' : 'the person could be asked'}, ${sandbox ? 'commands in a sandbox' : 'no sandbox'}</small>`,
    ],
    ...resumes
      .filter(({ changed }) => changed.length > 0)
      .map(
        ({ record, changed }): Row => [
          'Taken up again',
          html`<a href="#r${record}">record ${record}</a>: ${shown(changed.join(', '))}`,
        ],
      ),
    ['Rules', rules.length === 0 ? null : joined(given, '<br>')],
    ...totalRows(totals),
  ];
  const shownRows = rows.map(([name, value]) => (value === null ? NOTHING : html`<dt>${name}</dt><dd>${value}</dd>`));
  return html`<section aria-labelledby="facts"><h2 id="facts">The session</h2><dl class="facts">${shownRows}</dl></section>
`;
}

function totalRows({
  turns,
  calls,
  decisions,
  usage,
  commands,
  filesChanged,
  retries,
  compactions,
  repairs,
}: Totals): readonly Row[] {
  const { byRule, byMode, byPerson, denied } = decisions;
  const repaired = repairs.map(({ repair, times }) => `${repair} ${times}×`);
  const cached = usage.cached > 0 ? `, ${usage.cached.toLocaleString('en-US')} of it cached` : '';
  const uncounted = usage.uncounted > 0 ? `; ${counted(usage.uncounted, 'reply', 'replies')} without a count` : '';
  const tokens = html`${usage.input.toLocaleString('en-US')} in, ${usage.output.toLocaleString('en-US')} out <small>${counted(usage.replies, 'counted reply', 'counted replies')}${cached}${uncounted}</small>`;
  return [
    ['Turns', html`${turns} <small>${counted(calls.all, 'call')}: ${endsOf(calls)}</small>`],
    [
      'Decisions',
      html`${byMode} by mode, ${byRule} by rule, ${byPerson} by the person, <b class="${denied > 0 ? 'bad' : 'none'}">${denied} denied</b>`,
    ],
    ['Tokens', tokens],
    ['Cost', usage.cost > 0 ? html`${usage.cost}` : null],
    ['Commands', html`${commands.ran} ran, ${commands.failed} failed`],
    ['Files', html`${filesChanged} changed`],
    [
      'Troubles',
      html`${counted(retries, 'retry', 'retries')}, ${counted(compactions, 'compaction')}${repaired.length > 0 ? html` <small>replies repaired: ${shown(repaired.join(', '))}</small>` : NOTHING}`,
    ],
  ];
}

/** How its calls ended, as far as any did so. */
function endsOf(calls: Totals['calls']): string {
  const ends = ['ok', 'error', 'denied', 'timeout', 'aborted', 'skipped', 'open'] as const;
  return ends
    .filter((end) => calls[end] > 0)
    .map((end) => `${calls[end]} ${end}`)
    .join(', ');
}

const PALETTE: { readonly [state: string]: string } = {
  thinking: 'model',
  summarising: 'model',
  acting: 'tools',
  undoing: 'tools',
  commanding: 'tools',
  permission: 'person',
  asking: 'person',
  reviewing: 'person',
  limited: 'person',
  paused: 'person',
  retrying: 'trouble',
  failed: 'trouble',
  stopping: 'trouble',
};

/** A bar of a thousand parts: attributes of a drawing, since no style may stand on an element of this page. */
const BAR_WIDTH = 1_000;
/** Of a smaller share nothing could be seen. */
const SHARE_MIN = 0.001;

export function statesHtml({ states }: AuditReport): Html {
  const all = states.reduce((sum, { ms }) => sum + ms, 0);
  if (all <= 0) return NOTHING;
  const seen = states.filter(({ ms }) => ms / all >= SHARE_MIN);
  let x = 0;
  const bars = seen.map(({ state, ms }) => {
    const width = (ms / all) * BAR_WIDTH;
    const bar = html`<rect x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="20" class="${PALETTE[state] ?? 'rest'}"><title>${state}</title></rect>`;
    x += width;
    return bar;
  });
  const legend = seen.map((each) => legendHtml(each, all));
  return html`<section aria-labelledby="time"><h2 id="time">Time by state</h2>
<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 20" preserveAspectRatio="none" role="img" aria-label="How the time is shared out among the states">${bars}</svg>
<ul class="legend">${legend}</ul></section>
`;
}

function legendHtml({ state, ms, times }: StateTime, all: number): Html {
  const share = `${((ms / all) * 100).toFixed(1)} %`;
  return html`<li class="${PALETTE[state] ?? 'rest'}"><b>${shown(state)}</b> ${shownDuration(ms)} <small>${share}, ${counted(times, 'time')}</small></li>`;
}

export function filesHtml({ files, leftOut }: AuditReport): Html {
  if (files.length === 0) return NOTHING;
  const more = leftOut.files === 0 ? NOTHING : html`<p class="quiet">${leftOut.files} more are not listed.</p>`;
  return html`<section aria-labelledby="files"><h2 id="files">Files changed</h2><ul class="files">${files.map(fileHtml)}</ul>${more}</section>
`;
}

function fileHtml({ path, added, removed, changes }: FileReport): Html {
  const links = changes.map(
    ({ how, call, record }) => html`<a href="#${call === null ? `r${record}` : `c${call}`}">${how}</a>`,
  );
  return html`<li><code>${shown(path)}</code> <span class="good">+${added}</span> <span class="bad">−${removed}</span> <small>${joined(links, ', ')}</small></li>`;
}

export function networkHtml({ network }: AuditReport): Html {
  if (network.length === 0) return NOTHING;
  return html`<section aria-labelledby="network"><h2 id="network">Network</h2><ul class="files">${network.map(hostHtml)}</ul></section>
`;
}

function hostHtml({ host, calls }: HostReport): Html {
  const links = calls.map((call) => html`<a href="#c${call}">call ${call}</a>`);
  return html`<li><code>${shown(host === '*' ? 'a host that is not known' : host)}</code> <small>${joined(links, ', ')}</small></li>`;
}
