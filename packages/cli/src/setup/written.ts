/** What the answers come to: the members of the configuration to set, and the key to keep. */
import type { Wizard } from './wizard.ts';

export type Member = { readonly path: readonly string[]; readonly value: string | undefined };

export type Written = {
  /** Undefined takes a member away. */
  readonly members: readonly Member[];
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
