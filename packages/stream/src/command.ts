/** What another program may tell a session, one command a line (`--input-format stream-json`). */
import * as z from 'zod/mini';
import { count, mode, named, number, request, text } from './members.ts';

/** Of one text, in UTF-16 code units: more fills the window of any model that there is. */
export const TEXT_CHARACTERS_MAX = 1 << 20;

const id = z.optional(text).check(z.describe('Named by the error that says why the command was not taken.'));
const said = text.check(z.minLength(1), z.maxLength(TEXT_CHARACTERS_MAX));

const prompt = z
  .strictObject({ type: z.literal('prompt'), text: said, id })
  .check(named('prompt_command', 'A task. While a turn runs it waits, and begins the next one.'));
const steer = z
  .strictObject({ type: z.literal('steer'), text: said, id })
  .check(
    named('steer_command', 'Something for the turn that runs, told before the next reply. At rest it is a prompt.'),
  );
const abort = z
  .strictObject({ type: z.literal('abort'), id })
  .check(named('abort_command', 'Ends the turn that runs.'));
const answer = z
  .strictObject({
    type: z.literal('answer'),
    request,
    answer: text.check(z.maxLength(TEXT_CHARACTERS_MAX)),
    reason: z.optional(text),
    mode: z.optional(mode),
    id,
  })
  .check(
    named(
      'answer_command',
      'The answer to a question (the event asked), by its request. reason: for the model, with no and reject. mode: what a plan is carried out in, with approve; left out: that of before.',
    ),
  );
const toMode = z
  .strictObject({ type: z.literal('mode'), mode, id })
  .check(named('mode_command', 'What runs unasked from now on.'));
const toModel = z
  .strictObject({ type: z.literal('model'), model: text.check(z.minLength(1)), id })
  .check(named('model_command', 'Which model is asked from the next request on, as --model takes it.'));
const compact = z
  .strictObject({ type: z.literal('compact'), focus: z.optional(text), id })
  .check(named('compact_command', 'Makes the conversation smaller. focus: what to keep.'));
const resume = z
  .strictObject({ type: z.literal('resume'), id })
  .check(named('resume_command', 'Goes on after a pause, or with a turn that has failed or was cut off.'));
const pause = z
  .strictObject({ type: z.literal('pause'), id })
  .check(
    named(
      'pause_command',
      'What runs comes to its end; nothing new is begun until resume. At rest it holds for the next prompt.',
    ),
  );
const withdraw = z
  .strictObject({ type: z.literal('withdraw'), number, id })
  .check(
    named('withdraw_command', 'Takes back a prompt or a steer that still waits, by its number (the event prompt).'),
  );
const undo = z
  .strictObject({ type: z.literal('undo'), steps: z.optional(count.check(z.minimum(1))), id })
  .check(
    named(
      'undo_command',
      'Takes back changes that Tagma has made of files, while no turn runs: so many steps; left out: all of the last turn that changed any.',
    ),
  );

/** One line of `--input-format stream-json`: a discriminated union by `type`. A member that it does not know is an error. */
export const commandSchema = z
  .discriminatedUnion('type', [prompt, steer, withdraw, abort, pause, resume, answer, toMode, toModel, compact, undo])
  .check(named('command', 'One line of the input.'));

/** One line of `--input-format stream-json`, as `commandSchema` reads it. */
export type StreamCommand = z.infer<typeof commandSchema>;

/** The type of each command that there is. */
export const COMMAND_TYPES: readonly StreamCommand['type'][] = [
  ...(['prompt', 'steer', 'withdraw', 'abort', 'pause', 'resume'] as const),
  ...(['answer', 'mode', 'model', 'compact', 'undo'] as const),
];
