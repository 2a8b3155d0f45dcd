/** A bare HTTP client, so that the wire itself is seen. */
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Script } from '../../src/endpoint/script.ts';
import { parseScript, type ScriptedEndpointOptions, startScriptedEndpoint } from '../../src/index.ts';

export type Answered = { readonly status: number; readonly type: string; readonly text: string };

export function ask(method: string, url: string, body = ''): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Post a conversation that ends with the message; `more` are further fields of the body. */
export function say(url: string, message: string, more: object = {}): Promise<Answered> {
  const messages = [
    { role: 'system', content: 'You are a script.' },
    { role: 'user', content: message },
  ];
  return ask('POST', `${url}/chat/completions`, JSON.stringify({ model: 'm', ...more, messages }));
}

export function scriptOf(xml: string): Script {
  const parsed = parseScript(xml);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.script;
}

/** The endpoint of a script in which only the turns are given; closed when the test has ended. */
export async function play(turns: string, options: ScriptedEndpointOptions = {}) {
  const endpoint = await startScriptedEndpoint(scriptOf(`<script>${turns}</script>`), options);
  onTestFinished(async () => {
    await endpoint.close();
  });
  return endpoint;
}

/** The `data` of each event. */
export function eventsIn(text: string): string[] {
  return text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice('data: '.length)] : []));
}
