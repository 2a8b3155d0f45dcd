/** What stays on the terminal when the screen has gone: what was done, and the command that goes on with it. */
import { statSync } from 'node:fs';
import { findSession, type SessionSummary, summaryOf } from '@tagma/history';
import { oneLine, visible } from '@tagma/protocol';
import { counted } from '../counted.ts';
import { isSafeName, quoted } from '../quoted.ts';
import { type PlaceOptions, sessionPlace } from '../sessions/place.ts';
import { shownCost, shownCount } from '../sessions/words.ts';

/** A larger file is not read through for a line of figures. */
const BYTES_READ_MAX = 20_000_000;

/** Nothing but where its history is, for a session in which nothing was said. */
export async function goodbye(file: string, options: PlaceOptions): Promise<string> {
  const summary =
    (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > BYTES_READ_MAX ? null : await summaryOf(file);
  const isUsed = summary === null || (summary.ok && summary.prompts > 0);
  const lines = isUsed ? [...figures(summary), `go on:   tagma resume ${await nameOf(file, options)}`] : [];
  return [...lines, `history: ${file}`].map((line) => `${visible(line)}\n`).join('');
}

function figures(summary: SessionSummary | { readonly ok: false } | null): readonly string[] {
  if (summary === null || !summary.ok) return [];
  const { title, prompts, replies, tokens, cost } = summary;
  const parts = [
    oneLine(visible(title)),
    counted(prompts, 'prompt'),
    counted(replies, 'reply', 'replies'),
    ...(tokens === 0 ? [] : [`${shownCount(tokens)} tokens`]),
    ...(cost === null ? [] : [`cost ${shownCost(cost)}`]),
  ];
  return [`session: ${parts.filter((part) => part !== '').join(' · ')}`];
}

/** The name where that leads there from this folder, else the file. */
async function nameOf(file: string, { config }: PlaceOptions): Promise<string> {
  const session = file.replace(/^.*[\\/]/, '').replace(/\.xml$/, '');
  const place = await sessionPlace(config === undefined ? {} : { config });
  const found = place.ok && isSafeName(session) ? findSession(session, place.folders) : null;
  return found?.ok && found.file === file ? session : quoted(file);
}
