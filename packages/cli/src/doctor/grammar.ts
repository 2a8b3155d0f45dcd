/**
 * In which field does it take a grammar, does a reply in the grammar of a session hold to it, and does the model still
 * think? A server that does not know a field mostly ignores it, so only a text that no model writes by itself is proof.
 */
import type { GrammarField } from '@tagma/endpoint';
import { parseReply, type ToolSpec } from '@tagma/protocol';
import { fieldWith, grammarField } from '../constraint.ts';
import type { Finding } from './finding.ts';
import { type Asked, failureOf, type Probe, user } from './probe.ts';

/** In the order in which most people's servers are found. */
const FIELDS: readonly GrammarField[] = ['grammar', 'structured_outputs', 'ebnf', 'guided_grammar'];
const PROOF = 'root ::= "<final>quartz " ("amber" | "cobalt") "</final>"\n';
const PROVEN = /^\s*<final>quartz (amber|cobalt)<\/final>\s*$/;
const PROOF_CHARACTERS_MAX = 200;
const CHARACTERS_MAX = 2_000;

const WITHOUT = 'the protocol is asked for, not forced';

/**
 * @param tools of a session
 * @param thinks whether the model was seen to think without a grammar
 */
export async function grammar(probe: Probe, tools: readonly ToolSpec[], thinks: boolean): Promise<Finding> {
  const found = await fieldOf(probe);
  if (found === null) return no(probe, 'taken in none of the known fields');
  const { field, inReasoning } = found;
  if (inReasoning) return harms(probe, field, `taken in "${field}", but it begins inside of the thought`);

  const asked = await probe.ask({
    messages: [user('Say hello to me, and finish.')],
    fields: grammarField(field, tools),
    quirks: { grammarField: field },
    charactersMax: CHARACTERS_MAX,
  });
  const failure = failureOf(asked);
  if (failure !== null) return no(probe, `taken in "${field}", but not that of a session: ${failure}`);
  if (!isForced(asked, tools)) {
    return no(probe, `taken in "${field}", but a reply does not hold to it: "${shownStart(asked)}"`);
  }
  if (thinks && asked.completion.reasoning.trim() === '') {
    return harms(probe, field, `taken in "${field}", but then the model does not think`);
  }
  const quirks = { grammarField: field };
  probe.keep(quirks);
  return { row: 'grammar', holds: 'yes', says: `taken in "${field}": the protocol is forced`, quirks };
}

async function fieldOf(probe: Probe): Promise<{ readonly field: GrammarField; readonly inReasoning: boolean } | null> {
  const known = probe.quirks().grammarField;
  const fields = known === undefined ? FIELDS : [known, ...FIELDS.filter((field) => field !== known)];
  for (const field of fields) {
    const { completion } = await probe.ask({
      messages: [user('Say hello.')],
      fields: fieldWith(field, PROOF),
      charactersMax: PROOF_CHARACTERS_MAX,
    });
    if (PROVEN.test(completion.text)) return { field, inReasoning: false };
    // The template had opened a thought, so the server takes all that the grammar admits for a part of it.
    if (PROVEN.test(completion.reasoning)) return { field, inReasoning: true };
  }
  return null;
}

/** A reply that was not waited for to its end is only cut. */
function isForced({ completion, cut }: Asked, tools: readonly ToolSpec[]): boolean {
  const finish = !cut && completion.ok && completion.finish === 'stop' ? 'stop' : 'length';
  const { error, repairs, loose } = parseReply(completion.text, finish, { tools });
  const isCut = error?.code === 'truncated' && finish === 'length';
  return (error === null || isCut) && repairs.every((name) => name === 'entities') && loose.trim() === '';
}

function shownStart({ completion }: Asked): string {
  return completion.text.slice(0, 60).replaceAll(/\s+/g, ' ');
}

function harms(probe: Probe, field: GrammarField, says: string): Finding {
  const quirks = { grammarField: field, grammarHarmsReasoning: true } as const;
  probe.keep(quirks);
  return { row: 'grammar', holds: 'no', says, off: `${WITHOUT} (--constrain on forces it all the same)`, quirks };
}

/** A field that the table or the configuration names is not sent any more: a configuration cannot take it back. */
function no(probe: Probe, says: string): Finding {
  const isKnown = probe.quirks().grammarField !== undefined;
  const quirks = { grammarHarmsReasoning: true } as const;
  if (isKnown) probe.keep(quirks);
  return { row: 'grammar', holds: 'no', says, off: WITHOUT, ...(isKnown ? { quirks } : {}) };
}
