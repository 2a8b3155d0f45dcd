/** What is to be done for the draft, done. */
import type { Performers } from '../screen/stage.ts';
import type { ComposerAct } from './acts.ts';
import { draftEdited } from './editing.ts';
import { earlierFound } from './prompts.ts';
import { commandsFound, filesFound, modelNamesFound } from './wanting.ts';

/** By its ending editors know what is written in it. */
const DRAFT_FILE = 'prompt.md';

export const COMPOSER_PERFORMERS: Performers<ComposerAct> = {
  'edit-draft': async (act, { edit, follow }) => {
    const edited = await edit(act.text, DRAFT_FILE);
    follow((model) => draftEdited(model, act, edited));
  },
  'find-files': async (_act, { shown, follow }) => {
    const paths = (await shown().files?.()) ?? null;
    follow((model) => filesFound(model, paths));
  },
  'find-model-names': async (_act, { shown, follow }) => {
    const found = await shown().models?.();
    follow((model) => modelNamesFound(model, found?.ok ? found.models : []));
  },
  'find-commands': async (_act, { shown, follow }) => {
    const commands = (await shown().commands?.()) ?? [];
    follow((model) => commandsFound(model, commands));
  },
  'find-earlier-prompts': async (_act, { shown, follow }) => {
    const earlier = (await shown().earlierPrompts?.()) ?? [];
    follow((model) => earlierFound(model, earlier));
  },
};
