/**
 * The page of a session of a thousand replies: how long it takes to make, how large it is, and how long a real browser takes
 * to open it, to search it and to filter it.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { pageOf } from '../../packages/cli/src/page/page.ts';
import { auditHistory, recordsIn, timelineOf } from '../../packages/history/src/index.ts';
import { hasBrowser, openBrowser } from '../browser.ts';
import { milliseconds, sayFigure } from '../figures.ts';
import { writeRealisticHistory } from '../realistic-history.ts';

/** Of records, as JSON: enough for a thousand replies. */
const HISTORY_BYTES = 10_000_000;

const PAGE_FOR_HISTORY_MAX = 1.5;
const MADE_MS_MAX = 5_000;
const OPENED_MS_MAX = 3_000;
const SEARCHED_MS_MAX = 300;
const NEXT_MS_MAX = 300;
const FILTERED_MS_MAX = 300;

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const [history, file] = [join(folder, 'session.xml'), join(folder, 'session.html')];
  writeRealisticHistory(history, HISTORY_BYTES);
  const report = await auditHistory(history, { replay: false });
  if ('error' in report) throw new Error(report.error.message);
  const madeMs = await milliseconds(async () => {
    const output = openSync(file, 'w');
    for await (const piece of pageOf(report, timelineOf(recordsIn(history)))) writeSync(output, piece);
    closeSync(output);
  });
  const [before, after] = [statSync(history).size, statSync(file).size];
  console.log(
    `${report.totals.calls.all} calls, ${report.turns.length} turns; ${megabytes(before)} of history, ${megabytes(after)} of page`,
  );
  sayFigure('page / history', after / before, { max: PAGE_FOR_HISTORY_MAX });
  sayFigure('made, ms', madeMs, { max: MADE_MS_MAX });
  if (hasBrowser) await browse(pathToFileURL(file).href);
  else console.log('There is no browser here: how it opens was not measured.');
}

async function browse(address: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1_200, height: 900 } });
    sayFigure('opened, ms', await milliseconds(() => page.goto(address).then(() => painted(page))), {
      max: OPENED_MS_MAX,
    });
    console.log(`${await page.locator('*').count()} elements`);
    sayFigure('searched, ms', await searched(page, 'overlaps'), { max: SEARCHED_MS_MAX });
    console.log(`${await page.locator('#found').textContent()}`);
    sayFigure('searched again, ms', await searched(page, 'range that is open'), { max: SEARCHED_MS_MAX });
    console.log(`${await page.locator('#found').textContent()}`);
    sayFigure('next match, ms', await taken(page, '#next'), { max: NEXT_MS_MAX });
    sayFigure('filtered, ms', await taken(page, 'button[data-topic="changes"]'), { max: FILTERED_MS_MAX });
  } finally {
    await browser.close();
  }
}

/** From the last key to what is painted after it, the wait for more keys aside. */
function searched(page: Page, wanted: string): Promise<number> {
  return page.evaluate(async (text) => {
    const search = document.querySelector<HTMLInputElement>('#search');
    if (!search) throw new Error('There is nothing to search with.');
    const found = document.querySelector('#found');
    search.value = text;
    const told = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
      });
      if (found) observer.observe(found, { childList: true, characterData: true, subtree: true });
    });
    search.dispatchEvent(new Event('input'));
    const started = performance.now();
    const SEARCH_DELAY_MS = 120;
    return (await told) - started - SEARCH_DELAY_MS;
  }, wanted);
}

/** From a click to what is painted after it. */
function taken(page: Page, button: string): Promise<number> {
  return page.evaluate(async (selector) => {
    const started = performance.now();
    document.querySelector<HTMLButtonElement>(selector)?.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    return performance.now() - started;
  }, button);
}

function painted(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
