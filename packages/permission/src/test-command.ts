/**
 * `[[ … ]]`. It compares numbers as arithmetic, which evaluates what stands in them (`a[$(…)]`): so both sides must be
 * digits. `-v` and `-R` evaluate their operand too.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import type { TestExpression, Word } from 'unbash';
import { expandText } from './expand.ts';
import { ofNames, pathFacts, sum, unknownFacts } from './facts.ts';
import { locateWord } from './paths.ts';
import type { State } from './state.ts';
import { DIGITS, isUnknownText } from './unknown-text.ts';
import { expanderFor, type Walk } from './walker.ts';

const OF_TEXT = /^(-[nz]|=|==|!=|=~|<|>)$/;
const OF_NUMBERS = /^-(eq|ne|lt|le|gt|ge)$/;
const OF_FILES = /^-([abcdefghknprstuwxGLNOS]|nt|ot|ef)$/;

export function testFacts(expression: TestExpression, state: State, walk: Walk): Facts {
  switch (expression.type) {
    case 'TestLogical':
      return sum(expression.operands.map((operand) => testFacts(operand, state, walk)));
    case 'TestNot':
      return testFacts(expression.operand, state, walk);
    case 'TestGroup':
      return testFacts(expression.expression, state, walk);
    case 'TestUnary':
      return operandFacts(expression.operator, [expression.operand], state, walk);
    case 'TestBinary':
      return operandFacts(expression.operator, [expression.left, expression.right], state, walk);
  }
}

function operandFacts(operator: string, words: readonly Word[], state: State, walk: Walk): Facts {
  return sum([{ ...NO_FACTS, runs: ['[['] }, ...words.map((word) => wordFacts(operator, word, state, walk))]);
}

function wordFacts(operator: string, word: Word, state: State, walk: Walk): Facts {
  const expanded = expandText(word, expanderFor(state, walk));
  if (!expanded.ok) return unknownFacts(expanded.why);
  const { text } = expanded;
  if (OF_TEXT.test(operator)) return NO_FACTS;
  if (OF_NUMBERS.test(operator)) {
    return /^-?\d+$/.test(text) || text === DIGITS
      ? NO_FACTS
      : unknownFacts(`a number that is not known (${word.text})`);
  }
  if (!OF_FILES.test(operator) || isUnknownText(text)) return unknownFacts(`a test of what is not known (${operator})`);
  const asked = state.folders.map((folder) =>
    pathFacts('reads', text === '' ? [] : [locateWord(text, folder, walk.ground, 'read')]),
  );
  return ofNames(sum(asked), walk.ground);
}
