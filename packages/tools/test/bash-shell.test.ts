/** The shell that a command runs in: as `bash -c` runs it, and with settings of one's own. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Params } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { type BashSettings, bashWith } from '../src/bash.ts';
import { runTool, specOf } from '../src/index.ts';
import { shellCall, shellOf } from '../src/shell.ts';
import { workspace } from './workspace.ts';

const runWith = (settings: BashSettings, params: Params, space = workspace()) =>
  runTool(bashWith(settings), params, space.context);

/** What a shell that is given the command directly writes, standard errors included, and how it ends. */
function bareBash(command: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bare-'));
  const file = openSync(join(folder, 'output'), 'w');
  const { status, signal } = spawnSync('bash', ['-c', command, 'bash'], { cwd: folder, stdio: ['ignore', file, file] });
  closeSync(file);
  const output = readFileSync(join(folder, 'output'), 'utf8');
  rmSync(folder, { recursive: true });
  return { output: output.replaceAll(/bash: (-c|eval): line/g, 'bash: line'), exitCode: status, signal };
}

describe.runIf(shellOf(process.env).endsWith('/bash'))('a command runs as with bash -c:', () => {
  const rows: string[] = [
    'cat <<END\na $((1 + 1))\nEND',
    "cat <<'END'; echo after\n$a\nEND",
    'cat <<-END\n\tindented\n\tEND',
    'cat <<< text',
    'cat <<END\nwithout its end',
    'exec echo replaced',
    'exec 2>errors; echo lost >&2; cat errors',
    'exec > out; echo kept; exec 1>&2; cat out',
    'exec 3>three; echo x >&3; exec 3>&-; cat three',
    'exec no-such-program; echo on',
    'ls /proc/self/fd | tr "\\n" " "',
    'echo a; exit 3; echo b',
    'echo a; (exit 4); echo $?',
    'f() { exit 5; }; f; echo b',
    'exit 300',
    'exit not-a-number',
    'false; exit',
    'return 6',
    "trap 'echo bye; echo err >&2; echo end' EXIT; echo body",
    "trap 'echo bye' EXIT; exit 7",
    "trap 'exit 8' EXIT; echo body",
    "trap 'echo term' TERM; kill $$; echo on",
    "trap 'echo error' ERR; false; echo on",
    "trap '' PIPE; yes 2>errors | head -1",
    'trap - EXIT; echo x',
    'kill -9 $$',
    'kill -TERM $$; sleep 5',
    'echo 1\nfi\necho 2',
    'echo "no end',
    'if true; then echo x',
    'echo $LINENO\necho $LINENO',
    'echo 1\n\nno-such-program\necho $?',
    'set -e\nfalse\necho on',
    'set -u; echo $unset; echo on',
    'set -o pipefail; false | true',
    'echo $0 $# $BASH_SUBSHELL',
    'echo "$-" | tr -d c',
    'set -- a b; echo $# $2; shift; echo $1',
    'shopt -s expand_aliases\nalias say=echo\nsay x',
    'read -r x; echo "$? [$x]"',
    'diff <(echo a) <(echo b)',
    'sleep 0.05 & wait $!; echo $?',
    'x=$(echo out; echo err >&2); echo "[$x]"',
    'printf "a\\0b"',
    'printf() { echo mine; }; printf; pwd() { echo here; }; printf x',
    'tagma_command=x; tagma_status=y; echo $tagma_command$tagma_status',
    '',
    '   \n# nothing but a comment',
    'echo a;;',
    '{ echo a',
    '}',
    "eval 'echo $((1 +'",
    'bash -c "echo inner; exit 9"',
    'nohup echo x 2>/dev/null',
    "echo 'quote\"s' \"and 'more'\" \\\\ \\$HOME `echo tick`",
    'x=abc; echo "$x" {1..3} ~root',
  ];
  test.each(rows)('%j', async (command) => {
    const bare = bareBash(command);
    const { content, details } = await runWith({}, { command });
    const output = content.replaceAll(/bash: eval: line/g, 'bash: line');
    expect({ output, exitCode: details.exitCode, signal: details.signal }).toEqual(bare);
  });
});

describe('settings', () => {
  const rows: [title: string, settings: BashSettings, command: string, status: string, content: string][] = [
    ['a prefix is run before the command', { prefix: 'export A=1; b=2' }, 'echo $A$b', 'ok', '12\n'],
    ['a prefix sets how the shell runs', { prefix: 'set -euo pipefail;' }, 'false | true\necho on', 'error', ''],
    ['a prefix can move', { prefix: 'cd /' }, 'pwd', 'ok', '/\n'],
    ['a prefix leaves line numbers alone', { prefix: 'x=1\ny=2' }, 'echo $LINENO', 'ok', '1\n'],
    ['a prefix can end it', { prefix: 'echo no; exit 3' }, 'echo on', 'error', 'no\n'],
    [
      'a prefix with a mistake is told',
      { prefix: 'no-such-prefix' },
      'echo on',
      'ok',
      'bash: line 1: no-such-prefix: command not found\non\n',
    ],
    ['another shell', { shell: 'sh' }, 'echo $0', 'ok', 'bash\n'],
    ['a shell behind another program', { shell: ['env', 'FROM=env', 'bash'] }, 'echo $FROM', 'ok', 'env\n'],
  ];
  test.each(rows)('%s', async (_, settings, command, status, content) => {
    const outcome = await runWith(settings, { command });
    expect(outcome.status).toBe(status);
    expect(outcome.content).toBe(content);
  });

  test.runIf(spawnSync('dash', ['-c', 'true']).status === 0)('in dash as well, the folder is known', async () => {
    const space = workspace({ 'sub/a': '' });
    const run = (command: string) => runWith({ shell: 'dash' }, { command }, space);
    expect((await run('cd sub; echo out; echo err >&2; exit 0')).content).toBe('out\nerr\n');
    expect((await run('pwd')).content).toBe(`${space.folder}/sub\n`);
  });

  test('a timeout of one’s own, which the description names', async () => {
    const tool = bashWith({ timeoutSeconds: 0.3 });
    expect(await runTool(tool, { command: 'sleep 1000' }, workspace().context)).toMatchObject({ status: 'timeout' });
    expect(specOf(tool).parameters.properties.timeout?.description).toBe('Seconds, 0.3 by default.');
  });
});

describe('the shell is called', () => {
  test.each<[string, BashSettings, NodeJS.ProcessEnv, { file: string; args: unknown[] }]>([
    ['by its path', { shell: '/opt/bash' }, {}, { file: '/opt/bash', args: ['-c', expect.any(String), 'bash'] }],
    [
      'behind a program',
      { shell: ['nix', 'develop', '-c', 'bash'] },
      {},
      { file: 'nix', args: ['develop', '-c', 'bash', '-c', expect.any(String), 'bash'] },
    ],
    [
      'as PowerShell',
      { shell: 'C:/Programs/pwsh.exe' },
      {},
      {
        file: 'C:/Programs/pwsh.exe',
        args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', expect.stringContaining('$env:TAGMA_COMMAND')],
      },
    ],
    ['which is none', { shell: [] }, {}, { file: 'sh', args: ['-c', expect.any(String), 'bash'] }],
  ])('%s', (_, settings, environment, expected) => {
    const { file, args, environment: own } = shellCall('ls -l', settings, environment);
    expect({ file, args }).toEqual(expected);
    expect(own).toEqual({ TAGMA_COMMAND: 'ls -l', TAGMA_PREFIX: settings.prefix ?? '' });
  });

  test('on Windows as PowerShell', () => {
    expect(shellOf({ PATH: '' }, 'win32')).toBe('powershell.exe');
    expect(shellCall('ls', { shell: shellOf({ PATH: '' }, 'win32') }, {}).args).toContain('-NonInteractive');
  });
});
