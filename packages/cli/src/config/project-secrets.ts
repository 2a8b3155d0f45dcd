/** No key lies in a project: it would be in the next commit, and the model reads the folder. */
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import type { Layer } from './layer.ts';
import { isVariable } from './read.ts';

/** Headers that carry a key. */
const KEY_HEADER = /^(authorization|proxy-authorization|cookie|.*api-?key|.*token|.*secret)$/i;

/** What is wrong, with the place and the cure; null where no key stands there. */
export function refusedSecret({ values, placeOf }: Layer): Problem | null {
  for (const [name, { key, headers = {}, query = {} }] of Object.entries(values.providers ?? {})) {
    if (key !== undefined && !isVariable(key)) return refused(placeOf(['providers', name, 'key']), name, 'a key');
    for (const [kind, fields] of Object.entries({ headers, query })) {
      const carrier = Object.keys(fields).find((field) => KEY_HEADER.test(field) && !namesVariable(fields[field]));
      if (carrier !== undefined)
        return refused(placeOf(['providers', name, kind, carrier]), name, `a key in "${carrier}"`);
    }
  }
  return null;
}

/** `Bearer ${NAME}` too. */
function namesVariable(text = ''): boolean {
  return /\$\{[^}]+\}/.test(text.replaceAll('$${', ''));
}

function refused(place: string, provider: string, what: string): Problem {
  return problem(
    EXIT.usage,
    [
      `${place}: ${what} stands in a file of the project, where others will see it. Nothing of it was used.`,
      `Take it out there, and let Tagma keep it: tagma config set providers.${provider}.key`,
      'Or put it into a variable, and its name into the file: "keyVariable": "NAME".',
    ].join('\n'),
  );
}
