/** Options of the commands on histories that say nothing together, or alone: refused, rather than passed over. */
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addHistoryCommands } from '../../src/commands/histories.ts';
import { addSessionCommands } from '../../src/commands/sessions.ts';

async function refusal(args: readonly string[]): Promise<string> {
  let said = '';
  const program = new Command('tagma').exitOverride().configureOutput({ writeErr: (text) => (said += text) });
  addSessionCommands(program, () => {});
  addHistoryCommands(program, () => {});
  await expect(program.parseAsync([...args], { from: 'user' })).rejects.toThrow();
  return said;
}

test.each([
  ['audit F --key k', "'--key' says nothing without '--seal'"],
  ['audit F --verify-seal s --key k', "'--key' says nothing without '--seal'"],
  ['audit F --public-key k', "'--public-key' says nothing without '--verify-seal'"],
  ['audit F --json --html', "'--html' cannot be used with option '--json'"],
  ['audit F --reparse --html', "'--reparse' cannot be used with option '--html'"],
  ['audit F --reparse -o out', "'--reparse' cannot be used with option '-o, --output <file>'"],
  ['audit F --reparse --no-replay', "'--reparse' cannot be used with option '--no-replay'"],
  ['audit F --reparse --seal', "'--reparse' cannot be used with option '--seal'"],
  ['audit F --seal --json', "'--seal' cannot be used with option '--json'"],
  ['audit F --seal --html', "'--seal' cannot be used with option '--html'"],
  ['audit F --seal --verify-seal s', "'--seal' cannot be used with option '--verify-seal <seal>'"],
  ['audit F --verify-seal s --json', "'--verify-seal <seal>' cannot be used with option '--json'"],
  ['audit F --verify-seal s -o out', "'--verify-seal <seal>' cannot be used with option '-o, --output <file>'"],
  ['replay F --from 3', "'--from' says nothing without '--show' or '--speed'"],
  ['fork S --list --at 3', "'--list' cannot be used with option '--at <where>'"],
  ['fork S --list --worktree', "'--list' cannot be used with option '--worktree [path]'"],
  ['query F //event --json --xml', "'--json' cannot be used with option '--xml'"],
  ['query F //event --count --json', "'--count' cannot be used with option '--json'"],
  ['query F //event --count --xml', "'--count' cannot be used with option '--xml'"],
])('tagma %s', async (line, message) => {
  expect(await refusal(line.split(' '))).toBe(`error: option ${message}\n`);
});

test.each([
  ['fork --worktree S1', '--worktree took S1 for its own: name the session first'],
  ['fork -p S1', '--prompt took S1 for its own: name the session first'],
  ['fork', 'fork takes a session (tagma sessions lists them)'],
])('tagma %s', async (line, message) => {
  expect(await refusal(line.split(' '))).toBe(`error: ${message}\n`);
});
