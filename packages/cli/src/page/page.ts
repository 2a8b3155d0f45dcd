/**
 * The page of a session: one file of HTML that asks nothing of anybody, to be read in a browser with or without its script.
 * The head is made from the audit's report, the timeline from the records, piece by piece.
 */
import { createHash } from 'node:crypto';
import type { AuditReport, TimelineItem } from '@tagma/history';
import { pageFiles } from '../assets.ts';
import { factsHtml, filesHtml, networkHtml, statesHtml } from './facts.ts';
import { type Html, html, joined, NOTHING, shown } from './html.ts';
import { itemHtml } from './item.ts';
import { inOneLine } from './text.ts';
import { TOPICS, type Topic } from './topics.ts';
import { findingsHtml, verdictHtml } from './verdict.ts';
import { dateWords } from './words.ts';

const TITLE_CHARACTERS = 90;

/** The page in pieces, in order; joined they are the whole file. */
export async function* pageOf(
  report: AuditReport,
  items: AsyncIterable<TimelineItem> | Iterable<TimelineItem>,
): AsyncGenerator<string, void> {
  const { style, script } = pageFiles();
  yield openingHtml(report, style, script).markup;
  yield joined([verdictHtml(report), findingsHtml(report), factsHtml(report)]).markup;
  yield joined([statesHtml(report), filesHtml(report), networkHtml(report)]).markup;
  yield toolbarHtml().markup;
  yield* timelineHtml(items);
  yield `</main>\n<footer><p>Times are in UTC. Made by Tagma from the history alone.</p></footer>\n<script>${script}</script>\n</body>\n</html>\n`;
}

/** A section for each turn: it begins with its prompt. */
async function* timelineHtml(
  items: AsyncIterable<TimelineItem> | Iterable<TimelineItem>,
): AsyncGenerator<string, void> {
  let turns = 0;
  yield '<div id="timeline">\n<section class="turn">\n';
  for await (const item of items) {
    if (item.kind === 'prompt' && item.begins) {
      turns += 1;
      yield html`</section>\n<section class="turn" aria-labelledby="t${turns}">\n<h2 id="t${turns}">Turn ${turns}</h2>\n`
        .markup;
    }
    yield itemHtml(item).markup;
  }
  yield '</section>\n</div>\n';
}

function openingHtml(report: AuditReport, style: string, script: string): Html {
  const title = titleOf(report);
  const { session } = report;
  const policy = [
    "default-src 'none'",
    `style-src '${integrityOf(style)}'`,
    `script-src '${integrityOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  // What stands in these two elements is ours, and is neither escaped nor changed: the policy holds their hashes.
  const styles: Html = { markup: `<style>${style}</style>` };
  const when = session
    ? html`<p class="quiet">${dateWords(session.startedAt)} · ${shown(session.folder)}</p>`
    : NOTHING;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · Tagma</title>
${styles}
</head>
<body>
<header class="top"><p class="overline">Tagma · the record of a session</p><h1>${shown(title)}</h1>${when}</header>
<main>
`;
}

/** The first line of what was asked first. */
function titleOf({ turns, session, file }: AuditReport): string {
  const line = turns[0]?.prompt.text.trim().split('\n')[0] ?? '';
  return inOneLine(line === '' ? (session?.id ?? file) : line, TITLE_CHARACTERS);
}

const LABELS: { readonly [topic in Topic]: string } = {
  denied: 'Denied',
  asked: 'Asked',
  changes: 'Changes',
  commands: 'Commands',
  network: 'Network',
  errors: 'Errors',
  repaired: 'Repaired',
  notable: 'Of note',
};

/** Hidden until the script is there that makes it work. */
function toolbarHtml(): Html {
  const filters = TOPICS.map(
    (topic) =>
      html`<button type="button" data-topic="${topic}" aria-pressed="false">${LABELS[topic]} <span></span></button>`,
  );
  return html`<nav class="toolbar" id="toolbar" aria-label="Search and filters" hidden>
<search><label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search the timeline ( / )"><output id="found" for="search" aria-live="polite"></output>
<button type="button" id="previous" aria-label="Previous match">↑</button><button type="button" id="next" aria-label="Next match">↓</button></search>
<div class="switches"><button type="button" id="unfold" aria-pressed="false">Unfold all</button><button type="button" id="theme">Theme: auto</button></div>
<div class="filters" role="group" aria-label="Show only">${filters}</div>
</nav>
`;
}

function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
