/** What `tagma permit` says, for a person. */
import { oneLine, revealed } from '@tagma/protocol';
import { consequences } from '@tagma/tui';
import { counted } from '../counted.ts';
import type { Flip, Flips } from './flips.ts';
import type { Permit } from './judge.ts';

export function permitLines({ verdict, rule, facts, sandbox }: Permit): string {
  const lines = [`${verdict} · ${shown(rule)}`, ...consequences(facts).map((each) => `  It will ${each}.`)];
  if (facts.readOnly) lines.push('  It changes nothing.');
  lines.push(sandbox === null ? '  Decided as without a sandbox.' : `  Decided as in the sandbox (${sandbox}).`);
  return `${lines.join('\n')}\n`;
}

export function flipLines({ judged, flips, damage }: Flips & { readonly ok: true }): string {
  const head = `${counted(judged, 'decision')}; ${flips.length === 0 ? 'all would be the same today' : `${flips.length} would be another one today`}.`;
  const tail = damage === null ? [] : [`What comes after was not looked at: ${damage}.`];
  return `${[head, ...flips.flatMap(linesOf), ...tail].join('\n')}\n`;
}

function linesOf({ call, tool, params, record, mode, recorded, today }: Flip): readonly string[] {
  return [
    '',
    `call ${call} · ${shown(tool)} · record ${record} · mode ${mode}`,
    ...Object.entries(params).map(([name, value]) => `  ${shown(name)}: ${shown(textOf(value))}`),
    `  recorded: ${recorded.verdict} · ${shown(recorded.by)}`,
    `  today:    ${today.verdict} · ${shown(today.by)}`,
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** On one line, with all that could not be seen. */
function shown(text: string): string {
  return oneLine(revealed(text));
}
