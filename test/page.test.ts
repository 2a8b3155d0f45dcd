// biome-ignore-all lint/performance/useDomNodeTextContent: what a locator reads is what a person sees
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The page of a session in a real browser: what it shows, what it can do, and what it never does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pageOf } from '../packages/cli/src/page/page.ts';
import { sampleReport } from '../packages/cli/test/page/report.ts';
import { type AuditReport, auditHistory, recordsIn, timelineOf } from '../packages/history/src/index.ts';
import { HOSTILE_TEXTS } from '../packages/history/test/hostile-texts.ts';
import { temporaryFolder } from '../packages/history/test/temporary.ts';
import { revealed } from '../packages/protocol/src/index.ts';
import { hasBrowser, openBrowser } from './browser.ts';
import { run } from './command.ts';
import { ATTACKS, writeAttackedSession, writeSampleSession, writeToldSession } from './page-session.ts';

/** The least ratio of contrast for text, by WCAG 2, level AA. */
const CONTRAST_MIN = 4.5;

/** Writes the page of a history, and gives its address. */
async function pageFor(write: (file: string) => void, report?: AuditReport): Promise<string> {
  const folder = temporaryFolder();
  const history = join(folder, 'session.xml');
  write(history);
  const file = join(folder, 'session.html');
  writeFileSync(file, await markupOf(history, report));
  return pathToFileURL(file).href;
}

async function markupOf(history: string, other?: AuditReport): Promise<string> {
  const report = other ?? (await auditHistory(history));
  if ('error' in report) throw new Error(report.error.message);
  let markup = '';
  for await (const piece of pageOf(report, timelineOf(recordsIn(history)))) markup += piece;
  return markup;
}

test('the built command writes the page, with its style and its script', async () => {
  const history = join(temporaryFolder(), 'session.xml');
  writeSampleSession(history);
  const { code, out, err } = await run(['export', history, '--format', 'html']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(await markupOf(history));
});

test('the page of an audit goes on after damage, says where it is, and the exit code tells', async () => {
  const folder = temporaryFolder();
  const [history, page] = [join(folder, 'session.xml'), join(folder, 'session.html')];
  writeSampleSession(history);
  writeFileSync(history, readFileSync(history, 'utf8').replace('Push it.', 'Pull it.'));
  const ended = await run(['audit', history, '--html', '-o', page]);
  expect(ended).toEqual({ code: 1, out: '', err: '' });
  const markup = readFileSync(page, 'utf8');
  expect(markup).toMatch(/<h2 id="verdict">The history does not hold: \d fault/);
  expect(markup).toMatch(/<li class="faulty"><span[^>]*>✗<\/span> <b>Chain<\/b>/);
  expect(markup).toContain('I may not push with force');
  expect((await run(['audit', history, history, '--html'])).code).toBe(2);
});

test('no page is made of a history without some of its texts', async () => {
  const history = join(temporaryFolder(), 'session.xml');
  writeSampleSession(history);
  const { code, out, err } = await run(['export', history, '--format', 'html', '--take-out', 'outputs']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--take-out goes with every format but html');
});

type Opened = { readonly page: Page; readonly requests: readonly string[]; readonly complaints: readonly string[] };

if (!hasBrowser) console.log('There is no Chromium here: the page was not tried in a browser.');

describe.runIf(hasBrowser)('the page in a browser', () => {
  let browser: Browser;
  let sample = '';
  beforeAll(async () => {
    [browser, sample] = await Promise.all([openBrowser(), pageFor(writeSampleSession)]);
  });
  afterAll(() => browser?.close());

  async function open(address: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await browser.newContext({ viewport: { width: 1_100, height: 800 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    return { page, requests, complaints };
  }

  test('opens from a file without a complaint, and asks for nothing but itself', async () => {
    const { page, requests, complaints } = await open(sample);
    expect(await page.title()).toBe('The tests fail. Find out why, and mend the code. · Tagma');
    expect({ requests, complaints }).toEqual({ requests: [sample], complaints: [] });
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'The history holds.',
      'The session',
      'Time by state',
      'Files changed',
      'Turn 1',
      'Turn 2',
    ]);
  });

  test('says of a call who let it run, and what came of it', async () => {
    const { page } = await open(sample);
    const lines = async (id: string) => {
      const body = page.locator(`${id} .body`);
      await body.scrollIntoViewIfNeeded();
      return (await body.innerText())
        .split('\n')
        .filter((line) => line !== '')
        .slice(0, 3);
    };
    await expect
      .poll(() => lines('#c1'))
      .toEqual([
        'bash node --test error exit 1 · 12 ms · call 1',
        'asked mode default: running a program asks (node)',
        'the person said yes, always, after 1.0 s · rule added: Bash(node --test) · no sandbox',
      ]);
    await expect
      .poll(() => lines('#c3'))
      .toEqual([
        'fetch https://example.org/calendar denied call 3',
        'asked mode default: using the network asks (example.org)',
        'the person said no, after 1.0 s: “stay at home”',
      ]);
    await expect
      .poll(() => lines('#c7'))
      .toEqual([
        'bash git push --force denied call 7',
        'denied deny list: a push that overwrites what others have pushed',
        'On the deny list: a push that overwrites what others have pushed',
      ]);
    expect(await page.locator('#c4 .diff del').allTextContents()).toEqual([
      '-  return a.start <= b.end && b.start <= a.end;',
    ]);
    expect(await page.locator('#c4 .diff ins').allTextContents()).toEqual([
      '+  return a.start < b.end && b.start < a.end;',
    ]);
  });

  test('finds a text wherever it is folded, counts it, and goes from one match to the next', async () => {
    const { page } = await open(sample);
    await page.keyboard.press('/');
    await page.keyboard.type('A MEETING OF 6 minutes');
    const found = page.locator('#found');
    await found.getByText('2 found').waitFor();
    const isSeen = () => page.getByText('a meeting of 6 minutes').first().isVisible();
    expect(await isSeen()).toBe(false);
    await page.keyboard.press('Enter');
    expect([await found.innerText(), await isSeen()]).toEqual(['1 of 2', true]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await found.innerText()).toBe('1 of 2');
    await page.keyboard.press('Shift+Enter');
    expect(await found.innerText()).toBe('2 of 2');
    const sizes = () => page.evaluate(() => ['found', 'found-now'].map((name) => CSS.highlights.get(name)?.size ?? 0));
    expect(await sizes()).toEqual([2, 1]);
    await page.keyboard.press('Escape');
    expect([await found.innerText(), await sizes()]).toEqual(['', [0, 0]]);
    await page.keyboard.type('no such words');
    await found.getByText('no match').waitFor();
  });

  test('shows only what a filter is about, and all again without one', async () => {
    const { page } = await open(sample);
    const seen = () =>
      page.locator('.item:visible').evaluateAll((items) => items.map(({ id }) => id).filter((id) => id !== ''));
    const all = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'];
    expect(await seen()).toEqual(all);
    const denied = page.getByRole('button', { name: 'Denied' });
    expect(await denied.innerText()).toBe('Denied 2');
    await denied.click();
    expect(await seen()).toEqual(['c3', 'c7']);
    expect(await denied.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Changes' }).click();
    expect(await seen()).toEqual(['c3', 'c4', 'c7']);
    await page.getByRole('searchbox').fill('range.js');
    await expect.poll(() => page.locator('#found').innerText()).toBe('4 found');
    await denied.click();
    await page.getByRole('button', { name: 'Changes' }).click();
    expect(await seen()).toEqual(all);
    expect(
      await page.getByRole('button', { name: /^Of note|^Repaired|^Errors|^Network|^Commands|^Asked/ }).allInnerTexts(),
    ).toEqual(['Asked 3', 'Commands 3', 'Network 2', 'Errors 2', 'Repaired 1', 'Of note 2']);
  });

  test('leads to a record, though it is folded and filtered away', async () => {
    const { page } = await open(`${sample}#r12`);
    const record = page.locator('#r12');
    expect(await record.isVisible()).toBe(true);
    expect(await record.textContent()).toMatch(/^<note n="12" type="call.judged"/);
    await page.getByRole('button', { name: 'Repaired' }).click();
    expect(await record.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'changed' }).click();
    expect(await page.locator('#c3').isVisible()).toBe(true);
  });

  test('folds and unfolds, and unfolds all for paper', async () => {
    const { page } = await open(sample);
    const rest = page.getByText('a meeting of 6 minutes').first();
    expect(await rest.isVisible()).toBe(false);
    await page.getByText('19 more lines').first().click();
    expect(await rest.isVisible()).toBe(true);
    const all = page.getByRole('button', { name: 'Unfold all' });
    const closed = () => page.locator('#timeline details.fold:not([open])').count();
    await all.click();
    expect(await closed()).toBe(0);
    await all.click();
    const folds = await closed();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect([folds > 0, await closed()]).toEqual([true, 0]);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await closed()).toBe(folds);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
  });

  test('is light or dark as the system is, or as the reader chooses and has chosen', async () => {
    const { page } = await open(sample, { colorScheme: 'dark' });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const [dark, light] = ['rgb(22, 23, 26)', 'rgb(250, 249, 246)'];
    expect(await paper()).toBe(dark);
    const theme = page.getByRole('button', { name: 'Theme' });
    await theme.click();
    expect([await theme.innerText(), await paper()]).toEqual(['Theme: light', light]);
    await page.reload();
    expect([await theme.innerText(), await paper()]).toEqual(['Theme: light', light]);
    await theme.click();
    await page.emulateMedia({ colorScheme: 'light' });
    expect([await theme.innerText(), await paper()]).toEqual(['Theme: dark', dark]);
    await theme.click();
    expect([await theme.innerText(), await paper()]).toEqual(['Theme: auto', light]);
  });

  test('is read without a script, but for what only a script can do', async () => {
    const { page } = await open(sample, { javaScriptEnabled: false });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.locator('.end').getByText('The tests pass now (25 of 25).').first().isVisible()).toBe(true);
    const rest = page.getByText('a meeting of 6 minutes').first();
    await page.getByText('19 more lines').first().click();
    expect(await rest.isVisible()).toBe(true);
    await page.goto(`${sample}#r12`);
    expect(await page.locator('#r12').isVisible()).toBe(true);
  });

  test('fits a telephone', async () => {
    const { page } = await open(sample, { viewport: { width: 360, height: 700 } });
    await page.getByRole('button', { name: 'Unfold all' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test.each(['light', 'dark'] as const)('can be read, and each of its controls has a name: %s', async (colorScheme) => {
    const { page } = await open(sample, { colorScheme });
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await page.getByRole('button', { name: 'Denied' }).click();
    expect(await page.evaluate(faintTexts, CONTRAST_MIN)).toEqual([]);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, a, summary, svg')]
        .filter(
          (control) =>
            (control.ariaLabel ?? control.textContent ?? '').trim() === '' &&
            !(control instanceof HTMLInputElement && control.labels?.length),
        )
        .map((control) => control.outerHTML),
    );
    expect(nameless).toEqual([]);
    const doubled = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, index) => ids.indexOf(id) !== index);
    });
    expect(doubled).toEqual([]);
    expect(
      await page.evaluate(() => [document.documentElement.lang, document.querySelectorAll('main, h1').length]),
    ).toEqual(['en', 2]);
  });

  test('no text of a history becomes more than text', async () => {
    const address = await pageFor(writeAttackedSession, attackedReport(ATTACKS.join('\n')));
    const { page, requests, complaints } = await open(address);
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '');
    });
    const made = await page.evaluate(() => ({
      attacked: 'attacked' in globalThis,
      elements: document.querySelectorAll(
        'img, iframe, object, embed, form, base, link, svg [onload], [onfocus], [onerror]',
      ).length,
      scripts: document.scripts.length,
      styles: document.querySelectorAll('style').length,
      inDocument: document.body.lastElementChild?.tagName,
      away: [...document.links].filter(({ href }) => !href.startsWith(`${location.href}#`)).map(({ href }) => href),
    }));
    expect(made).toEqual({ attacked: false, elements: 0, scripts: 1, styles: 1, inDocument: 'SCRIPT', away: [] });
    expect({ requests, complaints }).toEqual({ requests: [address], complaints: [] });
    const prompts = await page.locator('.item.prompt .prose').evaluateAll(textsWithNames);
    expect(prompts).toEqual(ATTACKS.map(revealed));
  });

  test('a script that got on to the page would not run, and nothing could be fetched', async () => {
    const { page } = await open(sample);
    const found = await page.evaluate(async () => {
      const stopped: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        stopped.push(`${effectiveDirective}: ${blockedURI}`),
      );
      const script = document.createElement('script');
      script.append('window.attacked = 1');
      document.body.append(script);
      await fetch('https://example.org/').catch(() => {});
      try {
        document.body.innerHTML = '<b>attacked</b>';
      } catch {}
      const image = document.createElement('img');
      const ended = new Promise((resolve) => image.addEventListener('error', resolve));
      image.src = 'https://example.org/a.png';
      await ended;
      return { attacked: 'attacked' in globalThis || document.body.innerText === 'attacked', stopped };
    });
    expect(found).toEqual({
      attacked: false,
      stopped: [
        'require-trusted-types-for: trusted-types-sink',
        'connect-src: https://example.org/',
        'require-trusted-types-for: trusted-types-sink',
        'img-src: https://example.org/a.png',
      ],
    });
  });

  test('every text is shown to the last character, the invisible by its name', async () => {
    const texts = HOSTILE_TEXTS.filter((text) => text !== '');
    const { page } = await open(await pageFor((file) => writeToldSession(file, texts)));
    const shown = await page.locator('.item.action').evaluateAll(textsWithNames);
    expect(shown).toEqual(texts.map(revealed));
  });
});

/** The report with an attack in each text that a history can put there. */
function attackedReport(attack: string): AuditReport {
  const OURS = ['result', 'weight', 'check', 'how', 'kind', 'end'];
  const attacked = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return OURS.includes(name) ? value : attack;
    if (Array.isArray(value)) return value.map((each) => attacked(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, attacked(each, key)]));
  };
  const finding = { weight: 'fault', check: 'chain', code: 'x', record: 3, message: 'y' } as const;
  return attacked(sampleReport({ holds: false, findings: [finding] })) as AuditReport;
}

/** In the browser: the texts of elements, or of the outcomes in them, with the marks of invisible characters as `revealed` writes them. */
function textsWithNames(elements: readonly Element[]): readonly string[] {
  return elements.map((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const mark of copy.querySelectorAll('i')) {
      const name = mark.textContent ?? '';
      mark.textContent = name.startsWith('U+') ? `<${name}>` : name;
    }
    const outcomes = copy.querySelectorAll('.outcome pre');
    return outcomes.length === 0 ? (copy.textContent ?? '') : [...outcomes].map((pre) => pre.textContent).join('');
  });
}

/** In the browser: the texts whose colour is too near to what is behind them. */
function faintTexts(least: number): readonly string[] {
  const partsOf = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return partsOf(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
  };
  const faint = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || (node.textContent ?? '').trim() === '' || !element.checkVisibility()) continue;
    const [one = 0, other = 0] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort(
      (a, b) => b - a,
    );
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < least) faint.add(`${element.tagName}.${element.className}: ${ratio.toFixed(2)}`);
  }
  return [...faint];
}
