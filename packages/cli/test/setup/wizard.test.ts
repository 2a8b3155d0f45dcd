/** The wizard's questions: what each answer leads to, and what would be written at the end. */
import { describe, expect, test } from 'vitest';
import { answerIn } from '../../src/setup/line-by-line.ts';
import { questionOf } from '../../src/setup/question.ts';
import { answered, firstStep, notKept, type Offer, type Wizard, type Worked, worked } from '../../src/setup/wizard.ts';
import { writtenBy } from '../../src/setup/written.ts';

const OLLAMA: Offer = {
  ...{ name: 'ollama', aliases: [], title: 'Ollama', url: null, isHere: true, key: 'none', keyFrom: null },
  ...{ page: null, defaultModel: null },
};
const DEEPSEEK: Offer = {
  ...OLLAMA,
  ...{ name: 'deepseek', aliases: ['ds'], title: 'DeepSeek', isHere: false, key: 'needed' },
  ...{ page: 'https://keys.test', defaultModel: 'flash' },
};
const OPENAI: Offer = { ...DEEPSEEK, name: 'openai', aliases: [], keyFrom: { variable: 'OPENAI_API_KEY' } };

const offerAt = (url: string): Offer => ({ ...DEEPSEEK, name: 'local', title: url, url, key: 'perhaps', page: null });
const FIRST = worked(firstStep('default'), { ok: true, offers: [OLLAMA, DEEPSEEK, OPENAI], says: '' });
const LISTED: Worked = { ok: true, models: ['flash', 'pro'], says: '' };
const WORKS: Worked = { ok: true, says: '' };

/** Answers are texts, outcomes of work objects. */
function after(...steps: readonly (string | Worked)[]): Wizard {
  return steps.reduce<Wizard>(
    (wizard, step) => (typeof step === 'string' ? answered(wizard, step, offerAt) : worked(wizard, step)),
    FIRST,
  );
}

const REFUSED: Worked = { ok: false, isKey: true, says: 'The key is refused.' };
const SILENT: Worked = { ok: false, isKey: false, says: 'Nobody answers.' };
const TO_MODE = ['deepseek', 'k-1', LISTED, 'pro', WORKS] as const;

test.each<[title: string, steps: readonly (string | Worked)[], step: string, note: string]>([
  ['a server that runs here is asked for its models at once', ['ollama'], 'listing', ''],
  ['a provider by its name needs its key', ['deepseek'], 'key', ''],
  ['so it does by another name, in capitals', [' DS '], 'key', ''],
  ['a key in a variable is not asked for', ['openai'], 'listing', ''],
  ['a name that nobody has', ['depseek'], 'provider', 'There is no depseek here. Did you mean deepseek?'],
  ['nothing', [''], 'provider', 'Choose one by its number or its name.'],
  ['an address in the place of a name', ['http://box:8080/v1'], 'key', ''],
  ['an address that is asked for', ['address', 'https://box/v1'], 'key', ''],
  [
    'no address',
    ['address', 'box:8080'],
    'address',
    'An address begins with http:// or https://, as in http://127.0.0.1:8080/v1.',
  ],
  [
    'an address without its beginning, in the place of a name',
    ['127.0.0.1:8080/v1'],
    'provider',
    'An address begins with http:// or https://, as in http://127.0.0.1:8080/v1.',
  ],
  ['a look for servers once more', ['look'], 'looking', ''],
  ['which may find nothing again', ['look', SILENT], 'provider', 'Nobody answers.'],
  [
    'an address with a password',
    ['http://me:pass@box/v1'],
    'provider',
    'No name and no password in the address: a key is asked for next.',
  ],
  ['the demo', ['demo'], 'demo', ''],
  ['no key where one is needed', ['deepseek', ''], 'key', 'DeepSeek needs a key.'],
  ['a key with a blank in it', ['deepseek', 'a b'], 'key', 'A key is one word of letters, digits and signs.'],
  ['no key where none is needed', ['http://box/v1', ''], 'listing', ''],
  ['a key that is refused is asked for again', ['deepseek', 'k-1', REFUSED], 'key', 'The key is refused.'],
  [
    'one in a variable is changed there',
    ['openai', REFUSED],
    'provider',
    'The key is refused.\nThe key is the one in OPENAI_API_KEY, which comes before any that is kept: change it there, and run tagma setup.',
  ],
  ['a server that wants a key after all', ['ollama', REFUSED], 'key', 'The key is refused.'],
  ['models that are not listed', ['ollama', SILENT], 'unlisted', 'Nobody answers.'],
  ['try again', ['ollama', SILENT, 'again'], 'listing', ''],
  ['another provider', ['ollama', SILENT, 'provider'], 'provider', ''],
  ['a model that is in no list', ['ollama', SILENT, 'model', 'mine'], 'trying', ''],
  ['none of them', ['ollama', SILENT, 'anyway'], 'unlisted', 'Choose one of them.'],
  ['no model, of several without a usual one', ['ollama', LISTED, ''], 'model', 'Name a model.'],
  ['a model that does not answer', ['ollama', LISTED, 'pro', SILENT], 'untried', 'Nobody answers.'],
  ['go on nevertheless', ['ollama', LISTED, 'pro', SILENT, 'anyway'], 'mode', ''],
  ['a key that is good for the list alone', ['deepseek', 'k-1', LISTED, 'pro', REFUSED], 'key', 'The key is refused.'],
  ['no such mode', [...TO_MODE, 'yolo'], 'mode', 'There is no mode yolo.'],
  [
    'the end is not agreed to',
    [...TO_MODE, '', 'n'],
    'confirm',
    'Nothing is written. Go back with <, or leave with Ctrl+C.',
  ],
  ['an empty answer is no agreement', [...TO_MODE, '', ''], 'confirm', 'Answer y to write it.'],
  ['it is agreed to', [...TO_MODE, '', 'y'], 'confirmed', ''],
  ['back from the first question', ['<'], 'provider', ''],
  ['back from the key', ['deepseek', '<'], 'provider', ''],
  ['back over the work to the last question', ['ollama', LISTED, '<'], 'provider', ''],
])('%s', (_title, steps, step, note) => {
  const wizard = after(...steps);
  expect([wizard.step, wizard.note]).toEqual([step, note]);
});

test('what cannot be written is asked again, with the reason, and can be gone back from', () => {
  const again = notKept(after(...TO_MODE, '', 'y'), 'The disk is full.');
  expect([again.step, again.note, answered(again, '<', offerAt).step]).toEqual([
    'confirm',
    'The disk is full.',
    'mode',
  ]);
});

describe('what would be written', () => {
  test('a provider of the table: its key apart', () => {
    const wizard = after(...TO_MODE, 'plan', 'y');
    expect(writtenBy(wizard)).toEqual({
      members: [
        { path: ['model'], value: 'deepseek:pro' },
        { path: ['mode'], value: 'plan' },
        { path: ['endpoint'], value: undefined },
        { path: ['provider'], value: undefined },
      ],
      secret: { provider: 'deepseek', key: 'k-1' },
    });
  });

  test('an address without a key, the provider’s usual model, the mode of before', () => {
    const { members, secret } = writtenBy(after('http://box/v1', '', LISTED, '', WORKS, ''));
    expect(secret).toBeNull();
    expect(members.slice(0, 3)).toEqual([
      { path: ['providers', 'local', 'url'], value: 'http://box/v1' },
      { path: ['model'], value: 'local:flash' },
      { path: ['mode'], value: 'default' },
    ]);
  });

  test('another provider takes nothing of the first one’s', () => {
    expect(writtenBy(after('deepseek', 'k-1', LISTED, '<', '<', 'ollama', LISTED, 'pro', WORKS, ''))).toMatchObject({
      members: [{ value: 'ollama:pro' }, {}, {}, {}],
      secret: null,
    });
  });
});

describe('questions', () => {
  test('what each takes: the key alone is hidden, the end alone is agreed to', () => {
    const steps = [after(), after('deepseek'), after('ollama', LISTED), after(...TO_MODE), after(...TO_MODE, '')];
    expect(steps.map((wizard) => questionOf(wizard, () => [])?.takes)).toEqual([
      'text',
      'secret',
      'text',
      'choice',
      'agreement',
    ]);
  });

  test('each provider with what is known of it', () => {
    expect(questionOf(FIRST, () => [])?.choices.map(({ id, says }) => [id, says])).toEqual([
      ['ollama', 'Ollama, running here'],
      ['deepseek', 'DeepSeek'],
      ['openai', 'DeepSeek (OPENAI_API_KEY is set)'],
      ['address', 'any other server that is like OpenAI’s'],
      ['demo', 'none yet: see Tagma at work with a scripted model'],
    ]);
  });

  test.each([
    ['2', 'deepseek'],
    [' 2 ', 'deepseek'],
    ['0', '0'],
    ['99', '99'],
    ['ollama', 'ollama'],
  ])('%j stands for %j', (typed, id) => {
    const question = questionOf(FIRST, () => []);
    expect(question && answerIn(typed, question)).toBe(id);
  });
});
