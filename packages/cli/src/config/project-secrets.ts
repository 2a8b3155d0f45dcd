/** No key lies in a project: it would be in the next commit, and the model reads the folder. */
import { findSecrets } from '@tagma/protocol';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import type { Layer } from './layer.ts';
import { secretIn } from './provider-secret.ts';

/** What is wrong, with the place and the cure; null where no key stands there. */
export function refusedSecret({ values, placeOf }: Layer): Problem | null {
  for (const [name, provider] of Object.entries(values.providers ?? {})) {
    const secret = secretIn(provider);
    if (secret !== null) return refused(placeOf(['providers', name, ...secret.path]), name, secret.what);
  }
  const path = lookAlike(values, []);
  return path === null ? null : refused(placeOf(path), 'NAME', `what looks like a key ("${path.join('.')}")`);
}

type Path = readonly (string | number)[];

/** Where a text is a secret by its look alone; of patterns that secrets are found by, none is one. */
function lookAlike(value: unknown, path: Path): Path | null {
  if (typeof value === 'string') return path[0] !== 'redact' && findSecrets(value).length > 0 ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = lookAlike(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found !== null) return found;
  }
  return null;
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
