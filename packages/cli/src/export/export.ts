/** `tagma export FILE`: a session in another form, or without some of its texts; what was taken out is said on standard error. */
import { planTakeOut, readWhat, type TakeOut, type What } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { type Problem, problem, remark, report } from '../problem.ts';
import { historyNamed, type NamedIn } from '../sessions/named.ts';
import { aboutTorn } from '../torn.ts';
import { type Destination, openDestination } from './destination.ts';
import type { Format } from './format-names.ts';
import { FORMATS } from './formats.ts';
import { aboutTakenOut } from './taken-out.ts';

export type ExportOptions = NamedIn & {
  readonly format: Format;
  readonly output?: string;
  readonly takeOut: readonly string[];
  readonly strict?: boolean;
  readonly force?: boolean;
};

/** It shows records byte for byte, and what an audit of the whole file says. */
const NO_PAGE_WITHOUT =
  '--take-out goes with every format but html: the page shows the records as they stand in the file. Export the history with --format xml, and make the page of that.';

const STRICT_IS_FOR_XML =
  '--strict goes with --format xml: in every other format all that is taken out is gone, and nothing has to stay.';

/** 0: it is written. 1: not all of it can be, or what shall be taken out cannot. 2: wrong usage. */
export async function exportSession(idOrFile: string, options: ExportOptions): Promise<number> {
  const file = await historyNamed(idOrFile, options);
  if (typeof file !== 'string') return report(file);
  const whats: What[] = [];
  if (options.strict && options.format !== 'xml') return report(problem(EXIT.usage, STRICT_IS_FOR_XML));
  if (options.format === 'html' && options.takeOut.length > 0) return report(problem(EXIT.usage, NO_PAGE_WITHOUT));
  for (const text of options.takeOut) {
    const read = readWhat(text);
    if (!read.ok) return report(problem(EXIT.usage, `--take-out: ${read.message}`));
    whats.push(read.what);
  }
  const plan = whats.length > 0 || options.format === 'xml' ? await planTakeOut(file, whats) : null;
  if (plan?.ok === false) return report(problem(EXIT.usage, plan.error.message));
  const refused = plan === null ? null : refusal(file, plan, options);
  if (refused !== null) return report(refused);
  const destination = openDestination(options.output, options.force ?? false, [file]);
  if (!destination.ok) return report(destination);
  const written = await exportTo(file, plan, options.format, destination, (words) => remark(`tagma: ${words}\n`));
  if (!written.ok) return report(written);
  if (plan !== null && whats.length > 0) remark(aboutTakenOut(plan, options.format === 'xml'));
  return EXIT.done;
}

/** A chain that does not hold cannot be kept; and whoever is strict wants all of it gone. */
function refusal(file: string, plan: TakeOut, { format, strict }: ExportOptions): Problem | null {
  if (format !== 'xml') return null;
  const { fault } = plan.read;
  if (fault !== null)
    return problem(EXIT.failed, `${file}: record ${fault.record} is damaged: ${fault.message}. Nothing was written.`);
  if (!strict || plan.short.length === 0) return null;
  return problem(EXIT.failed, `${aboutTakenOut(plan, true)}Nothing was written (--strict).`);
}

/**
 * Writes all of it, or up to where it is damaged, and says so.
 * @param plan what is taken out; null where nothing is, but for `xml`, which needs one
 * @param tell hears of an end that is missing or torn
 */
export async function exportTo(
  file: string,
  plan: TakeOut | null,
  format: Format,
  destination: Destination,
  tell: (words: string) => void,
): Promise<{ readonly ok: true } | Problem> {
  const chunks = FORMATS[format](file, plan);
  try {
    for (;;) {
      const next = await chunks.next();
      if (!next.done) {
        await destination.write(next.value);
        continue;
      }
      if (!next.value.ok) {
        destination.abandon();
        return problem(EXIT.usage, next.value.error.message);
      }
      destination.end();
      const { torn, fault } = next.value;
      if (torn !== null) tell(aboutTorn(torn));
      if (fault === null) return { ok: true };
      return problem(EXIT.failed, `record ${fault.record} is damaged: ${fault.message}. Exported up to there.`);
    }
  } catch (error) {
    destination.abandon();
    return problem(EXIT.failed, `it cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
