/** What the answers come to: the members of the configuration to set, the key to keep, and both in words. */
import type { Wizard } from './wizard.ts';

export type Written = {
  /** Undefined takes a member away. */
  readonly members: readonly { readonly path: readonly string[]; readonly value: string | undefined }[];
  /** Null where there is none to keep. */
  readonly secret: { readonly provider: string; readonly key: string } | null;
};

/** These two would say otherwise than `model`, which names its provider. */
const BEFORE_MODEL = ['endpoint', 'provider'];

export function writtenBy({ offer, key, model, mode }: Wizard): Written {
  const provider = offer?.name ?? '';
  const address = offer?.url ?? null;
  return {
    members: [
      ...(address === null ? [] : [{ path: ['providers', provider, 'url'], value: address }]),
      { path: ['model'], value: `${provider}:${model}` },
      { path: ['mode'], value: mode },
      ...BEFORE_MODEL.map((name) => ({ path: [name], value: undefined })),
    ],
    secret: key === '' ? null : { provider, key },
  };
}

/** Never the key itself. */
export function summaryOf(wizard: Wizard, file: string): readonly string[] {
  const { members, secret } = writtenBy(wizard);
  const set = members.flatMap(({ path, value }) =>
    value === undefined ? [] : [`  ${path.join('.')}: ${JSON.stringify(value)}`],
  );
  const kept = secret === null ? [] : [`The key for ${secret.provider}: kept where you alone can read it.`];
  return [`In ${file}:`, ...set, ...kept];
}
