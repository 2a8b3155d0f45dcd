/** Redirections: the files that they read and write, and the text that they give. */

import { type Facts, NO_FACTS } from '@tagma/protocol';
import type { Redirect, Redirection } from 'unbash';
import { expandParts, expandText, expandWord } from './expand.ts';
import { pathFacts, sum, unknownFacts } from './facts.ts';
import { forbiddenFacts } from './forbidden.ts';
import { locateWord } from './paths.ts';
import type { State } from './state.ts';
import { isUnknownText } from './unknown-text.ts';
import { expanderFor, type Walk } from './walker.ts';

/** Nothing is written there that stays. */
const OPEN_ALREADY = /^\/dev\/(null|stdout|stderr)$/;

export function noteRedirects(redirects: readonly Redirection[], state: State, walk: Walk): void {
  for (const redirect of redirects) {
    const why = noteRedirect(redirect, state, walk);
    if (why !== null) walk.found.push(unknownFacts(why));
  }
}

/** Why it is not understood, or null. */
function noteRedirect(redirect: Redirection, state: State, walk: Walk): string | null {
  if (redirect.descriptor?.type === 'FileDescriptorVariable') return 'a redirection to a variable';
  const expander = expanderFor(state, walk);
  if (redirect.type === 'HereDoc') {
    const { body, delimiter, closing } = redirect;
    if (!delimiter || !closing) return 'a text whose end is missing (<<)';
    const text = delimiter.quoted || !body.parts ? null : expandParts(body.parts, expander);
    return text && !text.ok ? text.why : null;
  }
  if (!redirect.target) return 'a redirection to nothing';
  if (redirect.type === 'HereString') {
    const text = expandText(redirect.target, expander);
    return text.ok ? null : text.why;
  }
  const target = expandWord(redirect.target, expander);
  if (!target.ok) return target.why;
  const [path, ...more] = target.words;
  if (path === undefined || path === '' || more.length > 0 || isUnknownText(path))
    return `a redirection to what is not known`;
  return noteFile(redirect, path, state, walk);
}

function noteFile({ operator }: Redirect, path: string, state: State, walk: Walk): string | null {
  if (/^[<>]&$/.test(operator)) return /^(\d{1,3}-?|-)$/.test(path) ? null : `a redirection with ${operator}`;
  if (operator === '<>') return `a redirection with ${operator}`;
  if (OPEN_ALREADY.test(path)) return null;
  if (/^\/dev\/(tcp|udp)\//.test(path)) return 'a redirection to the network';
  if (operator === '<' && path === '/dev/fd/63') return null;
  for (const folder of state.folders) walk.found.push(fileFacts(operator === '<', path, folder, walk));
  return null;
}

function fileFacts(isRead: boolean, path: string, folder: string, { ground }: Walk): Facts {
  const [kind, use] = isRead ? (['reads', 'read'] as const) : (['writes', 'change'] as const);
  const facts = pathFacts(kind, [locateWord(path, folder, ground, use)]);
  return sum([NO_FACTS, { ...facts, forbidden: forbiddenFacts(facts, false, ground) }]);
}
