/**
 * A history as a long session leaves it, made by the real machine without a model: prompts, replies with a thought and an
 * action, facts, and the outcomes of files read and edited and commands run, of the sizes that are usual.
 */
import {
  type CallRef,
  type Emitted,
  type Fact,
  isEffect,
  MACHINE_TOOLS,
  type SessionStarted,
  start,
  stateOf,
  step,
} from '../packages/core/src/index.ts';
import { createHistory, recordsOf } from '../packages/history/src/index.ts';
import { NO_FACTS, type Outcome } from '../packages/protocol/src/index.ts';
import { sessionStarted } from '../packages/testing/src/session-started.ts';
import { builtinSpecs } from '../packages/tools/src/index.ts';
import { chance } from './chance.ts';

/** Actions to one prompt; the final comes after them. */
const ACTIONS_A_TURN = 9;
/** From one event to the next. */
const PACE_MS = 700;
/** So much of the conversation is kept in memory while the history is made. */
const WINDOW_TOKENS = 200_000;

const STARTED: SessionStarted = sessionStarted({
  session: 'realistic',
  model: { windowTokens: WINDOW_TOKENS },
  system: 'You are an agent that works in a terminal.\n'.repeat(100),
  tools: [...builtinSpecs(), ...MACHINE_TOOLS],
  settings: { mode: 'auto-in-project', headless: true, turnsMax: 100 },
});

const WORDS = 'the range that is open at its end overlaps with none that begins there so a test expects it'.split(' ');

/** Prompts are answered until the file has at least `bytesMin`. The same arguments give the same records, but for salts. */
export function writeRealisticHistory(file: string, bytesMin: number, seed = 1): void {
  const opened = createHistory(file, { session: STARTED.session });
  if (!opened.ok) throw new Error(opened.error.message);
  const text = texts(chance(seed));
  let snapshot = start();
  let at = Date.UTC(2026, 0, 1);
  let bytes = 0;
  const tell = (fact: Fact): readonly Emitted[] => {
    at += PACE_MS;
    const event = { ...fact, at };
    const next = step(snapshot, event);
    snapshot = next.snapshot;
    const records = recordsOf(event, next.emitted, stateOf(snapshot));
    opened.history.append(records, { sync: false });
    bytes += JSON.stringify(records).length;
    return next.emitted;
  };
  tell(STARTED);
  while (bytes < bytesMin) answerPrompt(tell, text);
  tell({ type: 'session.ended', reason: 'quit' });
  opened.history.close();
}

type Tell = (fact: Fact) => readonly Emitted[];
type Text = (characters: number) => string;

/** Answers each effect in the way that it wants, until there is none. */
function answerPrompt(tell: Tell, text: Text): void {
  let replies = 0;
  const open: Emitted[] = [...tell({ type: 'prompt.given', text: text(300) })];
  for (let effect = open.shift(); effect !== undefined; effect = open.shift()) {
    if (!isEffect(effect) || effect.type === 'turn.end' || effect.type === 'cancel') continue;
    const { id: request } = effect;
    if (effect.type === 'model.ask' || effect.type === 'summary.ask') {
      const isLast = effect.type === 'summary.ask' || replies === ACTIONS_A_TURN;
      const said = isLast ? `<final>${text(600)}</final>` : `<thought>${text(500)}</thought>\n${action(replies, text)}`;
      replies += 1;
      const usage = { input: 20_000, output: 400, cached: 15_000, cost: 0.002 };
      open.push(...tell({ type: 'reply.ended', request, text: said, reasoning: text(900), finish: 'stop', usage }));
    } else if (effect.type === 'facts.take') {
      open.push(...tell({ type: 'facts.taken', request, facts: factsOf(effect) }));
    } else if (effect.type === 'tool.run') {
      open.push(...tell({ type: 'tool.ended', request, outcome: outcomeOf(effect, text), durationMs: 40 }));
    }
  }
}

function action(n: number, text: Text): string {
  const path = `src/part-${n}.ts`;
  if (n % 3 === 0) return `<action tool="read"><path>${path}</path></action>`;
  if (n % 3 === 1) return `<action tool="bash"><command>node --test test/part-${n}.test.ts</command></action>`;
  return `<action tool="edit"><path>${path}</path><old>${text(250)}</old><new>${text(300)}</new></action>`;
}

function factsOf({ tool, params }: CallRef) {
  const paths = [{ path: `/project/${params.path}`, where: 'inside' as const }];
  if (tool === 'read') return { ...NO_FACTS, reads: paths };
  if (tool === 'edit') return { ...NO_FACTS, readOnly: false, writes: paths };
  return { ...NO_FACTS, readOnly: false, runs: ['node'] };
}

function outcomeOf({ tool, params }: CallRef, text: Text): Outcome {
  if (tool === 'read') return { status: 'ok', content: text(6_000), details: { path: `/project/${params.path}` } };
  if (tool === 'bash') return { status: 'ok', content: text(2_500), details: { exitCode: 0, signal: null } };
  const diff = `--- a/${params.path}\n+++ b/${params.path}\n@@ -1,2 +1,2 @@\n-${text(60)}\n+${text(80)}\n`;
  return {
    status: 'ok',
    content: 'Successfully replaced 1 place.',
    details: { path: `/project/${params.path}`, diff },
  };
}

/** Prose and code, with what XML has to write otherwise. */
function texts(random: () => number): Text {
  return (characters) => {
    let said = '';
    while (said.length < characters) {
      said += WORDS[Math.floor(random() * WORDS.length)] ?? '';
      said += random() < 0.1 ? ' if (a < b && c) {\n  ' : ' ';
    }
    return said;
  };
}
