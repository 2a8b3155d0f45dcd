/** What a session was taken up with stands where a reader sees it: in the text, and on the page. */
import { expect, test } from 'vitest';
import { reportText } from '../../src/audit/text.ts';
import { factsHtml } from '../../src/page/facts.ts';
import { sampleReport } from '../page/report.ts';

const { session } = sampleReport();
const SETTINGS = {
  ...{ folder: '/p', mode: 'trust', rules: [], headless: false, sandbox: false },
  ...{ turnsMax: 500, tokensMax: 0, costMax: 0, timeMsMax: 0, sessionTokensMax: 0, sessionCostMax: 0 },
};
const CHANGED = ['mode trust (was default)', 'no sandbox (was in one)'];
const RESUME = { record: 40, at: 0, program: 'tagma 0.1.0', parent: null, settings: SETTINGS };

test.each([
  ['other settings', CHANGED, true],
  ['the same', [], false],
])('%s', (_title, changed, isTold) => {
  const report = sampleReport({ session: session && { ...session, resumes: [{ ...RESUME, changed }] } });
  const text = 'again from record 40 on: mode trust (was default), no sandbox (was in one)';
  expect(reportText(report).includes(text)).toBe(isTold);
  const page = '<a href="#r40">record 40</a>: mode trust (was default), no sandbox (was in one)';
  expect(factsHtml(report).markup.includes(page)).toBe(isTold);
});
