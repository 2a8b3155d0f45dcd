/** `/doctor` and `/config`: what is found out comes line by line, as long as somebody looks at it. */
import { expect, test } from 'vitest';
import { DIALOGS_PERFORMERS } from '../../src/dialogs/performers.ts';
import { isLookedAt, reportDone, reported } from '../../src/dialogs/report.ts';
import type { Report, ShownSession } from '../../src/screen/doors.ts';
import type { Model, next } from '../../src/screen/model.ts';
import type { Stage } from '../../src/screen/stage.ts';
import { written } from '../accessible/typed-session.ts';
import { Screen } from '../model-screen.ts';

const SIZE = { columns: 80, rows: 16 };
const opened = (typed: string) => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.session.reply('<final>1</final>');
  screen.keys(`${typed}<enter>`);
  const { dialog } = screen.model;
  if (dialog?.kind !== 'report') throw new Error('no report is open');
  return { screen, run: dialog.run };
};
const rows = (screen: Screen) => screen.rows().filter((row) => row !== '');

test('what is found out is added to what is shown, until it is done', () => {
  const { screen, run } = opened('/doctor');
  expect(screen.acts.at(-1)).toEqual({ type: 'find-report', of: 'doctor', run });
  screen.follow(reported(screen.model, run, 'yes     server\u001b[31m'));
  expect(rows(screen).slice(0, 3)).toEqual([
    'doctor: what the server has and lacks. Closing this ends it.',
    'yes     server␛[31m',
    '…',
  ]);
  screen.follow(reported(screen.model, run, 'no      stop\nno      images'));
  screen.follow(reportDone(screen.model, run));
  expect(rows(screen).slice(1, 4)).toEqual(['yes     server␛[31m', 'no      stop', 'no      images']);
  expect(rows(screen)).not.toContain('…');
});

test('what comes for one that was closed, or for one before, is for nobody', () => {
  const { screen, run } = opened('/config');
  expect([isLookedAt(screen.model, run), isLookedAt(screen.model, run - 1)]).toEqual([true, false]);
  expect(reported(screen.model, run - 1, 'x').model).toBe(screen.model);
  screen.keys('<escape>');
  expect(isLookedAt(screen.model, run)).toBe(false);
  expect(reported(screen.model, run, 'x').model).toBe(screen.model);
});

/** What the performer makes of it, on a screen that is closed after the second line. */
async function performed(report: Report | undefined): Promise<{ readonly model: Model; readonly wanted: boolean[] }> {
  const { screen, run } = opened('/doctor');
  const wanted: boolean[] = [];
  const told =
    report &&
    ((tell: (text: string) => boolean) =>
      report((text) => {
        const isWanted = tell(text);
        wanted.push(isWanted);
        if (wanted.length === 2) screen.keys('<escape>');
        return isWanted;
      }));
  const shown = { ...(told && { reports: { doctor: told, config: told } }) } as unknown as ShownSession;
  const stage = {
    shown: () => shown,
    follow: (change: (model: Model) => ReturnType<typeof next>) => screen.follow(change(screen.model)),
  };
  await DIALOGS_PERFORMERS['find-report']({ type: 'find-report', of: 'doctor', run }, stage as unknown as Stage);
  return { model: screen.model, wanted };
}

test('who tells hears when nobody looks at it any more', async () => {
  const { wanted } = await performed(async (tell) => {
    for (const text of ['a', 'b', 'c']) tell(text);
  });
  expect(wanted).toEqual([true, true, false]);
});

test('where nothing can be found out, or that fails, it is said', async () => {
  const lines = async (report: Report | undefined) => {
    const { dialog } = (await performed(report)).model;
    return dialog?.kind === 'report' && [dialog.lines, dialog.isDone];
  };
  expect(await lines(undefined)).toEqual([['Nothing can be found out here.'], true]);
  expect(await lines(() => Promise.reject(new Error('no way')))).toEqual([['Error: no way'], true]);
});

test('line by line it is read out as it comes', async () => {
  const config: Report = async (tell) => void tell('KEY  VALUE\n\nmode  plan');
  const text = await written(['/config'], { reports: { doctor: config, config } });
  expect(text.slice(text.indexOf('/config\n'))).toMatch(
    /^\/config\nconfig: found out now\n(you: )?\n? {2}KEY {2}VALUE\n {2}mode {2}plan\nconfig: that is all\n/,
  );
});
