/**
 * The packages that the workspace needs: installed when they are missing, or when the files that name them have changed
 * since they were.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, packageNames, ROOT } from './workspace.mjs';

const MARK_OF_PNPM = join(ROOT, 'node_modules', '.modules.yaml');
const STAMP = join(ROOT, 'node_modules', '.cache', 'tagma', 'installed');

/**
 * Installs what is missing, from the lock file alone, and says so in one line.
 * @returns {Promise<number>} exit code: 0, or 1 when it failed; then pnpm's own words are on standard error
 */
export async function ensureInstalled() {
  const wanted = fingerprint([
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'packages/build/typedoc/package.json',
    ...packageNames().map((name) => `packages/${name}/package.json`),
  ]);
  if (existsSync(MARK_OF_PNPM) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return 0;

  const pnpm = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).packageManager;
  console.log(`tagma: installing the packages (${pnpm}) …`);
  const started = Date.now();
  const { status, stdout, stderr, error } = spawnSync(`npx --yes ${pnpm} install --frozen-lockfile`, {
    cwd: ROOT,
    // A shell, because npx is a batch file on Windows; the command holds nothing that a person typed.
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    // Never a question: there may be nobody to answer it.
    env: { ...process.env, CI: 'true' },
  });
  if (status !== 0) {
    console.error(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}tagma: the packages could not be`);
    console.error('installed; the lines above say why. It takes npm and its registry (or npm install -g pnpm).');
    return 1;
  }
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
  console.log(`tagma: installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return 0;
}
