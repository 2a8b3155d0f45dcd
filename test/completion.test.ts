/** What the real shells complete, each by the script that `tagma completion` prints for it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandTree } from '../packages/cli/src/command-tree.ts';
import { bashCompletion } from '../packages/cli/src/completion/bash.ts';
import { fishCompletion } from '../packages/cli/src/completion/fish.ts';
import { zshCompletion } from '../packages/cli/src/completion/zsh.ts';
import { treeOf } from '../packages/cli/src/help/tree.ts';
import { has, run, temporaryFolder } from './command.ts';

const TREE = treeOf(commandTree(() => {}));
const SESSION = '2026-01-01T00-00-00-3f9a1c';

const ROWS: readonly (readonly [line: string, ...found: readonly string[]])[] = [
  ['tagma res', 'resume'],
  ['tagma --mo', '--mode', '--model'],
  ['tagma --mode ', 'accept-edits', 'auto-in-project', 'default', 'plan', 'trust'],
  ['tagma --mode plan re', 'replay', 'rerun', 'resume'],
  ['tagma --history folder sess', 'sessions'],
  ['tagma sessions ', 'delete', 'list', 'search', 'show'],
  ['tagma sessions search --re', '--regex'],
  ['tagma resume 2026', SESSION],
  ['tagma -r 2026', SESSION],
  ['tagma audit --json one.xml 2026', SESSION],
  ['tagma --model deep', 'deepseek', 'deepseek:chat'],
  ['tagma --history fo', 'folder'],
  ['tagma export --format j', 'json', 'jsonl'],
  ['tagma completion ', 'bash', 'fish', 'zsh'],
  ['tagma config set limits.prompt', 'limits.promptCost', 'limits.promptTokens'],
  ['tagma config get --local mo', 'mode', 'model'],
  ['tagma grammar zz'],
];
const LINES = ROWS.map(([line]) => line);

/** In place of the command: what the scripts ask it for. */
const STUB = `#!/bin/sh
case "$*" in
  'completion --values models') printf 'deepseek\\ndeepseek:chat\\nollama:qwen3\\n' ;;
  'completion --values sessions') echo ${SESSION} ;;
esac
`;

const BASH = `source ../script; for line in "$@"; do
  COMP_LINE=$line COMP_POINT=\${#line}; _tagma tagma; printf '%s\\n' "\${COMPREPLY[@]}"; echo ==
done`;

const FISH = 'source ../script; for line in $argv; complete -C $line; echo ==; end';

/** The widget of a shell with a terminal is the only door: what it is about to show is printed between brackets. */
const ZSH = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; unsetopt prompt_cr prompt_sp; TERM=dumb; LISTMAX=0"
zpty -w z "autoload -Uz compinit; compinit -u -D; source ../script"
zpty -w z 'compadd () { local -a _shown; if [[ " \${@[1,(i)(-|--)]}" != *" -"(O|A|D)" "* ]]; then builtin compadd -A _shown "$@"; print -rl -- "<\${^_shown}>"; fi; builtin compadd "$@" }'
zpty -w z "_done () { print '<<''done>>'; zle -I; BUFFER= }; zle -N _done; bindkey '^X' _done; bindkey '^I' list-choices"
zpty -w z "print '<<''ready>>'"
until_said () { seen=; while [[ $seen != *"<<$1>>"* ]]; do zpty -r z chunk || break; seen+=$chunk; done }
until_said ready
for line in "$@"; do
  zpty -w -n z "$line"$'\\t\\x18'; until_said done
  print -rl -- \${\${(M)\${(f)\${seen//$'\\r'/}}:#*<*>}##*<}; print '=='
done
zpty -d z`;

describe.each([
  { shell: 'bash', script: bashCompletion(TREE), args: ['--norc', '--noprofile', '-c', BASH, 'bash'] },
  { shell: 'fish', script: fishCompletion(TREE), args: ['--no-config', '-c', FISH] },
  { shell: 'zsh', script: zshCompletion(TREE), args: ['-f', '-c', ZSH, 'zsh'] },
])('$shell (skipped where it is not installed)', ({ shell, script, args }) => {
  test.runIf(has(shell))('completes', () => {
    const folder = temporaryFolder();
    const cwd = join(folder, 'work');
    mkdirSync(join(cwd, 'folder'), { recursive: true });
    writeFileSync(join(cwd, 'file.xml'), '');
    writeFileSync(join(folder, 'script'), script);
    writeFileSync(join(folder, 'tagma'), STUB);
    chmodSync(join(folder, 'tagma'), 0o755);
    const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, LANG: 'C.UTF-8', TERM: 'dumb' };
    const { stdout, stderr } = spawnSync(shell, [...args, ...LINES], { cwd, env, encoding: 'utf8', timeout: 40_000 });
    const found = stdout.split(/^==\n/m).slice(0, -1).map(wordsIn);
    expect({ found: LINES.map((line, index) => [line, ...(found[index] ?? ['?'])]), stderr }).toEqual({
      found: ROWS,
      stderr: '',
    });
  });
});

/** Without what is said of them, and the stroke behind a folder. */
function wordsIn(text: string): readonly string[] {
  const words = text
    .replaceAll(/[<>]/g, ' ')
    .split('\n')
    .flatMap((line) => line.replace(/\t.*/, '').trim().split(/\s+/))
    .map((word) => word.replace(/\/$/, ''));
  return [...new Set(words.filter((word) => !['', 'done'].includes(word)))].sort();
}

test('what they ask for: the models that can be asked, and nothing where something is amiss', async () => {
  const args = ['completion', '--values'];
  const found = await run([...args, 'models'], { env: { DEEPSEEK_API_KEY: 'k' } });
  expect(found.out.split('\n')).toEqual(expect.arrayContaining(['deepseek', 'ollama']));
  expect(await run([...args, 'models'], { env: { TAGMA_CONFIG: '/nowhere' } })).toEqual({ code: 0, out: '', err: '' });
  expect(await run([...args, 'sessions'])).toEqual({ code: 0, out: '', err: '' });
});
