/** What the commands behind a slash do. */
import { editDraft } from '../composer/editing.ts';
import { openHelp, openKeys } from '../dialogs/help.ts';
import { openModels } from '../dialogs/models-list.ts';
import { toMode } from '../dialogs/modes-list.ts';
import { openDialog } from '../dialogs/opening.ts';
import { openPermissions } from '../dialogs/permissions.ts';
import { openProviders } from '../dialogs/providers-list.ts';
import { openReport } from '../dialogs/report.ts';
import { beginRewind } from '../dialogs/rewinding.ts';
import { beginSession, forkSession, resumeSession } from '../dialogs/sessions-list.ts';
import { openSettings } from '../dialogs/settings-list.ts';
import { chooseTheme } from '../dialogs/themes-list.ts';
import { openTools } from '../dialogs/tools-list.ts';
import type { TypedCommand } from '../keys/typed-commands.ts';
import { breakAt, editTo, MACHINE_RUNS } from '../machine/commands.ts';
import { copyBlock, copySource, toScrollback } from '../transcript/copying.ts';
import { searchBegun } from '../transcript/searching.ts';
import { chooseModel, compact, pauseOrResume, plan, retry, step, takeBackRule, undo } from './control.ts';
import { exportSession, writeGuide } from './files-written.ts';
import { type Model, type Next, next, type TypedRun } from './model.ts';

export const TYPED_RUNS: { readonly [name in TypedCommand]: TypedRun } = {
  model: (model, name) => (name === '' ? openModels(model) : chooseModel(model, name)),
  provider: (model, name) => (name === '' ? openProviders(model) : chooseModel(model, name)),
  mode: toMode,
  plan,
  sessions: resumeSession,
  new: beginSession,
  fork: forkSession,
  init: writeGuide,
  export: exportSession,
  tools: openTools,
  compact,
  context: (model) => openDialog(model, { kind: 'context' }),
  cost: openCost,
  undo,
  rewind: beginRewind,
  theme: chooseTheme,
  find: (model, text) => next(searchBegun(model, text)),
  copy: (model, what) => (what === 'source' ? copySource(model) : copyBlock(model)),
  scrollback: toScrollback,
  retry,
  pause: pauseOrResume,
  step,
  machine: (model) => MACHINE_RUNS.machine(model, ''),
  hold: (model) => MACHINE_RUNS.hold(model, ''),
  break: breakAt,
  edit: editTo,
  settings: openSettings,
  editor: editDraft,
  config: (model) => openReport(model, 'config'),
  doctor: (model) => openReport(model, 'doctor'),
  keys: openKeys,
  help: openHelp,
  exit: leave,
  // What holds, and who has set it; or a rule is taken back.
  permissions: (model, wanted) => (wanted === '' ? openPermissions(model) : takeBackRule(model, wanted)),
};

function openCost(model: Model): Next {
  return openDialog(model, { kind: 'cost' });
}

function leave(model: Model): Next {
  return next(model, { type: 'quit', interrupted: false });
}
