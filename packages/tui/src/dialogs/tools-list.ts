/** The tools that the model is offered in this session: `/tools`. There is nothing to be had but to know them. */
import type { ToolSpec } from '@tagma/protocol';
import { type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, listOf } from './list.ts';
import { openDialog, withoutDialog } from './opening.ts';

const HINT =
  'What the model may ask for; the mode and the rules decide whether it runs. --tools and the configuration choose them.';

export function openTools(model: Model): Next {
  const tools = model.snapshot?.context.session.tools ?? [];
  const list = { ...listOf('tools', HINT, tools.map(choiceOf)), none: 'The model is offered no tool.' };
  return openDialog(model, { kind: 'tools', list });
}

export function closeTools(model: Model, _dialog: ListDialog): Next {
  return next(withoutDialog(model));
}

function choiceOf({ name, description, readOnly, parameters: { properties, required = [] } }: ToolSpec): Choice {
  const takes = Object.keys(properties).map((each) => (required.includes(each) ? each : `${each}?`));
  return {
    id: name,
    label: name,
    detail: `${description}${takes.length === 0 ? '' : ` Takes ${takes.join(', ')}.`}`,
    ...(readOnly ? { note: 'only looks' } : {}),
  };
}
