/** A real browser, where there is one: Chromium as the system has it, or the one that `TAGMA_BROWSER` names. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Its program, or null. */
export const browserFile: string | null =
  process.env.TAGMA_BROWSER ?? PLACES.find((place) => existsSync(place)) ?? null;

/** Tests that need a browser are left out where there is none, unless CI asks for one. */
export const hasBrowser = browserFile !== null || process.env.TAGMA_REQUIRE_BROWSER === '1';

/** Without a sandbox of its own: it opens nothing but the pages of the tests, and as root it has none. */
export function openBrowser(): Promise<Browser> {
  if (browserFile === null) throw new Error('There is no Chromium here: install it, or name it in TAGMA_BROWSER.');
  return chromium.launch({ executablePath: browserFile, args: ['--no-sandbox'] });
}
