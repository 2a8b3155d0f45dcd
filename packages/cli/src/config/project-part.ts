/** What a project's own files say, one setting after the other, and what of it must be trusted first. Pure. */
import { MODES, type Mode } from '@tagma/core';
import type { ConfigValues } from './schema.ts';
import { SETTINGS, type SettingRow } from './settings-table.ts';
import { at, isSame, isValues, type Values, withoutAt } from './values.ts';

export type Said = {
  readonly path: readonly string[];
  readonly value: unknown;
  /** `waits`: for the person to trust the folder. `own`: it is never taken from a project. */
  readonly taken: 'holds' | 'waits' | 'own';
};

/** Settings that hold many, by name: each is looked at alone. */
const BY_NAME: ReadonlySet<string> = new Set(['customTools', 'providers', 'redact']);

/** Rules are read with those of `permissions.jsonc`, and judged there. */
const ELSEWHERE = 'permissions.';

/** @param below what holds without these files, as far as somebody has said it */
export function saidIn(values: ConfigValues, below: Values): readonly Said[] {
  return SETTINGS.filter(({ path }) => !path.startsWith(ELSEWHERE)).flatMap((row) => {
    const path = row.path.split('.');
    const value = at(values, path);
    if (value === undefined) return [];
    const each = BY_NAME.has(row.path) && isValues(value) ? Object.entries(value) : null;
    if (each === null) return [{ path, value, taken: takenOf(row, value, at(below, path)) }];
    return each.map(([name, one]) => {
      const whole = [...path, name];
      return { path: whole, value: one, taken: takenOf(row, one, at(below, whole)) };
    });
  });
}

/** The values that hold. */
export function held(values: ConfigValues, said: readonly Said[], isTrusted: boolean): ConfigValues {
  const left = said.filter(({ taken }) => taken === 'own' || (taken === 'waits' && !isTrusted));
  const { permissions: _rules, $schema: _schema, ...rest } = values;
  return left.reduce<Values>((kept, { path }) => withoutAt(kept, path), rest) as ConfigValues;
}

function takenOf({ inProject, usual }: SettingRow, value: unknown, below: unknown): Said['taken'] {
  if (inProject === 'own') return 'own';
  if (isSame(value, below ?? usual)) return 'holds';
  switch (inProject) {
    case 'holds':
      return 'holds';
    case 'mode':
      return MODES.indexOf(value as Mode) > MODES.indexOf((below ?? usual) as Mode) ? 'waits' : 'holds';
    case 'limit':
      return amountOf(value) > amountOf(below ?? usual) ? 'waits' : 'holds';
    case 'on-top':
      return below === undefined ? 'holds' : 'waits';
    default:
      return 'waits';
  }
}

/** 0 is no limit. */
function amountOf(limit: unknown): number {
  return limit === 0 ? Number.POSITIVE_INFINITY : Number(limit);
}
