/** What is to be done for dialogs, done. */
import type { FoundThemes } from '../screen/doors.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { runCommand } from '../screen/press.ts';
import type { Performers, Stage } from '../screen/stage.ts';
import { TYPED_RUNS } from '../screen/typed-runs.ts';
import type { DialogsAct } from './acts.ts';
import { chosenOf } from './list.ts';
import { modelsFound } from './models-list.ts';
import { isLookedAt, reportDone, reported } from './report.ts';
import { promptsFound } from './rewinding.ts';
import { outlineFound, sessionsFound } from './sessions-list.ts';
import { settingKept } from './settings-list.ts';
import { themeKept, themesFound } from './themes-list.ts';

const NO_WAY_BACK = { ok: false, message: 'No history is kept here: there is nothing to go back to.' } as const;
const NO_SESSIONS = { ok: false, message: 'No other session can be opened here.' } as const;
const NO_LIST = { ok: false, message: 'There is no list of models here: /model NAME takes one.' } as const;
const NO_THEMES: FoundThemes = { themes: [], problems: [] };
const NOT_KEPT = { ok: false, message: 'Nothing is kept here.' } as const;
const NO_CONFIGURATION = { ok: false, message: 'There is no configuration to keep it in.' } as const;
/** So long a session is chosen before its file is looked into. */
const OUTLINE_AFTER_MS = 120;

export const DIALOGS_PERFORMERS: Performers<DialogsAct> = {
  'find-prompts': async (_act, { shown, follow }) => {
    const found = (await shown().rewinding?.prompts()) ?? NO_WAY_BACK;
    follow((model) => promptsFound(model, found));
  },
  rewind: ({ point }, { shown, swap }) => swap(async () => (await shown().rewinding?.to(point)) ?? NO_WAY_BACK),
  'find-models': async (_act, { shown, follow }) => {
    const found = (await shown().models?.()) ?? NO_LIST;
    follow((model) => modelsFound(model, found));
  },
  'find-report': async ({ of, run }, { shown, follow }) => {
    let isWanted = true;
    const tell = (text: string) => {
      follow((model) => {
        isWanted = isLookedAt(model, run);
        return reported(model, run, text);
      });
      return isWanted;
    };
    const report = shown().reports?.[of];
    if (report === undefined) tell('Nothing can be found out here.');
    // The words of what failed are the report.
    else await report(tell).catch((error: unknown) => tell(String(error)));
    follow((model) => reportDone(model, run));
  },
  'find-sessions': async (_act, { shown, follow }) => {
    const found = (await shown().sessions?.list()) ?? NO_SESSIONS;
    follow((model) => sessionsFound(model, found));
  },
  // Whoever goes on down the list is not waited for.
  'outline-session': (_act, stage) => stage.after('outline', OUTLINE_AFTER_MS, (model) => outlined(model, stage)),
  'open-session': ({ file }, { shown, swap }) => swap(async () => (await shown().sessions?.open(file)) ?? NO_SESSIONS),
  'open-named-session': ({ name }, { shown, swap }) =>
    swap(async () => (await shown().sessions?.openNamed(name)) ?? NO_SESSIONS),
  'new-session': (_act, { shown, swap }) => swap(async () => (await shown().sessions?.begin()) ?? NO_SESSIONS),
  'find-themes': async ({ name }, { shown, follow }) => {
    const found = (await shown().themes?.find()) ?? NO_THEMES;
    follow((model) => themesFound(model, name, found));
  },
  'keep-theme': async ({ name }, { shown, follow }) => {
    const kept = (await shown().themes?.keep(name)) ?? NOT_KEPT;
    follow((model) => themeKept(model, name, kept));
  },
  run: ({ command }, { follow }) => follow((model) => runCommand(model, command)),
  'run-typed': ({ name }, { follow }) => follow((model) => TYPED_RUNS[name](model, '')),
  notify: ({ text }, { terminal }) => terminal.notify(text),
  'set-mouse': ({ on }, { terminal }) => terminal.takeMouse(on),
  'keep-setting': async ({ name, value }, { shown, follow }) => {
    const kept = (await shown().keepSetting?.(name, value)) ?? NO_CONFIGURATION;
    follow((model) => settingKept(model, name, kept));
  },
};

/** Looks into the file of the session that is chosen by now. */
function outlined(model: Model, { shown, follow }: Stage): Next {
  const file = model.dialog?.kind === 'sessions' ? chosenOf(model.dialog.list)?.id : undefined;
  const { sessions } = shown();
  if (file !== undefined && sessions !== undefined)
    void sessions.outline(file).then((lines) => follow((later) => outlineFound(later, file, lines)));
  return next(model);
}
