/** Replies whose values fit the schemas of their tools, whatever the strings in them hold. */
import fc from 'fast-check';
import type { Json, ParamSchema, Spoken, ToolSpec } from '../../src/index.ts';
import { anyText } from '../reply/noise.ts';

/** What a canonical writer has to get right, beside what `noise` has. */
const HARD_TEXTS = [
  ...[
    '',
    'null',
    ' ',
    '\n',
    'a\n',
    ' a ',
    '<',
    'a <',
    '</',
    '</>',
    '< /path>',
    '<action',
    '<action>',
    '<actions>',
    '<Action tool="ls">',
  ],
  ...[
    '</action>',
    '</ ACTION\u3000>',
    '</command>',
    '</content\n>',
    '</contents>',
    '</old',
    '<![CDATA[',
    ' <![CDATA[a]]>',
    '<![CDATA[a]]>b',
  ],
  ...[
    ']]>',
    ']',
    ']]',
    ']]]>',
    'x]]>y',
    '&lt;',
    '&amp; <',
    '&lt;b&gt;',
    '<final>x</final>',
    '</thought >',
    '</think>',
    '<path a="',
    "<limit b='",
  ],
  ...[
    '{"a": "</items>"}',
    'if (a < b && c > d) { x["y"] }',
    '<observation>',
    '```\n<action tool="bash">\n```',
    'Ünï 日本 👩‍👩‍👧 \ud800',
  ],
];

export const hardText = fc.oneof(
  fc.constantFrom(...HARD_TEXTS),
  anyText,
  fc.array(fc.constantFrom(...HARD_TEXTS), { maxLength: 4 }).map((parts) => parts.join('')),
);

export function spokenFor(tools: readonly ToolSpec[]): fc.Arbitrary<Spoken> {
  const thoughts = fc.array(fc.record({ text: hardText, written: fc.boolean() }), { maxLength: 2 });
  const actions = fc.array(fc.oneof(...tools.map(actionOf)), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ thoughts, actions, final: fc.constant(null) }) },
    { weight: 1, arbitrary: fc.record({ thoughts, actions: fc.constant([]), final: hardText }) },
  );
}

function actionOf(tool: ToolSpec): fc.Arbitrary<Spoken['actions'][number]> {
  const instead = Object.entries(tool.parameters.requiredUnless ?? {});
  return objectOf(tool.parameters).map((params) => {
    const needless = instead.flatMap(([name, other]) => (Object.hasOwn(params, other) ? [name] : []));
    const spoken = Object.entries(params).filter(([name]) => !needless.includes(name));
    return { tool: tool.name, params: Object.fromEntries<Json>(spoken) };
  });
}

/** The members in any order. */
function objectOf({ properties, required }: Pick<ParamSchema, 'properties' | 'required'>) {
  const members = Object.entries(properties ?? {}).map(([name, schema]) => {
    const value = valueFor(schema).map((value) => [[name, value] as const]);
    return required?.includes(name) ? value : fc.oneof(value, fc.constant([]));
  });
  const order = fc.array(fc.nat(), { minLength: members.length, maxLength: members.length });
  return fc.tuple(order, ...members).map(([order, ...members]) => {
    const sorted = members.map((member, index) => [order[index] ?? 0, member] as const).sort(([a], [b]) => a - b);
    return Object.fromEntries<Json>(sorted.flatMap(([, member]) => member));
  });
}

function valueFor(schema: ParamSchema): fc.Arbitrary<Json> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum: min, maximum: max } = schema;
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  switch (schema.type) {
    case 'integer':
      return fc.integer(limits);
    case 'number':
      return numberWithin(limits);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items ? valueFor(schema.items) : anyJson, { maxLength: 3 });
    case 'object':
      return schema.properties ? objectOf(schema) : fc.dictionary(hardText, anyJson, { maxKeys: 3 });
    default:
      return hardText;
  }
}

/** Whole ones as well, where there are any. */
function numberWithin(limits: { readonly min?: number; readonly max?: number }): fc.Arbitrary<number> {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits;
  const double = fc.double({ ...limits, noNaN: true, noDefaultInfinity: true });
  const whole = double.map((value) => {
    const rounded = Math.round(value);
    return rounded >= min && rounded <= max ? rounded : value;
  });
  // Never -0, which JSON does not write.
  return fc.oneof(double, whole).map((value) => value + 0);
}

/** No deeper than the regular expression goes. */
const scalar: fc.Arbitrary<Json> = fc.oneof(
  hardText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
  fc.boolean(),
  fc.constant(null),
);
const anyJson: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(hardText, scalar, { maxKeys: 2 }),
);
