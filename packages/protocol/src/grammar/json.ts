/** JSON by a schema, as the value of a parameter: an array or an object, and all that may stand in one. */

import { jsonTexts } from '../canonical-text.ts';
import type { ParamSchema } from '../tool-spec.ts';
import {
  characters,
  choice,
  type Draft,
  type Expression,
  oneOf,
  optional,
  range,
  repeated,
  sequence,
  shared,
  text,
} from './expression.ts';
import { type Alphabet, type Forbidden, innerText, SPACES } from './free-text.ts';
import { numberText } from './numbers.ts';

/** Between two signs of JSON a model may break a line and indent the next one; without a limit, a weak one never stops. */
const INDENT_MAX = 20;

const SIGNS: { readonly [sign: string]: string } = {
  ',': 'comma',
  ':': 'colon',
  '[': 'list',
  ']': 'list-end',
  '{': 'object',
  '}': 'object-end',
};

const HEX = oneOf(range('0', '9'), range('A', 'F'), range('a', 'f'));
const ESCAPE = sequence(
  text('\\'),
  choice(oneOf(...characters('"\\/bfnrt')), sequence(text('u'), repeated(HEX, 4, 4))),
);
/** Inside the quotes. Control characters are escaped, so they are no white space there. */
const STRING: Alphabet = {
  name: 'json-string',
  excluded: [range('\0', '\u001f'), ...characters('"\\')],
  spaces: SPACES.slice(1),
  escaped: ESCAPE,
};

/**
 * What fits the schema: members in the order of the schema, the required ones there, no others; any, where it names none.
 * Null where nothing fits.
 *
 * @param forbidden what would end the value: no string may hold it.
 */
export function jsonText(draft: Draft, schema: ParamSchema, forbidden: Forbidden): Expression | null {
  if (schema.enum) return enumText(schema, forbidden);
  switch (schema.type) {
    case 'string':
      return stringText(draft, forbidden);
    case 'number':
    case 'integer':
      return wordOf(draft, numberText(draft, schema));
    case 'boolean':
      return choice(text('true'), text('false'));
    case 'array':
    case 'object':
      return structureText(draft, schema, forbidden);
    default:
      return anyText(draft, forbidden);
  }
}

function structureText(draft: Draft, schema: ParamSchema, forbidden: Forbidden): Expression | null {
  const make = schema.type === 'array' ? arrayText : objectText;
  const structure = make(draft, schema, forbidden);
  const name = `${forbidden.closers[0] ?? ''}-${schema.type}`;
  return structure && shared(draft, JSON.stringify([structure, forbidden]), name, () => structure);
}

function enumText(schema: ParamSchema, forbidden: Forbidden): Expression | null {
  const fitting = (schema.enum ?? []).filter((value) => fits(schema, value));
  const texts = fitting.flatMap((value) => jsonTexts(value, forbidden.closers));
  return texts.length > 0 ? choice(...texts.map(text)) : null;
}

function fits({ type, minimum, maximum }: ParamSchema, value: string | number | boolean): boolean {
  if (typeof value === 'number') {
    if (value < (minimum ?? value) || value > (maximum ?? value)) return false;
    return type === undefined || type === 'number' || (type === 'integer' && Number.isInteger(value));
  }
  return type === undefined || type === typeof value;
}

/** A number as a rule of its own: llguidance would read one that is not as its parts, and stop at the first. */
function wordOf(draft: Draft, number: Expression | null): Expression | null {
  return number && shared(draft, `number ${JSON.stringify(number)}`, 'json-number', () => number);
}

function stringText(draft: Draft, forbidden: Forbidden): Expression {
  const name = `${forbidden.closers[0] ?? ''}-json`;
  return shared(draft, `${name} string ${forbidden.closers}`, `${name}-string-quoted`, () =>
    sequence(text('"'), innerText(draft, STRING, forbidden), text('"')),
  );
}

function anyText(draft: Draft, forbidden: Forbidden): Expression {
  const name = `${forbidden.closers[0] ?? ''}-json`;
  return shared(draft, `${name} any ${forbidden.closers}`, name, () => {
    const any = anyText(draft, forbidden);
    const quoted = stringText(draft, forbidden);
    const member = sequence(quoted, sign(draft, ':'), any);
    return choice(
      quoted,
      wordOf(draft, numberText(draft, {})) ?? text('0'),
      text('true'),
      text('false'),
      text('null'),
      listed(draft, '[', any, ']'),
      listed(draft, '{', member, '}'),
    );
  });
}

function arrayText(draft: Draft, { items }: ParamSchema, forbidden: Forbidden): Expression {
  const item = items ? jsonText(draft, items, forbidden) : anyText(draft, forbidden);
  return item ? listed(draft, '[', item, ']') : sequence(sign(draft, '['), sign(draft, ']'));
}

function listed(draft: Draft, open: string, part: Expression, close: string): Expression {
  const more = repeated(sequence(sign(draft, ','), part));
  return sequence(sign(draft, open), optional(sequence(part, more)), sign(draft, close));
}

/** Its named members. One that nothing fits is left out; where it is required, nothing fits the object. */
function objectText(draft: Draft, schema: ParamSchema, forbidden: Forbidden): Expression | null {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) {
    const member = sequence(stringText(draft, forbidden), sign(draft, ':'), anyText(draft, forbidden));
    return listed(draft, '{', member, '}');
  }
  const members: Member[] = [];
  for (const [name, part] of entries) {
    const value = jsonText(draft, part, forbidden);
    const required = schema.required?.includes(name) ?? false;
    if (value) {
      const key = choice(...jsonTexts(name, forbidden.closers).map(text));
      members.push({ required, pair: sequence(key, sign(draft, ':'), value) });
    } else if (required) return null;
  }
  return sequence(sign(draft, '{'), ...inOrder(draft, members), sign(draft, '}'));
}

type Member = { readonly required: boolean; readonly pair: Expression };

/** Members with commas between those that are there: the first of them may be any up to the first required one. */
function inOrder(draft: Draft, members: readonly Member[]): readonly Expression[] {
  const required = members.findIndex((member) => member.required);
  const firsts = required < 0 ? members : members.slice(0, required + 1);
  const options = firsts.map(({ pair }, index) =>
    sequence(
      pair,
      ...members.slice(index + 1).map((next) => {
        const further = sequence(sign(draft, ','), next.pair);
        return next.required ? further : optional(further);
      }),
    ),
  );
  if (options.length === 0) return [];
  return [required < 0 ? optional(choice(...options)) : choice(...options)];
}

/**
 * A sign of JSON with the space around it: behind what opens, before what closes. A rule of its own, for llguidance reads a
 * text word by word, and a space that may be empty is no word.
 */
function sign(draft: Draft, sign: string): Expression {
  return shared(draft, `json ${sign}`, `json-${SIGNS[sign] ?? ''}`, () => {
    const before = '[{'.includes(sign) ? [] : [space(draft)];
    const behind = ']}'.includes(sign) ? [] : [space(draft)];
    return sequence(...before, text(sign), ...behind);
  });
}

function space(draft: Draft): Expression {
  return shared(draft, 'json space', 'json-space', () =>
    optional(choice(text(' '), sequence(text('\n'), repeated(oneOf(...characters(' ')), 0, INDENT_MAX)))),
  );
}
