/** That the conversation was made smaller: how, why, what the model is told in the place of the rest, and what went wrong. */
import { SUMMARY_SECTIONS, type SummaryRepair } from '@tagma/protocol';
import { type Line, line, named } from '../text/line.ts';
import type { Item } from './items.ts';

type Compaction = Extract<Item, { kind: 'compaction' }>;

const INDENT = '  ';
const HOW: { readonly [how in Compaction['how']]: string } = {
  pruned: 'old results shortened',
  summarised: 'the older part summed up',
  cut: 'what does not fit left out',
};
const WHY: { readonly [why in Compaction['why']]: string } = {
  threshold: 'the window was nearly full',
  command: 'you asked',
  overflow: 'the request was too large',
};
const MENDED: { readonly [repair in SummaryRepair]: string } = {
  fence: 'it stood in a fence',
  bare: 'it had no <summary> around it',
  headings: 'it had headings for elements',
  unclosed: 'something in it was not closed',
  sections: 'it had no sections',
  cut: 'it was too long, and was cut',
};

/** The first line says it; the others are for whoever opens it. */
export function compactionLines(compaction: Compaction): readonly Line[] {
  const { problem, repairs = [] } = compaction;
  const mended = repairs.map((repair) => MENDED[repair] ?? repair).join(', ');
  return [
    line(['compacted', 'muted'], [` · ${words(compaction)}`, 'muted']),
    ...(problem ? [line([`${INDENT}no summary: ${named(problem)}`, 'warning'])] : []),
    ...summaryLines(compaction),
    ...(mended === '' ? [] : [line([`${INDENT}the form of the summary was mended: ${mended}`, 'muted'])]),
  ];
}

function words({ how, why, tokensBefore, tokensAfter, problem }: Compaction): string {
  const tokens = `about ${tokensBefore} tokens before, ${tokensAfter} now`;
  return `${HOW[how]}, because ${WHY[why]} · ${tokens}${problem ? ' · without a summary' : ''}`;
}

function summaryLines({ summary }: Compaction): readonly Line[] {
  if (!summary) return [];
  return SUMMARY_SECTIONS.flatMap((section) => {
    const text = summary[section];
    if (text === '') return [];
    return [
      line([`${INDENT}${section}`, 'label']),
      ...text.split('\n').map((each) => line([`${INDENT}${INDENT}${named(each)}`, 'text'])),
    ];
  });
}
