/**
 * The files that a prompt names go with it: they are read before the machine is told of it, and come to it as texts, so that
 * a replay needs none of them. What the model may read unasked is attached; what it would have to ask for, and what is
 * protected, is not, and it is said, for a prompt may hold a text that somebody else has written.
 */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import {
  type Attachment,
  type Context,
  decide,
  estimateTokens,
  type Fact,
  modelOf,
  type PromptGiven,
  planFileOf,
  type SteerGiven,
} from '@tagma/core';
import type { PerformerDeps, Tools } from '../deps.ts';
import { messageOf, stackOf } from '../log.ts';
import { toolContext } from '../run-tool.ts';
import { attachedTokens, sharesOf } from './fitting.ts';
import { type Found, lookAt, unattached } from './look.ts';
import { type Mention, mentionsIn, type Spelling } from './mentions.ts';

type Said = PromptGiven | SteerGiven;

/** More of them are named, and not attached. */
const ATTACHED_MAX = 20;
/** What has not been read by then is not attached: the person waits for the answer to his prompt. */
const ATTACH_MS_MAX = 5_000;

/** Whether it may name files that have not been read for it. */
export function namesFiles(fact: Fact, { look }: Tools): fact is Said {
  if (look === undefined || (fact.type !== 'prompt.given' && fact.type !== 'steer.given')) return false;
  const isRead = fact.attached?.some(({ kind }) => kind !== 'input') ?? false;
  return !isRead && fact.text.includes('@');
}

/** The same with the files that it names. Never rejects. */
export async function withMentions(
  deps: PerformerDeps,
  said: Said,
  context: Context,
  stopping: AbortSignal,
): Promise<Said> {
  const late = AbortSignal.timeout(ATTACH_MS_MAX);
  const signal = AbortSignal.any([stopping, late]);
  try {
    const attached = await Promise.race([attachmentsOf(deps, said, context, signal), rejectedBy(signal)]);
    return attached.length === 0 ? said : { ...said, attached: [...(said.attached ?? []), ...attached] };
  } catch (error) {
    deps.log.error({ error: stackOf(error) }, 'what a prompt names could not be attached');
    const why = late.aborted ? `it took more than ${ATTACH_MS_MAX / 1000} s` : messageOf(error);
    const problem = `The files that the prompt names were not attached: ${why}.`;
    return { ...said, attached: [...(said.attached ?? []), unattached({ kind: 'file', path: '' }, problem)] };
  }
}

async function attachmentsOf(
  deps: PerformerDeps,
  { text, attached = [] }: Said,
  context: Context,
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  const found = await filesNamed(mentionsIn(text), context.session.folder);
  const looked: Attachment[] = [];
  const look = lookAt(deps, context, toolContext(deps, context, { signal, shutdown: signal }));
  for (const [at, one] of found.entries()) {
    const refused = at < ATTACHED_MAX ? await whyNot(deps, one, context) : `only ${ATTACHED_MAX} go with one prompt.`;
    looked.push(refused === null ? await look.whole(one) : unattached(look.named(one), `Not attached: ${refused}`));
  }
  const used = attached.reduce((sum, one) => sum + estimateTokens(one.text), 0);
  const total = Math.max(attachedTokens(modelOf(context).windowTokens) - used, 0);
  const sizes = looked.map((one) => estimateTokens(one.text));
  const shares = sharesOf(sizes, total);
  const fitted: Attachment[] = [];
  for (const [at, one] of looked.entries()) {
    const [size = 0, share = 0, file] = [sizes[at], shares[at], found[at]];
    fitted.push(size <= share || file === undefined ? one : await look.part(file, one, share));
  }
  return fitted;
}

/** Those that are there, each once, in the order in which they are named. */
async function filesNamed(mentions: readonly Mention[], folder: string): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  for (const { spellings } of mentions) {
    const one = await firstThere(spellings, folder);
    if (one) found.set(JSON.stringify([one.path, one.lines]), one);
  }
  return [...found.values()];
}

/** A folder is named with a slash at its end: a word may be called like one by chance. */
async function firstThere(spellings: readonly Spelling[], folder: string): Promise<Found | null> {
  for (const { path: written, lines } of spellings) {
    if (written.includes('\0')) continue;
    const path = resolve(folder, written.replace(/^~(?=\/)/, homedir()));
    const stats = await stat(path).catch(() => null);
    if (stats === null || stats.isDirectory() !== written.endsWith('/')) continue;
    return { kind: stats.isDirectory() ? 'folder' : 'file', path, lines: stats.isDirectory() ? null : lines };
  }
  return null;
}

/** Why the model may not see it unasked, or null. */
async function whyNot({ facts: takeFacts }: PerformerDeps, { kind, path }: Found, context: Context) {
  const { session, mode, rules } = context;
  const { folder } = session;
  const call = { tool: kind === 'folder' ? 'ls' : 'read', params: { path } };
  const facts = await takeFacts(call, { folder });
  if (facts.reads.some(({ where }) => where === 'protected')) {
    return 'it is protected, for it may hold secrets. The model can ask to read it.';
  }
  const planFile = mode === 'plan' ? planFileOf(context) : null;
  const { verdict, by } = decide({ ...call, facts, folder, planFile }, mode, rules);
  if (verdict === 'allow') return null;
  return verdict === 'deny' ? `it is denied (${by}).` : `it has to be asked for (${by}). The model can ask to read it.`;
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the session has stopped')), { once: true });
  });
}
