/** `tagma sessions show ID`: what a session was about, and what can be done with it. */

import {
  findSession,
  type OutlinedTurn,
  outlineOf,
  type SessionOutline,
  type SessionSummary,
  summaryOf,
} from '@tagma/history';
import { oneLine, visible } from '@tagma/protocol';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { print, say } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { isSafeName, quoted } from '../quoted.ts';
import { partsOf } from './delete-session.ts';
import { type PlaceOptions, type SessionPlace, sessionPlace } from './place.ts';
import { shownBytes, shownCost } from './words.ts';

export type ShowOptions = PlaceOptions & { readonly json?: true };

/** Of a prompt on its line, in UTF-16 code units. */
const PROMPT_LENGTH_MAX = 200;

export async function show(idOrFile: string, options: ShowOptions): Promise<number> {
  const place = await sessionPlace(options);
  if (!place.ok) return report(place);
  const found = findSession(idOrFile, place.folders);
  if (!found.ok) return report(problem(EXIT.usage, found.error.message));
  const summary = await summaryOf(found.file);
  if (!summary.ok) return report(problem(EXIT.usage, summary.error.message));
  const outline = await outlineOf(found.file);
  if (!outline.ok) return report(problem(EXIT.usage, outline.error.message));
  const parts = partsOf(found, place);
  const { ok: _, ...rest } = { ...summary, ...outline, parts };
  if (options.json) await print(`${JSON.stringify(rest, null, 2)}\n`);
  else await say(`${[...about(summary, parts), ...told(outline), ...ways(summary, place)].join('\n')}\n`);
  return EXIT.done;
}

function about(summary: SessionSummary, parts: ReturnType<typeof partsOf>): string[] {
  const { session, folder, model, startedAt, changedAt, state, torn, parent } = summary;
  const size = shownBytes(parts.reduce((sum, { bytes }) => sum + bytes, 0));
  return [
    harmless(summary.title) || '–',
    '',
    row('session', session),
    row('state', torn ? `${state}; its end is torn` : state),
    row('when', `${local(startedAt)} to ${local(changedAt)}`),
    row('project', folder),
    row('model', model),
    row('used', used(summary)),
    row('files', `${parts.map(({ file }) => file).join(', ')} (${size})`),
    ...(parent === null ? [] : [row('copied from', `${parent.session}, up to record ${parent.record}`)]),
  ];
}

function used({ prompts, replies, tokens, cost }: SessionSummary): string {
  const replied = `${counted(prompts, 'prompt')}, ${replies === 1 ? '1 reply' : `${replies} replies`}`;
  const counts = tokens === 0 ? '' : `, ${tokens.toLocaleString('en-US')} tokens`;
  return `${replied}${counts}${cost === null ? '' : `, cost ${shownCost(cost)}`}`;
}

function told({ turns, filesChanged, answer }: SessionOutline): string[] {
  return [
    ...section('Prompts', turns.map(turnLine)),
    ...section(
      'Files changed',
      filesChanged.map((path) => `  ${harmless(path)}`),
    ),
    ...section(
      'Last answer',
      answer === ''
        ? []
        : visible(answer)
            .split('\n')
            .map((line) => `  ${line}`),
    ),
  ];
}

function turnLine({ record, prompt, end, why }: OutlinedTurn): string {
  const first = harmless(prompt.trim().split(/\r?\n/)[0] ?? '');
  const shown = first.length > PROMPT_LENGTH_MAX ? `${first.slice(0, PROMPT_LENGTH_MAX)}…` : first;
  const reason = why === '' ? '' : `: ${harmless(why)}`;
  return `  record ${record}  ${shown}\n    ${end === null ? 'has no end' : `${end}${reason}`}`;
}

/** By its name where that leads to this file, else by the file. */
function ways({ file, session, state }: SessionSummary, { folders }: SessionPlace): string[] {
  const name = quoted(file);
  const found = isSafeName(session) ? findSession(session, folders) : null;
  const which = found?.ok && found.file === file ? session : name;
  const resume = state === 'running' ? [] : [`  tagma resume ${which}`];
  return ['', 'What can be done with it', ...resume, `  tagma replay ${name}`, `  tagma audit ${name}`].map(harmless);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function row(name: string, value: string): string {
  return `${name.padEnd(12)}${harmless(value)}`;
}

function local(at: number): string {
  return new Date(at).toLocaleString('sv-SE');
}

function harmless(text: string): string {
  return oneLine(visible(text));
}
