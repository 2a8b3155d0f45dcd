/** Where histories lie when the configuration says so, and who keeps away from them there. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, run, temporaryFolder } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

/** A project whose histories lie in `dir`. */
function projectWith(history: object) {
  const [project, state, home] = [1, 2, 3].map(() => realpathSync(temporaryFolder())) as [string, string, string];
  const config = join(home, 'config.json');
  writeFileSync(config, JSON.stringify({ history }));
  const around = { env: { XDG_STATE_HOME: state, HOME: home, TAGMA_CONFIG: config }, cwd: project };
  const session = async (replies: readonly string[], args: readonly string[] = [], command: readonly string[] = []) => {
    const endpoint = await startScriptedEndpoint(scriptOf(replies));
    const ended = await run([...command, '-p', 'do it', ...connection(endpoint.url), ...args], around);
    await endpoint.close();
    return { ...ended, file: /^history: (.*)$/m.exec(ended.err)?.[1] ?? '' };
  };
  return { project, state, home, around, session };
}

test('in the project: for its owner only, not for the repository, and found again', async () => {
  const { project, around, session } = projectWith({ dir: 'kept/histories' });
  spawnSync('git', ['init', '-q', project]);
  const { code, file } = await session(['<final>x</final>']);
  const folder = join(project, 'kept/histories');
  expect([code, file.startsWith(`${folder}/`)]).toEqual([0, true]);
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  const status = spawnSync('git', ['-C', project, 'status', '--porcelain', '--untracked-files=all'], {
    encoding: 'utf8',
  });
  expect(status.stdout).toBe('');
  const { out } = await run(['sessions'], around);
  expect(out).toContain(basename(file, '.xml'));
});

test('a fork in a worktree keeps its history in the project, which outlives that', async () => {
  const { project, session } = projectWith({ dir: 'kept' });
  const git = ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  spawnSync('git', ['init', '-q', project]);
  spawnSync('git', [...git, 'commit', '-q', '--allow-empty', '-m', 'x']);
  const { file } = await session(['<final>x</final>']);
  const forked = await session(['<final>y</final>'], [], ['fork', basename(file, '.xml'), '--worktree']);
  expect([forked.code, forked.file.startsWith(`${project}/kept/`)]).toEqual([0, true]);
});

test.each([
  ['~/kept', (_: string, home: string) => join(home, 'kept')],
  ['../{}-kept', (project: string) => `${project}-kept`],
])('in %s', async (dir, expected) => {
  const place = projectWith({});
  writeFileSync(
    place.around.env.TAGMA_CONFIG,
    JSON.stringify({ history: { dir: dir.replace('{}', basename(place.project)) } }),
  );
  const { file } = await place.session(['<final>x</final>']);
  expect(file.startsWith(`${expected(place.project, place.home)}/`)).toBe(true);
});

test('--history goes before the configuration', async () => {
  const { project, session } = projectWith({ dir: 'kept' });
  const given = realpathSync(temporaryFolder());
  const { file } = await session(['<final>x</final>'], ['--history', given]);
  expect([file.startsWith(given), existsSync(join(project, 'kept'))]).toEqual([true, false]);
});

const MODES = ['plan', 'default', 'accept-edits', 'auto-in-project', 'trust'];

test('what would change a history in the project is judged as in the state folder, in every mode', async () => {
  const { project, state, around } = projectWith({ dir: 'kept' });
  mkdirSync(join(project, 'kept'));
  const verdictsOn = async (folder: string) => {
    const path = join(folder, 's.xml');
    const calls = [
      { tool: 'write', params: { path, content: 'x' } },
      { tool: 'edit', params: { path, old: 'x', new: 'y' } },
      { tool: 'bash', params: { command: `echo x > ${path}` } },
      { tool: 'bash', params: { command: `rm -r ${folder}` } },
      { tool: 'read', params: { path } },
    ];
    const lines = MODES.flatMap((mode) => calls.map((call) => JSON.stringify({ ...call, mode })));
    const { out } = await run(['permit', '--jsonl'], { ...around, input: lines.join('\n') });
    return out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { verdict: string }).verdict);
  };
  const inProject = await verdictsOn(join(project, 'kept'));
  expect(inProject).toEqual(await verdictsOn(join(state, 'tagma/history/other')));
  expect(inProject.slice(0, -5)).not.toContain('allow');
});

test('the model writes nothing there, though it may write in the project', async () => {
  const { project, session } = projectWith({ dir: 'kept' });
  const { code, file } = await session(
    ['<action tool="write"><path>kept/a.xml</path><content>x</content></action>', '<final>x</final>'],
    ['--mode', 'accept-edits'],
  );
  expect([code, readdirSync(join(project, 'kept')).sort()]).toEqual([3, ['.gitignore', basename(file)].sort()]);
});

test.runIf(has('bwrap'))('a command that is let into the project sees none of it', async () => {
  const { project, session } = projectWith({ dir: 'kept' });
  writeFileSync(join(project, 'look.sh'), 'ls -A kept > seen.txt; echo x > kept/evil.xml; echo done');
  const { code, file } = await session(
    ['<action tool="bash">sh look.sh</action>', '<final>x</final>'],
    ['--allow', 'Bash(sh look.sh)'],
  );
  expect(code).toBe(0);
  expect(readFileSync(join(project, 'seen.txt'), 'utf8')).toBe('');
  expect(readdirSync(join(project, 'kept')).sort()).toEqual(['.gitignore', basename(file)].sort());
  expect((await run(['replay', file])).code).toBe(0);
});

test.each([
  ['with days, old sessions go at a start, and the log says so', { days: 30 }, 1],
  ['without, nothing ever goes', {}, 2],
])('%s', async (_, history, left) => {
  const { state, session } = projectWith(history);
  const { file } = await session(['<final>old</final>']);
  const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60 * 1_000);
  utimesSync(file, longAgo, longAgo);
  const { file: later } = await session(['<action tool="bash">sleep 0.5</action>', '<final>new</final>'], ['-t']);
  expect([existsSync(file), existsSync(later), readdirSync(join(file, '..')).length]).toEqual([left === 2, true, left]);
  expect(readFileSync(join(state, 'tagma/tagma.log'), 'utf8').includes('older than 30 days removed')).toBe(left === 1);
});
