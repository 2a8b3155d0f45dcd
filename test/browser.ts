/** A real browser, where there is one: Chromium as the system has it, or the one that `TAGMA_BROWSER` names. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome.exe'];
const APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Its program, or null. */
export const browserFile: string | null = process.env.TAGMA_BROWSER ?? found();

function found(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...places, APPLICATION].find((place) => existsSync(place)) ?? null;
}

/** Tests that need a browser are left out where there is none, unless CI asks for one. */
export const hasBrowser = browserFile !== null || process.env.TAGMA_REQUIRE_BROWSER === '1';

/** Without a sandbox of its own: it opens nothing but the pages of the tests, and as root it has none. */
export function openBrowser(): Promise<Browser> {
  if (browserFile === null) throw new Error('There is no Chromium here: install it, or name it in TAGMA_BROWSER.');
  return chromium.launch({ executablePath: browserFile, args: ['--no-sandbox'] });
}
