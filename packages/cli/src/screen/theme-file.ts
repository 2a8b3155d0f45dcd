/**
 * A theme of the person's own: a file `NAME.jsonc` that says of each role how it looks. What it leaves out is as in the
 * theme that it begins with. What is wrong in it is said with file and line, and the file counts for nothing then.
 */
import { statSync } from 'node:fs';
import { COLOUR_NAMES, type NamedTheme, ROLES, type Style, THEMES, type Theme } from '@tagma/tui';
import * as z from 'zod/mini';
import { check } from '../config/check.ts';
import { readJsonc } from '../config/jsonc.ts';
import { messageOf } from '../problem.ts';

const COLOUR = new RegExp(`^(#[0-9a-fA-F]{6}|${COLOUR_NAMES.join('|')})$`);
const colour = z.string().check(z.regex(COLOUR, `should be "#rrggbb" or one of ${COLOUR_NAMES.join(', ')}`));
const flag = z.optional(z.boolean());

const style = z.strictObject({
  foreground: z.optional(colour),
  background: z.optional(colour),
  bold: flag,
  dim: flag,
  italic: flag,
  underline: flag,
  inverse: flag,
});
const themeNames = Object.keys(THEMES) as (keyof typeof THEMES)[];

const themeSchema = z.strictObject({
  $schema: z.optional(z.string()),
  /** The theme that it begins with. */
  like: z.optional(z.enum(themeNames)),
  roles: z.optional(z.strictObject(Object.fromEntries(ROLES.map((role) => [role, z.optional(style)])))),
});

export type ReadTheme =
  | { readonly ok: true; readonly theme: NamedTheme; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** `dark`, where it does not say which it begins with. */
export function readThemeFile(name: string, file: string): ReadTheme {
  try {
    // A pipe that nobody writes, or a device without an end, would hold up the screen.
    if (!statSync(file).isFile()) return { ok: false, message: `${file}: this is no file.` };
    const read = readJsonc(file);
    if (!read.ok) return read;
    if (read.root === undefined) return { ok: false, message: `${file}: nothing stands in it.` };
    const checked = check(themeSchema, read.root, read.text, file);
    if (!checked.ok) return checked;
    const { like = 'dark', roles = {} } = checked.values;
    return { ok: true, theme: { name, theme: withRoles(THEMES[like], roles) }, warnings: checked.warnings };
  } catch (error) {
    return { ok: false, message: `the theme cannot be read: ${messageOf(error)}` };
  }
}

/** A role that is named has the look that is given, and nothing of what it had before. */
function withRoles(base: Theme, roles: Readonly<Record<string, z.infer<typeof style> | undefined>>): Theme {
  // The compiler does not see that a colour has passed the check of colours.
  return { ...base, ...(roles as { readonly [role: string]: Style }) };
}
