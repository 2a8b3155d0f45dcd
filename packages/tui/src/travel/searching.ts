/** A key while something is looked for in the transcript of a history: as on the screen of its session. */
import { COMPOSER_RUNS } from '../composer/commands.ts';
import { pasted, typed } from '../composer/typing.ts';
import { isWithTranscript } from '../keys/in-history.ts';
import { commandFor } from '../keys/key-table.ts';
import type { Pressed } from '../screen/viewer.ts';
import { TRANSCRIPT_RUNS } from '../transcript/commands.ts';
import { isOfComposer } from './asking.ts';
import { readBy } from './reading.ts';
import { onward, type Travel, type TravelNext } from './travel.ts';

export function pressSearch(travel: Travel, input: Pressed): TravelNext {
  if (input.kind === 'text') return readBy(travel, (model) => typed(model, input.text));
  if (input.kind === 'paste') return readBy(travel, (model) => pasted(model, input.text));
  const { chord } = input;
  const command = commandFor(travel.keys, chord, ['search', 'anywhere']);
  if (command === null) return onward(travel);
  if (isWithTranscript(command)) return readBy(travel, (model) => TRANSCRIPT_RUNS[command](model, chord));
  return isOfComposer(command) ? readBy(travel, (model) => COMPOSER_RUNS[command](model, chord)) : onward(travel);
}
