/**
 * dist/: the bundled command and the notices of the packages in it, built when it is missing or when anything that goes into it has changed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { noticeOf, noticesText } from './notices.mjs';
import { sbomText } from './sbom.mjs';
import { BUNDLE, fingerprint, packageNames, ROOT, STARTER } from './workspace.mjs';

const STAMP = join(ROOT, 'node_modules', '.cache', 'tagma', 'built');

/** Other people's licences. */
const NOTICES = join(dirname(BUNDLE), 'THIRD-PARTY-NOTICES.txt');
/** The list of their packages, for machines. */
const SBOM = join(dirname(BUNDLE), 'sbom.cdx.json');

/** What `man tagma` shows, printed by the command itself. */
const MANUAL = join(dirname(BUNDLE), 'tagma.1');
/** @type {{ env: NodeJS.ProcessEnv }} */
const WITHOUT_SETTINGS = { env: { PATH: process.env.PATH, HOME: process.env.HOME, TAGMA_CODE_CACHE: 'off' } };

/** The root package says that .js files are ES modules; the bundle starts quicker as what it is. */
const DIST_PACKAGE = '{ "type": "commonjs" }\n';

/**
 * Builds dist/tagma.js if it is stale, and says so in one line.
 * @param {{ force?: boolean, saysFresh?: boolean }} options build anyway; say a line also when there is nothing to do
 * @returns {Promise<number>} exit code: 0, or 1 when a source has errors; they are on standard error then
 */
export async function buildIfStale({ force = false, saysFresh = false }) {
  const wanted = fingerprint([
    'package.json',
    'pnpm-lock.yaml',
    'prompts',
    'packages/build',
    'packages/cli/demo',
    'packages/tui/blessed-bundle.mjs',
    ...packageNames().flatMap((name) => [`packages/${name}/package.json`, `packages/${name}/src`]),
  ]);
  if (
    !force &&
    [BUNDLE, STARTER, NOTICES, SBOM, MANUAL, STAMP].every((file) => existsSync(file)) &&
    readFileSync(STAMP, 'utf8') === wanted
  ) {
    if (saysFresh) console.log('tagma: dist/tagma.js is up to date.');
    return 0;
  }

  console.log('tagma: building dist/tagma.js …');
  const started = Date.now();
  const { bundle } = await import('./bundle.mjs');
  const { formatMessages } = await import('esbuild');
  try {
    const { bytes, packages } = await bundle({ outfile: BUNDLE, starter: basename(STARTER) });
    const notices = packages.map(noticeOf);
    writeFileSync(NOTICES, noticesText(notices));
    writeFileSync(SBOM, sbomText(notices));
    writeFileSync(join(dirname(BUNDLE), 'package.json'), DIST_PACKAGE);
    writeFileSync(MANUAL, execFileSync(process.execPath, [BUNDLE, 'manual'], WITHOUT_SETTINGS));
    mkdirSync(dirname(STAMP), { recursive: true });
    writeFileSync(STAMP, wanted);
    console.log(`tagma: built in ${((Date.now() - started) / 1000).toFixed(1)} s, ${Math.round(bytes / 1000)} kB.`);
    return 0;
  } catch (error) {
    const failure = /** @type {Partial<import('esbuild').BuildFailure>} */ (error);
    if (!failure.errors) throw error;
    console.error((await formatMessages(failure.errors, { kind: 'error', color: false })).join(''));
    return 1;
  }
}
