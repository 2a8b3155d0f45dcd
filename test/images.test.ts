/** A picture on its way: from a file of the project through the history to the model, in the real command. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pngOf } from '../packages/cli/src/doctor/png.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

const PNG = pngOf(8, [255, 0, 0]);
const URL_OF_PNG = `data:image/png;base64,${PNG.toString('base64')}`;
const TURNS = [
  '<action tool="read"><path>a.png</path></action>',
  '<action tool="bash"><command>echo gone > a.png</command></action>',
  '<final>It is red.</final>',
];
const UNTAKEN = 'this model is not sent pictures';

type Part = { readonly type: string; readonly text?: string; readonly image_url?: { readonly url: string } };

/** What the last request had for each message of the user: its text, and the URLs of its pictures. */
async function session(args: readonly string[], configuration: object = {}) {
  const endpoint = await startScriptedEndpoint(scriptOf(TURNS));
  const [folder, history, home] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFileSync(join(folder, 'a.png'), PNG);
  const config = join(home, 'config.jsonc');
  writeFileSync(config, JSON.stringify({ providers: { mine: { url: endpoint.url, ...configuration } } }));
  const where = ['--config', config, ...connection(endpoint.url), '--cwd', folder, '--history', history, '-t'];
  const { code } = await run(['-p', 'what colour is a.png?', ...where, ...args]);
  const body = endpoint.requests.at(-1)?.request.body as { messages: { role: string; content: string | Part[] }[] };
  await endpoint.close();
  const sent = body.messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))
    .map((parts: readonly Part[]) => ({
      text: parts.flatMap(({ text }) => text ?? []).join(''),
      urls: parts.flatMap((part) => part.image_url?.url ?? []),
    }));
  return { code, sent, file: historyIn(history) };
}

test.each<[string, readonly string[], object]>([
  ['--images on', ['--images', 'on'], {}],
  ['a quirk of the provider', [], { quirks: { takesImages: true } }],
  ['a quirk of the model', [], { models: { scripted: { quirks: { takesImages: true } } } }],
])(
  'the bytes that were read go with each request, though the file has changed: %s',
  async (_title, args, configuration) => {
    const { code, sent, file } = await session(args, configuration);
    expect(code).toBe(0);
    expect(sent.map(({ urls }) => urls)).toEqual([[], [URL_OF_PNG], []]);
    expect(sent[1]?.text).toMatch(
      /<observation tool="read" call="1" status="ok" ms="\d+">\na\.png: PNG image, 8 × 8 pixels/,
    );
    expect(sent[1]?.text).not.toContain(UNTAKEN);
    expect((await run(['replay', file])).code).toBe(0);
  },
);

test.each<[string, readonly string[], object]>([
  ['nothing is known of the model', [], {}],
  ['--images off', ['--images', 'off'], { quirks: { takesImages: true } }],
  ['its quirk says so', [], { quirks: { takesImages: false } }],
])('no picture is sent where %s, and the model is told', async (_title, args, configuration) => {
  const { code, sent, file } = await session(args, configuration);
  expect(code).toBe(0);
  expect(sent.flatMap(({ urls }) => urls)).toEqual([]);
  expect(sent[1]?.text).toContain(UNTAKEN);
  expect((await run(['replay', file])).code).toBe(0);
});

test('tagma tool leaves no copy behind', async () => {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(folder, 'a.png'), PNG);
  const args = ['tool', 'read', '--params', '{"path":"a.png"}', '--cwd', folder];
  const { code, out } = await run(args, { env: { TMPDIR: temporary } });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ status: 'ok', details: { image: { mediaType: 'image/png', width: 8 } } });
  expect(readdirSync(temporary)).toEqual([]);
});
