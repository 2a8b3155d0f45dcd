/**
 * The files that a prompt names go with it: they are read before the machine is told of it, and come to it as texts, so that
 * a replay needs none of them. What the model may read unasked is attached; what it would have to ask for, and what is
 * protected, is not, and it is said, for a prompt may hold a text that somebody else has written. What was piped in is made to
 * fit beside them.
 */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type Attachment, type Context, decide, type Fact, planFileOf } from '@tagma/core';
import type { PerformerDeps, Tools } from '../deps.ts';
import { messageOf, stackOf } from '../log.ts';
import { toolContext } from '../run-tool.ts';
import { fitted, type Named, type Said } from './fitted.ts';
import { type Found, type Looks, lookAt, unattached } from './look.ts';
import { type Mention, mentionsIn, type Spelling } from './mentions.ts';

/** More of them are named, and not attached. */
const ATTACHED_MAX = 20;
/** What has not been read by then is not attached: the person waits for the answer to his prompt. */
const ATTACH_MS_MAX = 5_000;

/** Whether something may go with it that has not been read, or made to fit, for it. */
export function isToBeRead(fact: Fact, tools: Tools): fact is Said {
  if (fact.type !== 'prompt.given' && fact.type !== 'steer.given') return false;
  return inputOf(fact) !== null || namesFiles(fact, tools);
}

function namesFiles({ text, attached = [] }: Said, { look }: Tools): boolean {
  return look !== undefined && attached.every(({ kind }) => kind === 'input') && text.includes('@');
}

/** What was piped in and is not cut. */
function inputOf({ attached = [] }: Said): Attachment | null {
  return attached.find(({ kind, isCut }) => kind === 'input' && !isCut) ?? null;
}

/** The same with what was piped in as far as it fits, and with the files that it names. Never rejects. */
export async function withAttached(
  deps: PerformerDeps,
  said: Said,
  context: Context,
  stopping: AbortSignal,
): Promise<Said> {
  if (!namesFiles(said, deps.tools)) return fitted(said, [], context);
  const late = AbortSignal.timeout(ATTACH_MS_MAX);
  const signal = AbortSignal.any([stopping, late]);
  try {
    const looks = lookAt(deps, context, toolContext(deps, context, { signal, shutdown: signal }));
    const files = filesOf(deps, said, context, looks).then((named) => fitted(said, named, context, looks));
    return await Promise.race([files, rejectedBy(signal)]);
  } catch (error) {
    deps.log.error({ error: stackOf(error) }, 'what a prompt names could not be attached');
    const why = late.aborted ? `it took more than ${ATTACH_MS_MAX / 1000} s` : messageOf(error);
    const problem = `The files that the prompt names were not attached: ${why}.`;
    const alone = await fitted(said, [], context);
    return { ...alone, attached: [...(alone.attached ?? []), unattached({ kind: 'file', path: '' }, problem)] };
  }
}

async function filesOf(deps: PerformerDeps, { text }: Said, context: Context, looks: Looks): Promise<readonly Named[]> {
  const named: Named[] = [];
  for (const found of await filesNamed(mentionsIn(text), context.session.folder)) {
    const isOneMore = named.length >= ATTACHED_MAX;
    const refused = isOneMore ? `only ${ATTACHED_MAX} go with one prompt.` : await whyNot(deps, found, context);
    const whole = refused === null ? looks.whole(found) : unattached(looks.named(found), `Not attached: ${refused}`);
    named.push({ found, whole: await whole });
  }
  return named;
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
  const { verdict, by } = decide({ ...call, facts, folder, planFile, sandbox: session.settings.sandbox }, mode, rules);
  if (verdict === 'allow') return null;
  return verdict === 'deny' ? `it is denied (${by}).` : `it has to be asked for (${by}). The model can ask to read it.`;
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the session has stopped')), { once: true });
  });
}
