/** A call on the page: what was asked, who let it run, what came of it. */
import type { ActionItem, DecisionTold, RunTold, TimelineItem } from '@tagma/history';
import type { Json, Params } from '@tagma/protocol';
import { shownDuration } from '@tagma/tui';
import { diffOf } from './diff.ts';
import { type Html, html, joined, NOTHING, shown } from './html.ts';
import { folded, foldedBefore, inOneLine } from './text.ts';

type Action = Extract<TimelineItem, { kind: 'action' }>;

/** What says most about a call stands beside the name of its tool. */
const GISTS = ['command', 'path', 'url', 'query', 'pattern', 'question', 'job', 'action'];
const GIST_CHARACTERS = 160;

/** A command says at its end what became of it. */
const SPEAK_LAST: readonly string[] = ['bash'];

export function actionHtml(action: Action): Html {
  const gist = gistOf(action.params);
  const heading = html`<h3><b class="tool">${shown(action.tool || '(no tool)')}</b> ${gist.markup} ${statusOf(action)}</h3>`;
  return html`${heading}${decisionsHtml(action)}${detailsOf(action, gist.name)}${outcomeHtml(action)}`;
}

function gistOf(params: Params): { readonly name: string | null; readonly markup: Html } {
  const texts = Object.keys(params).filter((name) => typeof params[name] === 'string');
  const name = GISTS.find((known) => texts.includes(known)) ?? texts[0];
  if (name === undefined) return { name: null, markup: NOTHING };
  const text = String(params[name]);
  const line = inOneLine(text, GIST_CHARACTERS);
  return { name: line === text.trim() ? name : null, markup: html`<code>${shown(line)}</code>` };
}

function statusOf({ call, status, runs, details }: Action): Html {
  const { exitCode, signal } = details;
  const times = runs.flatMap(({ durationMs }) => durationMs ?? []);
  const said = [
    typeof exitCode === 'number' ? `exit ${exitCode}` : null,
    typeof signal === 'string' ? signal : null,
    times.length > 0 ? shownDuration(times.reduce((sum, ms) => sum + ms)) : null,
    `call ${call}`,
  ];
  const word = status ?? (runs.length > 0 ? 'no outcome recorded' : 'not begun');
  const weight = status === 'ok' ? 'good' : status === 'skipped' ? 'quiet' : 'bad';
  return html`<b class="status ${weight}">${word}</b> <small>${said.filter((part) => part !== null).join(' · ')}</small>`;
}

function decisionsHtml({ tool, decisions, runs, facts }: Action): Html {
  // Only commands run in a sandbox, so only of them it is told that there was none.
  const boxed = tool === 'bash' ? runs.at(-1) : undefined;
  const lines = decisions.map(decisionHtml);
  const bounds = boxed ? html` <span class="quiet">· ${boundsWords(boxed)}</span>` : NOTHING;
  const forbidden = facts?.forbidden ?? null;
  const why = forbidden === null ? NOTHING : html`<p class="decision bad">On the deny list: ${shown(forbidden)}</p>`;
  if (lines.length === 0) return why;
  return html`<p class="decision">${joined(lines, '<br>')}${bounds}</p>${why}`;
}

function decisionHtml({ verdict, by, asked }: DecisionTold): Html {
  const words = { allow: 'allowed', ask: 'asked', deny: 'denied' }[verdict] ?? verdict;
  const judged = html`<b class="${verdict === 'deny' ? 'bad' : 'said'}">${words}</b> ${shown(by)}`;
  if (asked === null) return judged;
  const where = asked.outside ? ' to run it again, outside of the sandbox' : '';
  if (asked.answer === null)
    return html`${judged}<br><b class="said">the person was asked</b>${where}: no answer is recorded`;
  const answer = { once: 'yes, once', always: 'yes, always', no: 'no' }[asked.answer] ?? asked.answer;
  const added = asked.rule === '' ? NOTHING : html` · rule added: <code>${shown(asked.rule)}</code>`;
  const reason = asked.reason === '' ? NOTHING : html`: “${shown(asked.reason)}”`;
  const waited = asked.waitedMs === null ? '' : `, after ${shownDuration(asked.waitedMs)}`;
  const weight = asked.answer === 'no' ? 'bad' : 'said';
  return html`${judged}<br><b class="${weight}">the person said ${answer}</b>${where}${waited}${reason}${added}`;
}

function boundsWords({ bounds }: RunTold): string {
  if (bounds === null) return 'no sandbox';
  const writes = bounds.writes === 'project' ? 'writes in the project' : 'writes nothing';
  const beyond = bounds.beyond.length === 0 ? '' : `, and ${bounds.beyond.join(', ')}`;
  return `in the sandbox: ${writes}${beyond}, ${bounds.network ? 'network' : 'no network'}`;
}

/** The parameters that say more than the heading does, and what was changed. */
function detailsOf(action: Action, told: string | null): Html {
  const { params, facts, details, status, record, question, plan } = action;
  const done = typeof details.diff === 'string' ? details.diff : '';
  const diff = done === '' ? (facts?.preview ?? '') : done;
  const others = Object.entries(params).filter(([name]) => name !== told);
  const list = others.length === 0 ? NOTHING : parametersHtml(others, record);
  const isAside = diff !== '' && list !== NOTHING;
  const parameters = isAside ? html`<details class="fold"><summary>parameters</summary>${list}</details>` : list;
  const would = done === '' && status !== 'ok' ? html`<p class="quiet">It would have changed:</p>` : NOTHING;
  const change = diff === '' ? NOTHING : html`${would}${diffOf(diff, record)}`;
  return html`${parameters}${change}${questionHtml(question)}${planHtml(plan, record)}`;
}

function parametersHtml(params: readonly (readonly [string, Json])[], record: number): Html {
  const rows = params.map(([name, value]) => html`<dt>${shown(name)}</dt><dd>${folded(textOf(value), record)}</dd>`);
  return html`<dl class="params">${rows}</dl>`;
}

function questionHtml(question: ActionItem['question']): Html {
  if (question === null) return NOTHING;
  if (question.answer === null)
    return html`<p class="decision"><b class="said">the person was asked</b>: no answer is recorded</p>`;
  return html`<p class="decision"><b class="said">the person answered</b> “${shown(question.answer)}”</p>`;
}

function planHtml(plan: ActionItem['plan'], record: number): Html {
  if (plan === null) return NOTHING;
  const answer =
    plan.answer === null
      ? 'no answer is recorded'
      : plan.answer === 'approve'
        ? 'the person agrees to the plan'
        : 'the person does not agree to the plan';
  const reason = plan.reason === '' ? NOTHING : html`: “${shown(plan.reason)}”`;
  return html`${folded(plan.text, record, { class: 'text prose' })}<p class="decision"><b class="said">${answer}</b>${reason}</p>`;
}

function outcomeHtml({ tool, content, notes, status, record, records }: Action): Html {
  const where = records.findLast(({ kind }) => kind === 'event')?.n ?? record;
  const text =
    content === '' ? NOTHING : SPEAK_LAST.includes(tool) ? foldedBefore(content, where) : folded(content, where);
  const said = notes.map((note) => html`<p class="note">${shown(note)}</p>`);
  const weight = status === 'ok' ? '' : ' failed';
  return text === NOTHING && said.length === 0 ? NOTHING : html`<div class="outcome${weight}">${text}${said}</div>`;
}

/** A list of steps as one reads it, any other value as JSON. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isStep)) return value.map(stepLine).join('\n');
  return JSON.stringify(value, null, 1);
}

type Step = { readonly text: string; readonly status: string };

function isStep(value: Json): value is Step {
  const { text, status } = (value ?? {}) as { readonly [name: string]: Json };
  return typeof text === 'string' && typeof status === 'string' && status in STEP_MARKS;
}

const STEP_MARKS: { readonly [status: string]: string } = { open: '[ ]', doing: '[>]', done: '[x]' };

function stepLine({ text, status }: Step): string {
  return `${STEP_MARKS[status]} ${text}`;
}
