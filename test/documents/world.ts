/**
 * A place in which the commands of the pages can be typed: a home, a project with what they name, some sessions, and a
 * server that answers what the doctor asks and says to everything else that it is done. Nothing of it is on a network.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../packages/build/workspace.mjs';
import { serveCapably } from '../../packages/cli/test/doctor/capable-server.ts';
import { BUNDLE, environment, run, temporaryFolder } from '../command.ts';
import { blocksOf, pageText } from './blocks.ts';
import { typed } from './play.ts';

export type World = {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The base address of the server. */
  readonly url: string;
};

/** The server that all worlds share. */
export function serveWorlds(): ReturnType<typeof serveCapably> {
  return serveCapably({ window: 32_768, grammarField: 'grammar', thinks: 'no', images: 'refused' });
}

/** Pieces of names by which the pages call sessions. */
const SESSIONS = ['0a1b2c', '3f9a1c', 'a1b2c3'];
const LOCAL = ['llamacpp', 'vllm', 'ollama', 'lmstudio'];

export async function makeWorld(url: string): Promise<World> {
  const home = temporaryFolder();
  // A folder around it: work trees are made beside it.
  const folder = join(temporaryFolder(), 'sample');
  const names = join(home, 'bin');
  writeAll(home, {
    'bin/tagma': `#!/bin/sh\nexec '${process.execPath}' '${BUNDLE}' "$@"\n`,
  });
  writeAll(folder, FILES);
  const author = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.org'];
  git(folder, ['init', '-q'], ['add', '.'], [...author, 'commit', '-q', '-m', 'first']);
  const env = environment({ env: { HOME: home, PATH: `${names}:${dirname(process.execPath)}:${process.env.PATH}` } });
  const world = { folder, env, url };
  configure(world);
  await recordSessions(world);
  return world;
}

function configure({ env, url }: World): void {
  writeAll(env.HOME ?? '', { '.config/tagma/config.jsonc': JSON.stringify(configuration(url), null, 2) });
}

/** Each provider that the pages name leads to the one server. */
function configuration(url: string): object {
  const local = Object.fromEntries(LOCAL.map((name) => [name, { url }]));
  const paid = ['deepseek', 'openrouter'].map((name) => [name, { url, keyVariable: `${name.toUpperCase()}_API_KEY` }]);
  const providers = { here: { url, models: { small: {} } }, ...local, ...Object.fromEntries(paid) };
  return { provider: 'here', model: 'here:small', providers };
}

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{"name": "sample", "scripts": {"test": "echo passed"}}\n',
  'test/first.test.mjs': '',
  'README.md': 'A sample.\n',
  'src/range.js': 'export const range = (start, end) => ({ start, end });\n',
  'reply.txt': '<final>All is well.</final>\n',
  'calls.jsonl': '{"command": "git log"}\n',
  'new.jsonc': '{"allow": ["Bash(npm test)"]}\n',
  'my-tools.json': '[{"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {}}}]\n',
};

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: path.startsWith('bin/') ? 0o755 : 0o600 });
  }
}

function git(folder: string, ...commands: readonly (readonly string[])[]): void {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null' };
  for (const args of commands) execFileSync('git', args, { cwd: folder, env });
}

/** A session of two prompts, by each of the names that the pages have for one. */
async function recordSessions(world: World): Promise<void> {
  for (const goesOn of [[], ['-c']]) {
    const { code, err } = await run([...goesOn, '-p', 'who listens on port 8080?'], {
      env: world.env,
      cwd: world.folder,
    });
    if (code !== 0) throw new Error(err);
  }
}

/** The configuration and the project as they were, with the files that the page shows (`<!-- file: NAME -->`); and the sessions. */
export function layOut(page: string, world: World): void {
  configure(world);
  git(world.folder, ['clean', '-fdxq'], ['checkout', '-q', '.']);
  layOutSessions(world);
  const files = blocksOf(pageText(page)).flatMap(({ comment, text }) => {
    const [, name] = /^file: (\S+)$/.exec(comment) ?? [];
    return name === undefined ? [] : [[name, `${typed(text, world.url)}\n`]];
  });
  writeAll(world.folder, Object.fromEntries(files));
}

function layOutSessions({ env, folder }: World): void {
  const [histories = ''] = readdirSync(join(env.HOME ?? '', '.local/state/tagma/history'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  const recorded = readdirSync(histories)
    .filter((name) => name.endsWith('.xml'))
    .sort()[0];
  const file = join(histories, recorded ?? '');
  for (const name of SESSIONS) copyFileSync(file, join(histories, `${recorded?.slice(0, 19)}-${name}.xml`));
  for (const name of ['SESSION.xml', 'OTHER.xml', 'A.xml', 'B.xml']) copyFileSync(file, join(folder, name));
  mkdirSync(join(folder, 'history', 'golden'), { recursive: true });
  copyFileSync(
    join(ROOT, 'history', 'golden', 'a-task-done.xml'),
    join(folder, 'history', 'golden', 'a-task-done.xml'),
  );
}
