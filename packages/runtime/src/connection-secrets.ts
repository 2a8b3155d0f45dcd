/**
 * The secrets that connections are made with: keys, headers, parts of addresses, what the configuration names as secret. They
 * are looked for in every text, and there it ends: nothing here gives a value for a name, so nothing can put one back.
 */
import { formsOfSecret, isSecret } from '@tagma/protocol';

export type ConnectionSecrets = {
  /** Each in each of its forms, under the name that stands in its place. More may come to be known in mid-session: then it is another list. */
  readonly forms: () => readonly ConnectionForm[];
  /** Whether one of them stands in the text, in whichever form, or the text is a part of one. */
  readonly overlaps: (text: string) => boolean;
  /** Whether one of them goes by that name. */
  readonly isNamed: (name: string) => boolean;
};

/** `isForm`: it is another form than the secret itself. */
export type ConnectionForm = { readonly name: string; readonly text: string; readonly isForm: boolean };

/** @param given by name, of letters, digits, `_` and `-`; whoever gives it may add to it */
export function connectionSecrets(given: ReadonlyMap<string, string>): ConnectionSecrets {
  let before: readonly string[] | null = null;
  let forms: readonly ConnectionForm[] = [];
  let names: ReadonlySet<string> = new Set();
  const values = () => [...given.values()].filter(isSecret);

  const current = (): readonly ConnectionForm[] => {
    if (before !== null && isWhatIsThere(before, given)) return forms;
    before = [...given].flat();
    forms = [...given]
      .filter(([, value]) => isSecret(value))
      .flatMap(([name, value]) =>
        formsOfSecret(value).map((form) => ({
          name: form.name === '' ? name : `${name}-${form.name}`,
          text: form.text,
          isForm: form.name !== '',
        })),
      );
    names = new Set(forms.map(({ name }) => name));
    return forms;
  };

  return {
    forms: current,
    isNamed(name) {
      current();
      return names.has(name);
    },
    overlaps: (text) =>
      current().some((form) => text.includes(form.text)) ||
      (isSecret(text) && values().some((value) => value.includes(text))),
  };
}

/** Asked of every piece of a reply: it makes no copy. */
function isWhatIsThere(before: readonly string[], given: ReadonlyMap<string, string>): boolean {
  if (before.length !== 2 * given.size) return false;
  let at = 0;
  for (const [name, value] of given) if (before[at++] !== name || before[at++] !== value) return false;
  return true;
}
