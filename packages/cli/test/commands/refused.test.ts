/** Options that say nothing together, or alone: refused, rather than passed over. */
import { expect, test } from 'vitest';
import { commandTree } from '../../src/command-tree.ts';
import { commandsOf } from '../../src/help/described.ts';

async function refusal(args: readonly string[]): Promise<string> {
  let said = '';
  const program = commandTree(() => {});
  for (const command of commandsOf(program)) command.configureOutput({ writeErr: (text) => (said += text) });
  await expect(program.parseAsync([...args], { from: 'user' })).rejects.toThrow();
  // Without the line on --help.
  return said.replace(/\(tagma .*\n$/, '');
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
  ['audit F --force', "'--force' says nothing without '--output'"],
  ['export F --force', "'--force' says nothing without '--output'"],
  ['endpoint s.xml --times 2', "'--times' says nothing without '--fault'"],
  ['permit ls --rules f', "'--rules' says nothing without '--replay'"],
  ['parse --explain --jsonl', "'--explain' cannot be used with option '--jsonl'"],
  ['-t --mode plan', "'-t, --trust' cannot be used with option '--mode <mode>'"],
  ['resume S --trust --mode plan', "'-t, --trust' cannot be used with option '--mode <mode>'"],
  ['-c -r', "'-c, --continue' cannot be used with option '-r, --resume [session]'"],
  ['-p x --inline', "'--inline' cannot be used with option '-p, --print'"],
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
  [
    'sesions',
    'there is no subcommand sesions. Did you mean tagma sessions?\nAs a prompt it is sent by: tagma -- sesions',
  ],
  ['sesions list', 'there is no subcommand sesions. Did you mean tagma sessions?'],
  ['sessions lst', 'sessions has no subcommand lst. Did you mean list?'],
  ['config gte', 'config has no subcommand gte. Did you mean get?'],
  ['config x', 'config has no subcommand x. There are list, get, set, unset, path, edit, schema.'],
  ['config list mode', 'list takes nothing more: mode is too much'],
  ['replay a b', 'replay takes nothing more: b is too much'],
  [
    'completion bsah',
    "command-argument value 'bsah' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish. Did you mean bash or zsh?",
  ],
  ['fix the test', "the prompt is one text, in quotation marks: tagma 'fix the test'"],
])('tagma %s', async (line, message) => {
  expect(await refusal(line.split(' '))).toBe(`error: ${message}\n`);
});

test('a prompt that --resume takes for a session', async () => {
  let said = '';
  const program = commandTree(() => {}).configureOutput({ writeErr: (text) => (said += text) });
  await expect(program.parseAsync(['-r', 'fix it'], { from: 'user' })).rejects.toThrow();
  expect(said).toBe(
    "error: --resume took 'fix it' for a session. Name it first: tagma -r SESSION 'fix it'; or choose it: tagma -r -- 'fix it'\n(tagma --help lists the options)\n",
  );
});
