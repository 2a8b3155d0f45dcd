import { type Facts, NO_FACTS, type PathFact } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import {
  alwaysRule,
  decide,
  formatRule,
  type Judged,
  MODES,
  type Mode,
  offeredRule,
  parseRule,
  type Rule,
  type Verdict,
} from '../src/index.ts';

const FOLDER = '/home/me/project';
const NONE: Facts = { ...NO_FACTS, readOnly: false };

const here = (path: string): PathFact => ({ path: `${FOLDER}/${path}`, where: 'inside' });
const away: PathFact = { path: '/usr/x', where: 'outside' };
const guarded: PathFact = { path: `${FOLDER}/.env`, where: 'protected' };

const call = (tool: string, facts: Partial<Facts>, params: Judged['params'] = {}): Judged => ({
  tool,
  params,
  facts: { ...NONE, ...facts },
  folder: FOLDER,
  planFile: null,
  sandbox: true,
});
const LOOK: Partial<Facts> = { readOnly: true };
const WRITE: Partial<Facts> = { writes: [here('src/a.ts')] };
const AWAY = { name: 'token~k3f9', from: '/p/a.env', to: 'the command curl' };
const BACK = { name: 'token~k3f9', from: '/p/a.env', to: '/p/a.env' };
const bash = (command: string, facts: Partial<Facts> = { runs: [command.split(' ')[0] ?? ''] }) =>
  call('bash', facts, { command });
const read = (...reads: PathFact[]) => call('read', { reads, readOnly: true });
const edit = (path: PathFact) => call('edit', { reads: [path], writes: [path] });
const write = (path: PathFact) => call('write', { writes: [path] });

function rule(text: string, says: Verdict = 'allow'): Rule {
  const parsed = parseRule(text, says, 'option');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.rule;
}

describe('the table of the modes', () => {
  const rows: [
    title: string,
    call: Judged,
    plan: Verdict,
    normal: Verdict,
    edits: Verdict,
    auto: Verdict,
    trust: Verdict,
  ][] = [
    ['read here', read(here('a')), 'allow', 'allow', 'allow', 'allow', 'allow'],
    ['inspection', bash('ls', { runs: ['ls'], readOnly: true }), 'allow', 'allow', 'allow', 'allow', 'allow'],
    ['read outside', read(away), 'ask', 'ask', 'ask', 'ask', 'allow'],
    ['read protected', read(guarded), 'ask', 'ask', 'ask', 'ask', 'allow'],
    ['one of many outside', read(here('a'), away), 'ask', 'ask', 'ask', 'ask', 'allow'],
    [
      'inspection outside',
      bash('ls', { reads: [away], runs: ['ls'], readOnly: true }),
      'ask',
      'ask',
      'ask',
      'ask',
      'allow',
    ],
    ['write here', write(here('a')), 'deny', 'ask', 'allow', 'allow', 'allow'],
    ['edit here', edit(here('a')), 'deny', 'ask', 'allow', 'allow', 'allow'],
    ['write outside', write(away), 'deny', 'ask', 'ask', 'ask', 'allow'],
    ['write protected', write(guarded), 'deny', 'ask', 'ask', 'ask', 'allow'],
    ['delete here', bash('rm a', { runs: ['rm'], deletes: [here('a')] }), 'deny', 'ask', 'ask', 'allow', 'allow'],
    ['delete outside', bash('rm /usr/x', { runs: ['rm'], deletes: [away] }), 'deny', 'ask', 'ask', 'ask', 'allow'],
    ['run', bash('npm test'), 'deny', 'ask', 'ask', 'allow', 'allow'],
    [
      'run and write here',
      bash('npm test > a', { runs: ['npm'], writes: [here('a')] }),
      'deny',
      'ask',
      'ask',
      'allow',
      'allow',
    ],
    ['push', bash('git push', { runs: ['git'], network: ['*'] }), 'deny', 'ask', 'ask', 'ask', 'allow'],
    ['fetch', call('fetch', { network: ['example.org'], readOnly: true }), 'ask', 'ask', 'ask', 'ask', 'allow'],
    ['unanalysable', bash('(x)', { unknown: 'why' }), 'deny', 'ask', 'ask', 'ask', 'allow'],
    ['nothing known', call('x', {}), 'deny', 'ask', 'ask', 'ask', 'allow'],
    ['a secret that goes elsewhere', call('bash', { ...LOOK, secrets: [AWAY] }), 'ask', 'ask', 'ask', 'ask', 'ask'],
    [
      'a secret back into its file',
      call('edit', { ...WRITE, secrets: [BACK] }),
      'deny',
      'ask',
      'allow',
      'allow',
      'allow',
    ],
    [
      'a file that runs by itself',
      call('write', { ...WRITE, runsByItself: ['/x'] }),
      'deny',
      'ask',
      'ask',
      'ask',
      'allow',
    ],
    ['forbidden', bash('sudo x', { runs: ['sudo'], forbidden: 'why' }), 'deny', 'deny', 'deny', 'deny', 'deny'],
    [
      'forbidden, unknown',
      bash('(sudo x)', { unknown: 'x', forbidden: 'why' }),
      'deny',
      'deny',
      'deny',
      'deny',
      'deny',
    ],
  ];
  test.each(rows)('%s', (_, judged, ...expected) => {
    expect(MODES.map((mode) => decide(judged, mode, []).verdict)).toEqual(expected);
  });

  test('a mode that is not one is as strict as can be', () => {
    expect(decide(read(here('a')), 'yolo' as Mode, []).verdict).toBe('deny');
  });
});

describe('who decided', () => {
  const rows: [judged: Judged, mode: Mode, rules: Rule[], by: string][] = [
    [read(here('a')), 'default', [], 'mode default: reading in the project is allowed'],
    [bash('ls', { runs: ['ls'], readOnly: true }), 'plan', [], 'mode plan: an inspection is allowed'],
    [bash('npm test'), 'default', [], 'mode default: running a program asks (npm)'],
    [bash('npm test'), 'plan', [], 'mode plan: running a program is denied (npm)'],
    [edit(here('a')), 'default', [], 'mode default: writing in the project asks'],
    [edit(guarded), 'accept-edits', [], `mode accept-edits: changing a protected path asks (${guarded.path})`],
    [read(away), 'default', [], 'mode default: reading outside the project asks (/usr/x)'],
    [
      bash('x', { unknown: 'a variable ($X)' }),
      'trust',
      [],
      'mode trust: what cannot be analysed is allowed (a variable ($X))',
    ],
    [call('fetch', { network: ['a.b'], readOnly: true }), 'default', [], 'mode default: using the network asks (a.b)'],
    [
      call('bash', { ...LOOK, secrets: [AWAY] }),
      'trust',
      [],
      'mode trust: token~k3f9, seen in /p/a.env, goes to the command curl, which asks',
    ],
    [
      { ...bash('npm test'), sandbox: false },
      'auto-in-project',
      [],
      'mode auto-in-project without a sandbox: running a program asks (npm)',
    ],
    [
      bash('git push', { runs: ['git'], network: ['*'] }),
      'auto-in-project',
      [],
      'mode auto-in-project: using the network asks',
    ],
    [
      bash('rm -rf ~', { forbidden: 'it removes the whole home folder' }),
      'trust',
      [],
      'deny list: it removes the whole home folder',
    ],
    [bash('npm test'), 'default', [rule('bash(npm test)', 'allow')], 'rule Bash(npm test) (command line)'],
    [edit(here('src/a')), 'trust', [rule('Edit(src/**)', 'deny')], 'rule Edit(src/**) (command line)'],
    [bash('npm test'), 'trust', [rule('Bash', 'ask')], 'rule Bash (command line)'],
  ];
  test.each(rows.map((row) => [row[3], ...row] as const))('%s', (_, judged, mode, rules, by) => {
    expect(decide(judged, mode, rules).by).toBe(by);
  });
});

describe('rules', () => {
  const deny = (text: string) => rule(text, 'deny');
  const ask = (text: string) => rule(text, 'ask');
  const allow = (text: string) => rule(text, 'allow');
  const unknown = (command: string) => bash(command, { unknown: 'why' });
  const rows: [title: string, judged: Judged, mode: Mode, rules: Rule[], verdict: Verdict][] = [
    // Precedence
    ['deny before ask before allow', bash('npm test'), 'default', [allow('Bash'), ask('Bash'), deny('Bash')], 'deny'],
    ['ask before allow', bash('npm test'), 'trust', [allow('Bash(npm test)'), ask('Bash(npm:*)')], 'ask'],
    ['deny in trust', bash('npm test'), 'trust', [deny('Bash(npm test)')], 'deny'],
    ['deny of a reading', read(here('secret/x')), 'trust', [deny('Read(secret/**)')], 'deny'],
    ['an allow rule lifts no denial of plan', bash('npm test'), 'plan', [allow('Bash(npm test)')], 'deny'],
    ['nor does an ask rule', bash('npm test'), 'plan', [ask('Bash(npm test)')], 'deny'],
    [
      'an allow rule answers what plan asks',
      call('fetch', { network: ['a.b'], readOnly: true }),
      'plan',
      [allow('Fetch')],
      'allow',
    ],
    ['an ask rule holds for the unknown', unknown('(x)'), 'trust', [ask('Bash')], 'ask'],
    ['no rule gives a secret away', call('fetch', { ...LOOK, secrets: [AWAY] }), 'trust', [allow('Fetch')], 'ask'],
    [
      'one file that runs by itself',
      call('write', { ...WRITE, runsByItself: ['/x'] }),
      'default',
      [allow('Write(src/a.ts)')],
      'allow',
    ],
    [
      'many files that run by themselves',
      call('write', { ...WRITE, runsByItself: ['/x'] }),
      'default',
      [allow('Write(src/**)')],
      'ask',
    ],
    ['no rule lifts the deny list', bash('sudo x', { forbidden: 'why' }), 'trust', [allow('Bash(sudo x)')], 'deny'],
    // Bash, exactly
    ['the exact command', bash('npm test'), 'default', [allow('Bash(npm test)')], 'allow'],
    ['blanks at its ends', bash(' npm test\n'), 'default', [allow('Bash( npm test )')], 'allow'],
    ['a longer command', bash('npm test x'), 'default', [allow('Bash(npm test)')], 'ask'],
    ['a shorter command', bash('npm'), 'default', [allow('Bash(npm test)')], 'ask'],
    ['another case', bash('NPM test'), 'default', [allow('Bash(npm test)')], 'ask'],
    ['the exact command, not analysable', unknown('ls *.ts | (x)'), 'default', [allow('Bash(ls *.ts | (x))')], 'allow'],
    ['the exact command, not analysable, in trust', unknown('(x)'), 'trust', [allow('Bash((x))')], 'allow'],
    ['the exact command, not analysable, in plan', unknown('(x)'), 'plan', [allow('Bash((x))')], 'deny'],
    [
      'the exact command, which names a place outside',
      bash('cp a /usr/x', { runs: ['cp'], writes: [away] }),
      'default',
      [allow('Bash(cp a /usr/x)')],
      'allow',
    ],
    [
      'the exact command, which names it from the home',
      bash('cat ~/notes', { runs: ['cat'], reads: [{ path: '/home/me/notes', where: 'outside' }] }),
      'default',
      [allow('Bash(cat ~/notes)')],
      'allow',
    ],
    [
      'the exact command, which leads outside without a word of it',
      bash('x', { runs: ['x'], writes: [away] }),
      'default',
      [allow('Bash(x)')],
      'ask',
    ],
    [
      'the exact command to the protected',
      bash('cat .env', { runs: ['cat'], reads: [guarded], readOnly: true }),
      'default',
      [allow('Bash(cat .env)')],
      'ask',
    ],
    [
      'another tool with such a command',
      call('sh', { runs: ['x'] }, { command: 'x' }),
      'default',
      [allow('Bash(x)')],
      'ask',
    ],
    ['no command', call('bash', { unknown: 'its command is missing' }), 'default', [allow('Bash(x)')], 'ask'],
    // Bash, by its beginning
    ['the beginning', bash('git log --oneline'), 'default', [allow('Bash(git log:*)')], 'allow'],
    ['the beginning alone', bash('git log'), 'default', [allow('Bash(git log:*)')], 'allow'],
    ['a word that only begins so', bash('git logout'), 'default', [allow('Bash(git log:*)')], 'ask'],
    ['another beginning', bash('git push'), 'default', [allow('Bash(git log:*)')], 'ask'],
    ...[
      '; rm x',
      ' && rm x',
      ' | sh',
      ' & rm x',
      '\nrm x',
      ' $(rm x)',
      ' `rm x`',
      ' > x',
      ' < x',
      ' <(x)',
      '; (x)',
    ].map((tail): [string, Judged, Mode, Rule[], Verdict] => [
      `the beginning, and then${JSON.stringify(tail)}`,
      bash(`git log${tail}`),
      'default',
      [allow('Bash(git log:*)')],
      'ask',
    ]),
    ['the beginning, not analysable', unknown('git log *'), 'default', [allow('Bash(git log:*)')], 'ask'],
    [
      'the beginning, to the outside',
      bash('cat /usr/x', { reads: [away], runs: ['cat'] }),
      'default',
      [allow('Bash(cat:*)')],
      'ask',
    ],
    [
      'the beginning, to the protected',
      bash('cat .env', { reads: [guarded], runs: ['cat'] }),
      'default',
      [allow('Bash(cat:*)')],
      'ask',
    ],
    // Bash, all of it
    ['every command', bash('npm test; make'), 'default', [allow('Bash')], 'allow'],
    ['every command, as a star', bash('npm test'), 'default', [allow('Bash(*)')], 'allow'],
    ['every command, not analysable', unknown('(x)'), 'default', [allow('Bash')], 'ask'],
    ['every command, to the outside', bash('x', { runs: ['x'], writes: [away] }), 'default', [allow('Bash')], 'ask'],
    // Bash, strictly
    ['deny by beginning', bash('rm x'), 'trust', [deny('Bash(rm:*)')], 'deny'],
    ['deny by beginning, later on', bash('ls; rm x'), 'trust', [deny('Bash(rm:*)')], 'deny'],
    ['deny by beginning, within', unknown('echo $(rm x)'), 'default', [deny('Bash(rm:*)')], 'deny'],
    ['deny by beginning, in a loop', unknown('for i in 1\ndo\nrm x\ndone'), 'default', [deny('Bash(rm:*)')], 'deny'],
    ['deny by beginning, by path', bash("'/bin/rm' x", { runs: ['/bin/rm'] }), 'trust', [deny('Bash(rm:*)')], 'deny'],
    ['deny by beginning, another word', bash('rmdir x'), 'trust', [deny('Bash(rm:*)')], 'allow'],
    ['deny by beginning, more blanks', bash('git  push x'), 'trust', [deny('Bash(git push:*)')], 'deny'],
    [
      'deny by beginning, in quotes',
      bash(`"gi"t 'pu's\\h x`, { runs: ['git'] }),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    ['deny by beginning, over two lines', bash('git \\\n push x'), 'trust', [deny('Bash(git push:*)')], 'deny'],
    [
      'deny by beginning, options before',
      bash('git -C . --no-pager push'),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    [
      'deny by beginning, in a wrapper',
      bash('nice -n 5 git push', { runs: ['nice', 'git'] }),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    [
      'deny by beginning, in a text',
      bash("bash -c 'git push'", { runs: ['bash', 'git'] }),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    ['deny by beginning, after a variable', bash('A=1 git push'), 'trust', [deny('Bash(git push:*)')], 'deny'],
    [
      'deny by beginning, by path',
      bash('/usr/bin/git push', { runs: ['/usr/bin/git'] }),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    ['deny by beginning, after a redirection', bash('>a git push'), 'trust', [deny('Bash(git push:*)')], 'deny'],
    [
      'deny by beginning, in braces',
      bash('{git,push}', { runs: ['git'] }),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    [
      'deny by beginning, a word that is made up',
      bash('x=push; git "$x"', { runs: ['git'] }),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    [
      'deny by beginning, a program that is made up',
      bash('x=git; $x push', { runs: ['git'] }),
      'trust',
      [deny('Bash(git push:*)')],
      'deny',
    ],
    ['deny by beginning, another operation', bash('git show push $x'), 'trust', [deny('Bash(git push:*)')], 'allow'],
    ['deny by beginning, in what is printed', bash('echo git push'), 'trust', [deny('Bash(git push:*)')], 'allow'],
    ['deny exactly, more blanks', bash('npm   publish'), 'trust', [deny('Bash(npm publish)')], 'deny'],
    ['deny exactly, messages elsewhere', bash('npm publish 2>&1'), 'trust', [deny('Bash(npm publish)')], 'deny'],
    [
      'deny exactly, in a wrapper',
      bash('env npm publish', { runs: ['env', 'npm'] }),
      'trust',
      [deny('Bash(npm publish)')],
      'deny',
    ],
    ['deny exactly, a longer command', bash('npm publish --dry-run'), 'trust', [deny('Bash(npm publish)')], 'allow'],
    ['deny exactly, a shorter command', bash('npm'), 'trust', [deny('Bash(npm publish)')], 'allow'],
    ['deny exactly, later on', bash('ls && npm publish'), 'trust', [deny('Bash(npm publish)')], 'deny'],
    ['deny where no command is known', call('bash', {}), 'default', [deny('Bash(rm:*)')], 'deny'],
    ['deny no job', call('bash', { readOnly: true }, { job: 'job-1' }), 'default', [deny('Bash(rm:*)')], 'allow'],
    // Paths
    ['a path', edit(here('src/a.ts')), 'default', [allow('Edit(src/**)')], 'allow'],
    ['a path elsewhere', edit(here('test/a.ts')), 'default', [allow('Edit(src/**)')], 'ask'],
    ['a folder that only begins so', edit(here('src2/a.ts')), 'default', [allow('Edit(src/**)')], 'ask'],
    ['another tool', write(here('src/a.ts')), 'default', [allow('Edit(src/**)')], 'ask'],
    ['every path', write(here('a/b')), 'default', [allow('Write(**)')], 'allow'],
    ['every path is not the outside', write(away), 'default', [allow('Write(**)')], 'ask'],
    ['every path is not the protected', write(guarded), 'default', [allow('Write(**)')], 'ask'],
    ['not even by its name', write(guarded), 'default', [allow('Write(.env)')], 'ask'],
    ['every call is not the outside', write(away), 'default', [allow('Write')], 'ask'],
    ['an absolute path', read(away), 'default', [allow('Read(/usr/*)')], 'allow'],
    ['an absolute path in the project', write(here('a')), 'default', [allow(`Write(${FOLDER}/a)`)], 'allow'],
    [
      'all paths have to match',
      call('write', { writes: [here('src/a'), here('b')] }),
      'default',
      [allow('Write(src/**)')],
      'ask',
    ],
    ['one of the paths does not', read(here('src/a'), away), 'default', [allow('Read(src/**)')], 'ask'],
    ['a path that could not be found out', call('write', { unknown: 'why' }), 'default', [allow('Write(**)')], 'ask'],
    [
      'deny where it could not be found out',
      call('write', { unknown: 'why' }),
      'default',
      [deny('Write(src/**)')],
      'deny',
    ],
    ['deny of a protected path', read(guarded), 'trust', [deny('Read(.env)')], 'deny'],
    ['deny of one of the paths', read(here('a'), here('b')), 'trust', [deny('Read(b)')], 'deny'],
    [
      'deny of reading means bash too',
      bash('cat b', { reads: [here('b')], readOnly: true }),
      'trust',
      [deny('Read(b)')],
      'deny',
    ],
    [
      'deny of reading means grep too',
      call('grep', { reads: [here('b')], readOnly: true }),
      'trust',
      [deny('Read(b)')],
      'deny',
    ],
    ['deny of writing means bash too', bash('x > b', { writes: [here('b')] }), 'trust', [deny('Edit(b)')], 'deny'],
    ['deny of writing means deleting too', bash('rm b', { deletes: [here('b')] }), 'trust', [deny('Write(b)')], 'deny'],
    ['deny of editing means writing anew too', write(here('b')), 'trust', [deny('Edit(b)')], 'deny'],
    [
      'deny of writing means taking back too',
      call('undo', { writes: [here('b')] }),
      'trust',
      [deny('Write(b)')],
      'deny',
    ],
    ['deny of writing is not editing', edit(here('b')), 'trust', [deny('Write(b)')], 'allow'],
    ['deny in doubt about the folder', read({ path: '/real/b', where: 'inside' }), 'trust', [deny('Read(b)')], 'deny'],
    ['no allowing in doubt', write({ path: '/real/b', where: 'inside' }), 'default', [allow('Write(b)')], 'ask'],
    // Other tools
    ['a domain', call('fetch', { network: ['example.org'] }), 'default', [allow('Fetch(domain:example.org)')], 'allow'],
    [
      'a host below it',
      call('fetch', { network: ['a.Example.org'] }),
      'default',
      [allow('Fetch(domain:example.org)')],
      'allow',
    ],
    [
      'a host that only ends so',
      call('fetch', { network: ['badexample.org'] }),
      'default',
      [allow('Fetch(domain:example.org)')],
      'ask',
    ],
    [
      'a host that is not known',
      call('fetch', { network: ['*'] }),
      'default',
      [allow('Fetch(domain:example.org)')],
      'ask',
    ],
    [
      'deny of a domain',
      call('fetch', { network: ['example.org'] }),
      'trust',
      [deny('Fetch(domain:example.org)')],
      'deny',
    ],
    [
      'deny of a domain in doubt',
      bash('curl x', { network: ['*'] }),
      'trust',
      [deny('Fetch(domain:example.org)')],
      'deny',
    ],
    ['a tool that is not known', call('teleport', { unknown: 'why' }), 'default', [allow('Teleport')], 'allow'],
    ['another tool that is not known', call('beam', { unknown: 'why' }), 'default', [allow('Teleport')], 'ask'],
  ];
  test.each(rows)('%s', (_, judged, mode, rules, verdict) => {
    expect(decide(judged, mode, rules)).toEqual({ verdict, by: expect.any(String) });
    expect(decide(judged, mode, [...rules].reverse()).verdict).toBe(verdict);
  });
});

describe('path patterns', () => {
  test.each([
    ['a.ts', ['a.ts', './a.ts'], ['a.tsx', 'b/a.ts', 'aXts']],
    ['*.ts', ['a.ts', '.ts'], ['a.js', 'b/a.ts']],
    ['src/*', ['src/a', 'src/.b'], ['src', 'src/a/b', 'a/src/b']],
    ['src/**', ['src/a', 'src/a/b', 'src'], ['srcs/a', 'a/src/b']],
    ['src/', ['src/a', 'src/a/b'], ['srcs/a']],
    ['**/*.ts', ['a.ts', 'a/b.ts', 'a/b/c.ts'], ['a.js', 'a/b.ts/c']],
    ['src/**/test/*.ts', ['src/test/a.ts', 'src/a/b/test/c.ts'], ['src/a.ts', 'src/test/a/b.ts']],
    ['a?c', ['abc', 'a?c', 'a\u{1f600}c'], ['ac', 'abbc', 'a/c']],
    ['app/[id]/x', ['app/[id]/x'], ['app/i/x']],
    ['a*b*c', ['abc', 'aXbXc', 'abbcc'], ['abcX', 'acb']],
    ['**', ['a', 'a/b', ''], []],
  ])('%s', (pattern, matching, other) => {
    const matches = (path: string) =>
      decide(write(here(path)), 'default', [rule(`Write(${pattern})`, 'allow')]).verdict === 'allow';
    expect([matching.filter(matches), other.filter(matches)]).toEqual([matching, []]);
  });

  test('a pattern of many stars is matched in a moment', () => {
    const judged = write(here(`${'a/'.repeat(300)}${'a'.repeat(3000)}`));
    const rules = [rule(`Write(${'**/'.repeat(100)}${'a*'.repeat(300)}b)`, 'allow')];
    expect(decide(judged, 'default', rules).verdict).toBe('ask');
  });

  test('a Windows path is matched with slashes', () => {
    const judged = { ...write({ path: 'C:\\me\\project\\src\\a', where: 'inside' }), folder: 'C:\\me\\project' };
    expect(decide(judged, 'default', [rule('Write(src/**)', 'allow')]).verdict).toBe('allow');
  });
});

describe('reading a rule', () => {
  test.each([
    ['Bash', 'bash', ''],
    [' Bash ( npm test ) ', 'bash', 'npm test'],
    ['BASH(git log:*)', 'bash', 'git log:*'],
    ['bash(*)', 'bash', ''],
    ['Bash(echo (a))', 'bash', 'echo (a)'],
    ['Bash(a\nb)', 'bash', 'a\nb'],
    ['Read(src/**)', 'read', 'src/**'],
    ['Grep', 'grep', ''],
    ['mcp__files.read', 'mcp__files.read', ''],
    ['Fetch(domain:example.org)', 'fetch', 'domain:example.org'],
  ])('%j', (text, tool, pattern) => {
    expect(parseRule(text, 'ask', 'user')).toEqual({ ok: true, rule: { says: 'ask', tool, pattern, from: 'user' } });
  });

  test.each([
    ['', 'a rule is written Tool or Tool(pattern), as in Bash(npm test)'],
    ['Bash(npm test', 'a rule is written Tool or Tool(pattern), as in Bash(npm test)'],
    ['(x)', 'a rule is written Tool or Tool(pattern), as in Bash(npm test)'],
    ['npm test', 'a rule is written Tool or Tool(pattern), as in Bash(npm test)'],
    ['Bash()', 'the pattern is empty; leave the parentheses out to mean every call'],
    ['Bash(:*)', 'write Bash to mean every command'],
    ['Bash(rm *)', 'write Bash(rm:*) to mean every command that begins so'],
    ['Read(~/x)', 'write the path from / on instead of ~'],
    ['Read(../x)', 'a path cannot climb with ..; write it from / on'],
    ['Read({a,b})', 'only *, ** and ? stand for other names; write one rule for each name'],
    ['Fetch(example.org)', 'write Fetch(domain:example.org)'],
    ['Fetch(domain:*)', 'write Fetch(domain:example.org)'],
    [
      'Teleport(mars)',
      'only bash, fetch and the tools of files take a pattern: write teleport without one, or the tool that you mean',
    ],
  ])('%j says what is wrong', (text, complaint) => {
    expect(parseRule(text, 'deny', 'user')).toEqual({
      ok: false,
      message: `the rule ${JSON.stringify(text)} cannot be read: ${complaint}`,
    });
  });
});

describe('the rule that "always" would add', () => {
  const rows: [title: string, judged: Judged, expected: string | null][] = [
    ['the exact command', bash('npm test -- --run'), 'Bash(npm test -- --run)'],
    ['a list of commands', bash('npm test; npm run lint'), 'Bash(npm test; npm run lint)'],
    ['a deletion in the project', bash('rm a', { runs: ['rm'], deletes: [here('a')] }), 'Bash(rm a)'],
    ['the one file that is edited', edit(here('src/a.ts')), 'Edit(src/a.ts)'],
    ['the one file that is written', write(here('a b.md')), 'Write(a b.md)'],
    ['the host', call('fetch', { network: ['example.org'], readOnly: true }), 'Fetch(domain:example.org)'],
    ['a path that would be a pattern', edit(here('src/*.ts')), null],
    ['a path that no rule can say', edit(here('src/{a}.ts')), null],
    ['a command that would be read as another rule', bash('x:*'), null],
    ['no command', call('bash', { runs: ['x'] }), null],
    ['an empty command', bash('', { runs: ['x'] }), null],
    ['a protected path', edit(guarded), null],
    ['a path outside', write(away), null],
    ['a command that leads outside', bash('cp a /usr/x', { runs: ['cp'], writes: [away] }), null],
    ['what cannot be analysed', bash('(x)', { unknown: 'why' }), null],
    ['what is forbidden', bash('sudo x', { runs: ['sudo'], forbidden: 'why' }), null],
    ['a host that is not known', call('fetch', { network: ['*'] }), null],
    ['a tool that is not known', call('teleport', { runs: ['x'] }), null],
  ];
  test.each(rows)('%s', (_, judged, expected) => {
    const offered = alwaysRule(judged);
    expect(offered && formatRule(offered)).toBe(expected);
    if (offered) expect(decide(judged, 'default', [offered]).verdict).toBe('allow');
  });
});

describe('several commands in one', () => {
  const inspection = { runs: ['git'], readOnly: true };
  const build = { runs: ['make'] };
  const several = (...parts: [command: string, facts: Partial<Facts>][]) =>
    bash(parts.map(([command]) => command).join(' && '), {
      runs: parts.flatMap(([, { runs = [] }]) => runs),
      readOnly: parts.every(([, { readOnly = false }]) => readOnly),
      network: parts.flatMap(([, { network = [] }]) => network),
      parts: parts.map(([command, facts]) => ({ ...NONE, ...facts, command })),
    });
  const rows: [title: string, call: Judged, mode: Mode, rules: Rule[], verdict: Verdict, offered: string | null][] = [
    ['each looks', several(['git log', inspection], ['git diff', inspection]), 'default', [], 'allow', null],
    ['one runs something', several(['git log', inspection], ['make', build]), 'default', [], 'ask', 'Bash(make)'],
    [
      'a rule allows that one',
      several(['git log', inspection], ['make', build]),
      'default',
      [rule('Bash(make:*)')],
      'allow',
      null,
    ],
    [
      'one rule for each',
      several(['make a', build], ['make b', build]),
      'default',
      [rule('Bash(make a)'), rule('Bash(make b)')],
      'allow',
      null,
    ],
    [
      'a rule for one of two',
      several(['make a', build], ['make b', build]),
      'default',
      [rule('Bash(make a)')],
      'ask',
      'Bash(make b)',
    ],
    [
      'both are asked about',
      several(['make a', build], ['make b', build]),
      'default',
      [],
      'ask',
      'Bash(make a && make b)',
    ],
    [
      'a stricter rule about one of them',
      several(['git log', inspection], ['make', build]),
      'default',
      [rule('Bash(make:*)'), rule('Bash(git log:*)', 'ask')],
      'ask',
      null,
    ],
    [
      'a denial of one of them',
      several(['git log', inspection], ['make', build]),
      'trust',
      [rule('Bash(make)', 'deny')],
      'deny',
      null,
    ],
    ['a plan', several(['git log', inspection], ['make', build]), 'plan', [rule('Bash(make)')], 'deny', null],
  ];
  test.each(rows)('%s', (_title, judged, mode, rules, verdict, offered) => {
    expect(decide(judged, mode, rules).verdict).toBe(verdict);
    const always = verdict === 'ask' ? offeredRule(judged, mode, rules) : null;
    expect(always && formatRule(always)).toBe(offered);
  });

  test('where a rule allows one of them, the reason names the others alone', () => {
    const judged = several(['make', build], ['curl x', { runs: ['curl'], network: ['x'] }]);
    expect(decide(judged, 'default', [rule('Bash(make)')]).by).toBe('mode default: running a program asks (curl)');
    expect(decide(judged, 'default', []).by).toBe('mode default: running a program asks (make, curl)');
  });

  test('a rule that asks about the whole is not lost where no part shows it', () => {
    const judged = bash('x=push; git $x', { ...build, parts: [{ ...NONE, ...build, command: '' }] });
    const asks = rule('Bash(git push:*)', 'ask');
    expect(decide({ ...judged, facts: { ...judged.facts, runs: ['git'] } }, 'auto-in-project', [asks]).verdict).toBe(
      'ask',
    );
  });

  test('what leads outside is not allowed by what a rule says of one of them', () => {
    const judged = several(['cd /usr', inspection], ['cat /usr/x', { runs: ['cat'], reads: [away], readOnly: true }]);
    const asked = { ...judged, facts: { ...judged.facts, reads: [away] } };
    expect(decide(asked, 'default', [rule('Bash(cat /usr/x)')]).verdict).toBe('ask');
  });

  test('for what no text stands for, no rule is offered but one for the whole', () => {
    const judged = several(['ls', inspection], ['', { writes: [here('out')] }]);
    const asked = {
      ...judged,
      params: { command: '{ ls; } > out' },
      facts: { ...judged.facts, writes: [here('out')] },
    };
    const offered = offeredRule(asked, 'default', []);
    expect(offered && formatRule(offered)).toBe('Bash({ ls; } > out)');
  });

  test('a rule that allows the beginning of one does not let the other through', () => {
    const judged = several(['git log', inspection], ['rm x', { deletes: [here('x')], runs: ['rm'] }]);
    expect(decide(judged, 'default', [rule('Bash(git log:*)')]).verdict).toBe('ask');
  });

  test('each of them is named', () => {
    const judged = several(['git log', inspection], ['make', build]);
    expect(decide(judged, 'default', [rule('Bash(make)')]).by).toBe(
      'mode default: an inspection is allowed; rule Bash(make) (command line)',
    );
  });
});

describe('"always" is not offered', () => {
  test.each([
    ['where a rule asks', [rule('Bash(npm test)', 'ask')], 'default'],
    ['where a plan is made', [], 'plan'],
  ] as const)('%s', (_title, rules, mode) => {
    expect(offeredRule(bash('npm test'), mode, [...rules])).toBeNull();
  });
});

describe('the file of a plan', () => {
  const PLAN: PathFact = { path: '/project/.tagma/plans/s.md', where: 'protected' };
  const rows: [title: string, call: Judged, mode: Mode, planFile: string | null, verdict: Verdict][] = [
    ['is written while a plan is made', write(PLAN), 'plan', '.tagma/plans/s.md', 'allow'],
    [
      'and edited',
      call('edit', { reads: [PLAN], writes: [PLAN], readOnly: false }),
      'plan',
      '.tagma/plans/s.md',
      'allow',
    ],
    ['and read', call('read', { reads: [PLAN], readOnly: true }), 'plan', '.tagma/plans/s.md', 'allow'],
    ['not by a search', call('grep', { reads: [PLAN], readOnly: true }), 'plan', '.tagma/plans/s.md', 'ask'],
    ['not by a command', bash('tee x', { runs: ['tee'], writes: [PLAN] }), 'plan', '.tagma/plans/s.md', 'deny'],
    [
      'nor together with another',
      call('write', { writes: [PLAN, { path: '/project/a', where: 'inside' }] }),
      'plan',
      '.tagma/plans/s.md',
      'deny',
    ],
    [
      'of another session is not',
      write({ ...PLAN, path: '/project/.tagma/plans/t.md' }),
      'plan',
      '.tagma/plans/s.md',
      'deny',
    ],
    ['outside of a plan it is protected', write(PLAN), 'accept-edits', null, 'ask'],
  ];
  test.each(rows)('%s', (_title, judged, mode, planFile, verdict) => {
    expect(decide({ ...judged, folder: '/project', planFile }, mode, []).verdict).toBe(verdict);
  });

  test('a rule that denies it holds', () => {
    const rules = [rule('Write(.tagma/**)', 'deny')];
    expect(decide({ ...write(PLAN), folder: '/project', planFile: '.tagma/plans/s.md' }, 'plan', rules).verdict).toBe(
      'deny',
    );
  });
});
