/** What stands behind `--` is the prompt, though a subcommand be called so; and the help that is asked for by its name. */
import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from '../src/command.ts';
import { EXIT } from '../src/exit.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['-- doctor now', "error: the prompt is one text, in quotation marks: tagma 'doctor now'"],
  ['--mode plan -- doctor now', "error: the prompt is one text, in quotation marks: tagma 'doctor now'"],
  ['--model demo -- tools list', "error: the prompt is one text, in quotation marks: tagma 'tools list'"],
  ['--nonsense -- doctor', "error: unknown option '--nonsense'"],
  ['parse --explain --jsonl -- now', "error: option '--explain' cannot be used with option '--jsonl'"],
])('tagma %s', async (line, message) => {
  let said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  expect([await runCommand(line.split(' ')), said.split('\n')[0]]).toEqual([EXIT.usage, message]);
});

test.each([
  ['help', 'Usage: tagma [options] [command] [prompt]'],
  ['help sessions', 'Usage: tagma sessions [options] [command]'],
])('tagma %s', async (line, beginning) => {
  let said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  expect([await runCommand(line.split(' ')), said.split('\n')[0]]).toEqual([EXIT.done, beginning]);
});
