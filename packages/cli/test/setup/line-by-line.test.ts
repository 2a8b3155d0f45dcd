/** The wizard against a server on loopback: what is said, what is sent, what is written, and what is not. */
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as endpoint from '@tagma/endpoint';
import { expect, onTestFinished, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/index.ts';
import { connect } from '../../src/connect.ts';
import { type Keeping, keep, planned } from '../../src/setup/keep.ts';
import { lineAsker } from '../../src/setup/line-by-line.ts';
import { offerAt, offersOf } from '../../src/setup/offers.ts';
import type { LineTerminal } from '../../src/setup/terminal.ts';
import { type World, walk } from '../../src/setup/walk.ts';
import { firstStep, type Wizard } from '../../src/setup/wizard.ts';
import { listed, tried } from '../../src/setup/work.ts';
import { capableServer } from '../doctor/capable-server.ts';

const KEY = 'sk-0123456789-secret';

type Given = {
  readonly env?: Record<string, string>;
  /** Called as each question is put, with the file that is to be written. */
  readonly asked?: (prompt: string, file: string) => void;
};

/** Answers one after the other; when they are used up the person leaves. */
async function play(answers: readonly string[], given: Given = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-setup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, ...given.env };
  const file = join(folder, 'tagma', 'config.jsonc');
  const known = { config: NO_CONFIG, env, kept: [], endpoint };
  let said = '';
  const waiting = [...answers];
  const hidden: string[] = [];
  const terminal: LineTerminal = {
    say(text) {
      said += text;
    },
    ask(prompt, isHidden) {
      said += `${prompt}\n`;
      given.asked?.(prompt, file);
      const answer = waiting.shift() ?? null;
      if (isHidden && answer !== null) hidden.push(answer);
      return Promise.resolve(answer);
    },
    left: new AbortController().signal,
    close() {},
  };
  const keeping: Keeping = { file, ...known, shownAddress: (url) => url };
  let confirmed: Wizard | null = null;
  const world: World = {
    offerAt: (url) => offerAt(url, known),
    look: async () => ({ ok: true, offers: offersOf([], known), says: '' }),
    list: (wizard, signal) => listed(wizard, known, signal),
    tryOut: (wizard, signal, tell) => tried(wizard, known, signal, tell),
    planned: (wizard) => planned(wizard, keeping),
    keep(wizard) {
      confirmed = wizard;
      return keep(wizard, keeping);
    },
  };
  const kept = await walk(firstStep('default'), world, lineAsker(terminal));
  return { end: confirmed, kept, said, hidden, file, folder, env, unused: waiting };
}

test('an address with a key: checked, agreed to, written for its owner alone, and used by the next start', async () => {
  const { url } = await capableServer({ key: KEY });
  const { kept, said, hidden, file, folder, env } = await play([url, 'sk-wrong-0123456', KEY, '', '4', 'y']);
  expect(kept).toEqual({
    kind: 'kept',
    says: [`Written: ${file}`, `The key is in ${join(folder, 'tagma', 'secrets.jsonc')}.`],
  });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    providers: { local: { url } },
    model: 'local:small',
    mode: 'auto-in-project',
  });
  expect(readdirSync(join(folder, 'tagma')).map((name) => statSync(join(folder, 'tagma', name)).mode & 0o777)).toEqual([
    0o600, 0o600,
  ]);
  expect(hidden).toEqual(['sk-wrong-0123456', KEY]);
  expect(said).not.toContain(KEY);
  expect(said).not.toContain('sk-wrong-0123456');
  expect(said).toMatch(/^yes +key +is taken$/m);
  const read = await readConfig(undefined, env);
  const connected = read.ok && (await connect({}, env, read.config));
  expect(connected).toMatchObject({ ok: true, name: 'local:small', server: { url, apiKey: KEY } });
});

test('nothing is written by who leaves before the end, wherever that is', async () => {
  const { url } = await capableServer({ key: KEY });
  const answers = [url, KEY, 'small', 'plan'];
  for (let count = 0; count <= answers.length; count += 1) {
    const { end, folder } = await play(answers.slice(0, count));
    expect([end, existsSync(join(folder, 'tagma'))]).toEqual([null, false]);
  }
});

test('a server that is not there: said, and another one taken', async () => {
  const { url } = await capableServer({});
  const { end, said } = await play(['http://127.0.0.1:9/v1', '', 'provider', url, '', 'small', '', 'y']);
  expect(said).toContain('http://127.0.0.1:9/v1 does not tell its models');
  expect(end).toMatchObject({ step: 'confirmed', offer: { url }, model: 'small', key: '' });
});

test('a model that does not answer: another one is asked for, or it is gone on', async () => {
  const server = createServer((request, response) => {
    const isList = request.url === '/v1/models';
    response
      .writeHead(isList ? 200 : 400)
      .end(JSON.stringify(isList ? { data: [{ id: 'deaf' }, { id: 'mute' }] } : {}));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const deaf = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { end, said } = await play([deaf, '', '1', 'model', '2', 'anyway', '', '<', 'plan', 'y']);
  expect(said).toContain('deaf does not answer');
  expect(said).toContain('mute does not answer');
  expect(end).toMatchObject({ step: 'confirmed', offer: { name: 'local', url: deaf }, model: 'mute', mode: 'plan' });
});

test('what cannot be written is said, and written once that is put right', async () => {
  const { url } = await capableServer({});
  const { kept, said, file } = await play([url, '', 'small', '', 'y', 'y'], {
    asked: (question, place) => {
      if (!question.startsWith('Write it?')) return;
      if (existsSync(place)) rmSync(place, { recursive: true });
      else mkdirSync(place, { recursive: true });
    },
  });
  expect(said).toContain(`${file} is no file: nothing was written.`);
  expect([kept?.kind, existsSync(file)]).toEqual(['kept', true]);
});

test('the key of another server, which a variable holds, goes nowhere', async () => {
  const { url } = await capableServer({ key: KEY });
  const { said } = await play([url, '', ''], { env: { OPENAI_API_KEY: KEY, TAGMA_API_KEY: KEY } });
  expect(said).toContain('The key for');
  expect(said).not.toContain('Which model of');
});
