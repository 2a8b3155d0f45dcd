/** Runs the command in a world, as somebody who answers or as nobody, and gives all that it has said. */

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE, environment, run } from '../command.ts';
import type { Trial } from './gate.ts';
import type { World } from './world.ts';

export type Told = {
  readonly outputs: readonly { readonly name: string; readonly text: string }[];
  readonly code: number | null;
  /** How often each answer was given to a call that was asked about. */
  readonly answers: { readonly [answer: string]: number };
};

/** What it names goes with it, as far as the model may read it. */
const PROMPT = 'try it [redacted:made-up] @leak.txt @link-keys @~/.config/tagma/secrets.jsonc';
const FORMATS = ['md', 'html', 'json'];

export async function talk(world: World, { mode, sandbox, person }: Trial): Promise<Told> {
  const { project, history, env } = world;
  const args = [
    ...['-p', PROMPT, '--cwd', project, '--history', history, '--debug'],
    ...(mode === 'trust' ? ['--trust'] : ['--mode', mode]),
    ...(sandbox ? [] : ['--no-sandbox']),
    ...['--output-format', 'stream-json', ...(person ? ['--input-format', 'stream-json'] : [])],
  ];
  const answers: Record<string, number> = {};
  const child = spawn(process.execPath, [BUNDLE, ...args], { env: { ...environment(), ...env }, cwd: project });
  let [out, err, rest] = ['', '', ''];
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (person) for (const line of lines) answer(JSON.parse(line));
  });
  const answer = (event: Event) => {
    if (event.type === 'result') child.stdin.end();
    if (event.type !== 'asked') return;
    const isGiven = event.outside !== true && !/ goes to /.test(event.why ?? '');
    const said = { permission: isGiven ? 'once' : 'no', question: 'No.', plan: 'reject', limit: 'go on' }[
      event.kind ?? 'question'
    ];
    answers[said] = (answers[said] ?? 0) + 1;
    child.stdin.write(`${JSON.stringify({ type: 'answer', request: event.request, answer: said })}\n`);
  };
  if (!person) child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const exports = await Promise.all(FORMATS.map((format) => exported(world, format)));
  return {
    outputs: [{ name: 'standard output', text: out }, { name: 'standard error', text: err }, ...exports],
    code,
    answers,
  };
}

type Event = {
  readonly type: string;
  readonly kind?: 'permission' | 'question' | 'plan' | 'limit';
  readonly request?: number;
  readonly outside?: boolean;
  readonly why?: string;
};

async function exported({ history, env }: World, format: string) {
  const file = readdirSync(history).find((name) => name.endsWith('.xml')) ?? '';
  const { out, err } = await run(['export', join(history, file), '--format', format], { env });
  return { name: `the export as ${format}`, text: out + err };
}
