/** Asks a history by an XPath 3.1 expression: the one place that knows fontoxpath and slimdom. */
import type { Json } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { type Built, documentOf, type Part } from './document.ts';

/** A result in three forms. */
export type Result = {
  /** Its string value. */
  readonly text: string;
  /** An element as XML, indented; of all else its text. */
  readonly xml: () => string;
  /** A record with its number, kind, type, time and fields; a field as what it holds; all else as JSON has it. */
  readonly json: () => Json;
};

/** What an XPath expression has found. */
export type Queried = {
  readonly ok: true;
  readonly results: readonly Result[];
  /** The expression is a question, and this is the answer to it; null where it is none. */
  readonly truth: boolean | null;
  /** The first record that could not be read, and was not looked at. */
  readonly unreadable: number | null;
} & Pick<Built, 'torn' | 'fault'>;

/** The expression is wrong, or went wrong: `message` says what and where, in some lines. */
export type WrongExpression = { readonly ok: false; readonly wrong: true; readonly message: string };

/** The context is the document: `/history/event`, `//outcome`. Nothing outside of it can be reached. */
export async function queryHistory(
  file: string,
  xpath: string,
  part: Part = {},
): Promise<Queried | WrongExpression | Failed> {
  const { evaluateXPath } = await import('fontoxpath');
  const built = await documentOf(file, part);
  if (!built.ok) return built;
  const { jsonOf, textOf, xmlOf } = await import('./results.ts');
  try {
    const found: unknown[] = evaluateXPath(xpath, built.document, null, null, evaluateXPath.ALL_RESULTS_TYPE, {
      language: evaluateXPath.XPATH_3_1_LANGUAGE,
    });
    const results = found.map((each) => ({
      text: textOf(each),
      xml: () => xmlOf(each),
      json: () => jsonOf(each, built.source),
    }));
    const [only] = found;
    const truth = found.length === 1 && typeof only === 'boolean' ? only : null;
    const { unreadable, torn, fault } = built;
    return { ok: true, results, truth, unreadable, torn, fault };
  } catch (error) {
    return { ok: false, wrong: true, message: error instanceof Error ? error.message : String(error) };
  }
}
