/** What `--constrain`, `--stop` and `--images` take, and the members of those names in the configuration (see `constraint.ts` and `session-models.ts`). */
export const FORCES = ['auto', 'on', 'off'] as const;
export type Force = (typeof FORCES)[number];

/** What is left out is `auto`. */
export type ForceSettings = {
  readonly constrain?: Force | undefined;
  readonly stop?: Force | undefined;
  readonly images?: Force | undefined;
};
