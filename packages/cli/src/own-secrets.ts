/**
 * The person's own patterns for secrets (`redact` in the configuration). They run over every text of a session, so they are
 * regular expressions of RE2, whose time grows with the text and no faster, whatever the pattern: without backreferences
 * and lookarounds. The first group of a pattern is the secret, where it has one.
 */
import type { FindSecrets, FoundSecret } from '@tagma/protocol';
import { type Config, fileOf } from './config/config.ts';
import { EXIT } from './exit.ts';
import { messageOf, type Problem, problem } from './problem.ts';

type OwnSecrets = { readonly ok: true; readonly find: FindSecrets | null };

/** Fails with what is wrong with which pattern. */
export async function ownSecrets(config: Pick<Config, 'redact' | 'file' | 'elsewhere'>): Promise<OwnSecrets | Problem> {
  const entries = Object.entries(config.redact ?? {});
  if (entries.length === 0) return { ok: true, find: null };
  const { RE2JS } = await import('re2js');
  const patterns: (readonly [name: string, pattern: InstanceType<typeof RE2JS>])[] = [];
  for (const [name, source] of entries) {
    const wrong = (why: string) => problem(EXIT.usage, `${fileOf(config, `redact.${name}`)}: "redact.${name}": ${why}`);
    try {
      const pattern = RE2JS.compile(source);
      if (pattern.matcher('').find())
        return wrong('it matches the empty text too: let it ask for one character at least.');
      patterns.push([name, pattern]);
    } catch (error) {
      return wrong(`${messageOf(error)}. It is a regular expression of RE2: no lookarounds, no backreferences.`);
    }
  }
  const find: FindSecrets = (text) => {
    const found: FoundSecret[] = [];
    for (const [name, pattern] of patterns) {
      const matcher = pattern.matcher(text);
      while (matcher.find()) {
        const group = matcher.groupCount() > 0 && matcher.start(1) >= 0 ? 1 : 0;
        const [start, end] = [matcher.start(group), matcher.end(group)];
        if (end > start) found.push({ name, start, end });
      }
    }
    return found;
  };
  return { ok: true, find };
}
