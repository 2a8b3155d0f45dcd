import { expect, test } from 'vitest';
import { aboutDenials } from '../src/denials.ts';

const BY_RULE = 'denied: mode default: running a program asks (make); nobody is there to ask';
const PLAN = 'denied: mode plan: writing in the project is denied';
const PLAN_ASKS = 'denied: mode plan: using the network asks (example.org); nobody is there to ask';
const TRUST = 'denied: mode trust: what cannot be analysed is denied (a loop)';
const FORBIDDEN = 'denied: deny list: it gains the rights of root';

test.each([
  ['what would have asked', [BY_RULE], ' (--allow RULE or --mode lets more through)'],
  ['what plan denies', [PLAN], ' (mode plan only looks; another --mode lets more through)'],
  ['what would have asked in plan', [PLAN_ASKS], ' (--allow RULE or --mode lets more through)'],
  ['what trust denies', [TRUST], ' (--allow RULE lets more through)'],
  ['the deny list', [FORBIDDEN], ''],
  ['the deny list, and what would have asked', [FORBIDDEN, BY_RULE], ' (--allow RULE or --mode lets more through)'],
])('%s', (_title, whys, hint) => {
  const denials = whys.map((why, index) => ({ call: index + 1, tool: 'bash', why }));
  const lines = whys.map((why, index) => `  call ${index + 1}, bash: ${why}\n`).join('');
  expect(aboutDenials({ denials, madeGood: false })).toBe(`denied${hint}:\n${lines}`);
  expect(aboutDenials({ denials, madeGood: true })).toBe(`denied (made good by a later reply):\n${lines}`);
});
