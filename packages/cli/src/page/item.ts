/** One item of the timeline on the page. */
import { changesAtGate, type TimelineItem } from '@tagma/history';
import { shownDuration } from '@tagma/tui';
import { counted } from '../counted.ts';
import { actionHtml } from './action.ts';
import { diffOf } from './diff.ts';
import { type Html, html, joined, NOTHING, shown } from './html.ts';
import { rawRecords } from './records.ts';
import { folded } from './text.ts';
import { topicsOf } from './topics.ts';
import { clock, isoTime } from './words.ts';

type Of<K extends TimelineItem['kind']> = Extract<TimelineItem, { kind: K }>;

export function itemHtml(item: TimelineItem): Html {
  const { kind, record, at, records } = item;
  const topics = topicsOf(item).join(' ');
  const id = kind === 'action' ? html` id="c${item.call}"` : NOTHING;
  const when = html`<a class="when" href="#r${records[0]?.n ?? record}"><time datetime="${isoTime(at)}">${clock(at)}</time></a>`;
  const body = html`${toldHtml(item)}${gateHtml(item)}${rawRecords(records)}`;
  return html`<article class="item ${kind} ${weightOf(item)}"${id} data-topics="${topics}">${when}<div class="body">${body}</div></article>\n`;
}

/** How it is marked at its side. */
function weightOf(item: TimelineItem): string {
  if (item.kind === 'occurrence') return item.weight;
  if (item.kind === 'action') return item.status === 'ok' || item.status === 'skipped' ? '' : 'failed';
  if (item.kind === 'end') return item.how === 'done' ? '' : 'failed';
  return item.kind === 'reply' && item.finish === 'failed' ? 'failed' : '';
}

function toldHtml(item: TimelineItem): Html {
  switch (item.kind) {
    case 'session':
      return sessionHtml(item);
    case 'prompt':
      return promptHtml(item);
    case 'reply':
      return replyHtml(item);
    case 'action':
      return actionHtml(item);
    case 'end':
      return endHtml(item);
    case 'limit':
      return limitHtml(item);
    case 'undo':
      return undoHtml(item);
    case 'shell':
      return shellHtml(item);
    case 'occurrence':
      return occurrenceHtml(item);
  }
}

function sessionHtml({ resumed, program, model, endpoint, mode, folder, parent }: Of<'session'>): Html {
  const words = resumed
    ? parent
      ? 'The session goes on as a copy'
      : 'The session is taken up again'
    : 'The session begins';
  const copy = parent
    ? html`<p class="quiet">A copy of session ${shown(parent.session)} up to record ${parent.record}, whose hash is <code>${shown(parent.hash)}</code>.</p>`
    : NOTHING;
  const facts = [program, `${model} at ${endpoint}`, `mode ${mode}`, folder].map(shown);
  return html`<h3>${words}</h3><p class="quiet">${joined(facts, ' · ')}</p>${copy}`;
}

/** A prompt that begins a turn is its heading. */
function promptHtml({ begins, steers, text, attached, record }: Of<'prompt'>): Html {
  const words = steers ? 'The person steers' : 'The person says, for later';
  const heading = begins ? NOTHING : html`<h3>${words}</h3>`;
  const files = joined(
    attached.map((one) => html`<p class="quiet">attached · ${shown(one)}</p>`),
    '',
  );
  return html`${heading}${folded(text, record, { class: 'text prose' })}${files}`;
}

function replyHtml(reply: Of<'reply'>): Html {
  const { turn, isSummary, finish, durationMs, usage, thoughts, loose, reasoning, repairs, error, record } = reply;
  const said = [
    isSummary ? 'summary' : `reply ${turn}`,
    durationMs === null ? 'no answer recorded' : shownDuration(durationMs),
    usage ? `${usage.input.toLocaleString('en-US')} → ${counted(usage.output, 'token')}` : null,
    finish === 'length' ? 'cut by the limit of the endpoint' : finish === 'aborted' ? 'stopped' : null,
  ];
  const ended = reply.records.findLast(({ kind }) => kind === 'event')?.n ?? record;
  const isOdd = repairs.length > 0 || error !== '' || isSummary || finish === 'failed' || finish === 'aborted';
  return html`<p class="quiet">${said.filter((part) => part !== null).join(' · ')}</p>
${reasoning === '' ? NOTHING : html`<details class="fold"><summary>reasoning</summary>${folded(reasoning, ended, { class: 'text thought' })}</details>`}
${thoughts.map((thought) => folded(thought.trim(), ended, { class: 'text thought' }))}
${loose.trim() === '' ? NOTHING : folded(loose.trim(), ended, { class: 'text loose' })}
${repairs.length === 0 ? NOTHING : html`<p class="note">Understood after repair: ${shown(repairs.join(', '))}</p>`}
${error === '' ? NOTHING : html`<p class="note bad">${shown(error)}</p>`}
${reply.changes.map((change) => html`<p class="note">The request was changed: ${shown(change)}</p>`)}
${faultHtml(reply)}
${isOdd && reply.text !== '' ? html`<details class="fold"><summary>the reply as it came</summary>${folded(reply.text, ended)}</details>` : NOTHING}`;
}

function faultHtml({ fault, retry }: Of<'reply'>): Html {
  if (fault === null) return NOTHING;
  const status = fault.status === null ? '' : ` (status ${fault.status})`;
  const again =
    retry === null
      ? html` <span class="quiet">${shown(fault.advice)}</span>`
      : html` <span class="quiet">Asked again after ${shownDuration(retry.ms)}: retry ${retry.retry} of ${retry.retriesMax} at most.</span>`;
  return html`<p class="note bad">The endpoint failed${status}: ${shown(fault.message)}${again}</p>`;
}

const ENDS: { readonly [how in Of<'end'>['how']]: string } = {
  done: 'Answer',
  failed: 'The turn failed',
  limit: 'A limit ended the turn',
  uncorrected: 'No usable reply came',
  aborted: 'The turn was stopped',
};

function endHtml({ how, text, unstructured, record }: Of<'end'>): Html {
  const aside = unstructured ? html` <small>not marked as final by the model</small>` : NOTHING;
  return html`<h3>${ENDS[how]}${aside}</h3>${folded(text, record, { class: 'text prose' })}`;
}

function limitHtml({ reason, answer }: Of<'limit'>): Html {
  const said = { 'go on': 'The person lets it go on, with as much again.', stop: 'The person ends the turn.' }[
    answer ?? ''
  ];
  return html`<h3>A limit was reached <small>${shown(reason)}</small></h3><p class="decision">${said ?? 'No answer is recorded.'}</p>`;
}

function undoHtml({ steps, status, content, diff, record }: Of<'undo'>): Html {
  const what = steps === 'turn' ? 'the changes of the last turn' : counted(Number(steps) || 0, 'change');
  const ended = status === null ? 'no outcome recorded' : status;
  return html`<h3>The person takes back ${what} <b class="status ${status === 'ok' ? 'good' : 'bad'}">${ended}</b></h3>
${folded(content, record)}${diff === '' ? NOTHING : diffOf(diff, record)}`;
}

function shellHtml({ command, status, durationMs, content, notes, record, records }: Of<'shell'>): Html {
  const ended = status === null ? 'no outcome recorded' : status;
  const took = durationMs === null ? NOTHING : html` <small>${shownDuration(durationMs)}</small>`;
  const came = records.findLast(({ type }) => type === 'shell.ended')?.n ?? record;
  return html`<h3>The person runs a command <b class="status ${status === 'ok' ? 'good' : 'bad'}">${ended}</b>${took}</h3>
${folded(command, record)}${content === '' ? NOTHING : folded(content, came)}
${notes.map((note) => html`<p class="note">${shown(note)}</p>`)}`;
}

function occurrenceHtml({ what, about, text, record }: Of<'occurrence'>): Html {
  return html`<p><b>${shown(what)}</b> ${shown(about)}</p>${text === '' ? NOTHING : folded(text, record)}`;
}

function gateHtml({ records }: TimelineItem): Html {
  const changes = changesAtGate(records).map(({ record, by, original }) => {
    const was = folded(JSON.stringify(original, null, 1), record);
    return html`<p class="note bad">Changed at the gate, by ${shown(by)}. It was:</p>${was}`;
  });
  return joined(changes);
}
