/** `tagma tools` and `tagma tool`: what a session offers, and single calls as the agent would make them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run, temporaryFolder } from './command.ts';

const folderWith = (files: { readonly [name: string]: string }) => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};
const lines = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { status: string; content: string; details: object });

async function calls(given: readonly (object | string)[], args: readonly string[] = [], folder = temporaryFolder()) {
  const input = given.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  const ended = await run(['tool', '--jsonl', '--cwd', folder, ...args], { input });
  return { ...ended, folder, outcomes: lines(ended.out) };
}

describe('tagma tool', () => {
  test('runs one tool, and says how it went', async () => {
    const folder = folderWith({ 'a.txt': 'one\ntwo\n' });
    const { code, out } = await run(['tool', 'read', '--params', '{"path": "a.txt"}', '--cwd', folder]);
    expect(code).toBe(0);
    expect(lines(out)).toEqual([
      {
        status: 'ok',
        content: 'one\ntwo\n',
        details: expect.objectContaining({ path: join(folder, 'a.txt'), bytes: 8 }),
      },
    ]);
  });

  type Row = readonly [title: string, args: readonly string[], code: number, says: RegExp];
  const wrong: readonly Row[] = [
    ['a call that fails', ['read', '--params', '{"path": "nowhere"}'], 1, /"status":"error"/],
    [
      'a call that would ask',
      ['bash', '--params', '{"command": "touch x"}'],
      1,
      /"status":"denied".*nobody is there to ask/,
    ],
    ['a tool that is none', ['raed'], 1, /Did you mean read\?/],
    ['a missing parameter', ['read'], 1, /path/],
    ['parameters that are no JSON', ['read', '--params', '{'], 2, /^tagma: --params: /],
    ['parameters that are no object', ['read', '--params', '[]'], 2, /it should be a JSON object/],
    ['no name', [], 2, /a name and --params, or --jsonl/],
    ['a name beside --jsonl', ['read', '--jsonl'], 2, /a name and --params, or --jsonl/],
    ['a folder that is none', ['ls', '--cwd', '/nowhere'], 2, /is not a folder/],
    [
      'a tool that is not among the chosen',
      ['bash', '--tools', 'readonly', '--params', '{"command": "ls"}'],
      1,
      /no tool \\"bash\\"/,
    ],
  ];
  test.each(wrong)('%s', async (_title, args, code, says) => {
    const ended = await run(['tool', ...args], { cwd: temporaryFolder() });
    expect({ code: ended.code, says: says.test(ended.out + ended.err) }).toEqual({ code, says: true });
  });

  test.each([
    ['edit', { old: 'root', new: 'hacked' }],
    ['write', { content: 'malicious' }],
    ['read', {}],
  ])('a path outside of the project asks, and is denied where nobody is there: %s', async (tool, params) => {
    const root = temporaryFolder();
    const folder = join(root, 'deep', 'project');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, 'passwd'), 'root');
    for (const mode of ['default', 'auto-in-project']) {
      const call = { tool, params: { path: '../../passwd', ...params } };
      const { outcomes } = await calls([call], ['--mode', mode], folder);
      expect(outcomes).toMatchObject([
        { status: 'denied', content: expect.stringMatching(/outside the project asks/) },
      ]);
    }
    expect(readFileSync(join(root, 'passwd'), 'utf8')).toBe('root');
  });

  test('--mode and --allow let it do more', async () => {
    const command = ['bash', '--params', '{"command": "touch made"}'];
    for (const more of [['-t'], ['--mode', 'auto-in-project'], ['--allow', 'Bash(touch made)']]) {
      const folder = temporaryFolder();
      expect(await run(['tool', ...command, '--cwd', folder, ...more])).toMatchObject({ code: 0 });
      expect(existsSync(join(folder, 'made'))).toBe(true);
    }
  });

  test('an exit code and a timeout have their own words', async () => {
    const { outcomes } = await calls(
      [
        { tool: 'bash', params: { command: 'echo out; exit 3' } },
        { tool: 'bash', params: { command: 'sleep 30', timeout: 0.2 } },
      ],
      ['-t'],
    );
    expect(outcomes).toMatchObject([
      { status: 'error', content: expect.stringContaining('out'), details: { exitCode: 3 } },
      { status: 'timeout' },
    ]);
  });
});

describe('tagma tool --jsonl', () => {
  test('each line is a reply of its own: a bad one stops nothing, and all are in one session', async () => {
    const { code, outcomes, folder } = await calls(
      [
        'no JSON',
        '[]',
        `{"tool": "ls", "params": ${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
        { tool: 'read', params: 'a.txt' },
        { tool: 'bash', params: { command: 'exit 1' } },
        { tool: 'write', params: { path: 'a.txt', content: 'one' } },
        { tool: 'edit', params: { path: 'a.txt', old: 'one', new: 'two' } },
        { tool: 'todo', params: { items: [{ text: 'a', status: 'done' }] } },
        { tool: 'ask', params: { question: 'which?' } },
      ],
      ['-t'],
    );
    expect(code).toBe(0);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['error', 'error', 'error', 'error', 'error', 'ok', 'ok', 'ok', 'error'],
    ]);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8').trimEnd()).toBe('two');
  });

  test('the same call again and again is what it is: nothing is said of repetition', async () => {
    const { outcomes } = await calls(Array(8).fill({ tool: 'ls', params: {} }));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill('ok'));
  });
});

test('details go by their settled names', async () => {
  const folder = folderWith({ 'a.txt': 'one\ntwo\n' });
  const path = join(folder, 'a.txt');
  const rows: readonly (readonly [tool: string, params: object, status: string, details: object])[] = [
    ['read', { path: 'a.txt' }, 'ok', { path, bytes: 8, truncated: false }],
    ['grep', { pattern: 'o', path: 'a.txt' }, 'ok', { path, matchCount: 2, truncated: false }],
    ['glob', { pattern: '*.txt' }, 'ok', { path: folder, matchCount: 1, truncated: false }],
    ['ls', {}, 'ok', { path: folder, entryCount: 1, truncated: false }],
    ['edit', { path: 'a.txt', old: 'o', new: '0', all: true }, 'ok', { path, matchCount: 2, diff: expect.any(String) }],
    ['write', { path: 'a.txt', content: 'x\n' }, 'ok', { path, bytes: 2, diff: expect.stringContaining('+x') }],
    [
      'bash',
      { command: 'echo x' },
      'ok',
      { exitCode: 0, signal: null, durationMs: expect.any(Number), truncated: false, bytes: 2 },
    ],
    ['bash', { command: 'seq 1 9999' }, 'ok', { truncated: true, bytes: 48_888, fullOutputPath: expect.any(String) }],
    ['bash', { command: 'exit 3' }, 'error', { exitCode: 3, signal: null }],
    ['bash', { command: 'sleep 60', timeout: 0.3 }, 'timeout', { durationMs: expect.any(Number) }],
    ['bash', { command: 'sleep 60', background: true }, 'ok', { job: 'job-1', state: 'running' }],
    ['bash', { job: 'job-1', action: 'read' }, 'ok', { job: 'job-1', state: 'running' }],
    ['bash', { job: 'job-1', action: 'stop' }, 'ok', { job: 'job-1', state: 'stopped' }],
    ['bash', { job: 'job-7' }, 'error', {}],
    ['todo', { items: ['open', 'doing', 'done'].map((status) => ({ text: status, status })) }, 'ok', {}],
    ['todo', { items: [{ text: 'x', status: 'later' }] }, 'error', {}],
    ['undo', {}, 'ok', { steps: 1, paths: [path], diff: expect.stringContaining('-x') }],
  ];
  const { outcomes } = await calls(
    rows.map(([tool, params]) => ({ tool, params })),
    ['-t'],
    folder,
  );
  expect(outcomes.map(({ status }, at) => [rows[at]?.[0], status])).toEqual(
    rows.map(([tool, , status]) => [tool, status]),
  );
  for (const [at, [, , , details]] of rows.entries()) expect(outcomes[at]?.details).toMatchObject(details);
});

describe('tagma tools', () => {
  const names = async (...args: readonly string[]) => {
    const { out } = await run(['tools', '--format', 'json', ...args]);
    return (JSON.parse(out) as { name: string }[]).map(({ name }) => name);
  };

  test('as JSON it is what tagma parse --tools reads', async () => {
    const { out } = await run(['tools', '--format', 'json', '--tools', 'ls']);
    const file = join(folderWith({ 'tools.json': out }), 'tools.json');
    const input = '<action tool="read"><path>a</path></action>';
    const parsed = JSON.parse((await run(['parse', '--tools', file], { input })).out);
    expect(parsed.error).toMatchObject({ code: 'unknown-tool', message: expect.stringContaining('ls') });
  });

  test('the sets', async () => {
    expect(await names('--tools', 'minimal')).toEqual(['bash', 'read', 'write', 'edit']);
    const looking = ['read', 'glob', 'grep', 'ls', 'fetch', 'ask', 'todo', 'plan'];
    expect(await names('--tools', 'readonly')).toEqual(looking);
    const all = ['bash', 'read', 'write', 'edit', 'glob', 'grep', 'ls', 'fetch', 'git', 'undo', 'ask', 'todo', 'plan'];
    expect(await names('--tools', 'default')).toEqual(all);
    expect(await names('--tools', 'minimal, grep')).toEqual(['bash', 'read', 'write', 'edit', 'grep']);
    expect(await names('--tools', 'todo,readonly,Undo')).toEqual([
      ...['read', 'glob', 'grep', 'ls', 'fetch'],
      ...['undo', 'ask', 'todo', 'plan'],
    ]);
    expect(await names()).toEqual(all);
  });

  test('search is there where somebody can be asked, and else it is said how', async () => {
    const { err } = await run(['tools']);
    expect(err).toContain('set SEARXNG_URL');
    for (const env of [{ SEARXNG_URL: 'http://127.0.0.1:1' }, { TAVILY_API_KEY: 'tvly-1234567890' }]) {
      const { out } = await run(['tools', '--tools', 'search'], { env });
      expect(out).toMatch(/^search/);
    }
    const { code, err: said } = await run(['tools', '--tools', 'search']);
    expect([code, said.includes('search is not offered: set SEARXNG_URL')]).toEqual([2, true]);
  });

  test.each([
    ['raed', /there is no tool raed\. Did you mean read\?/],
    ['read,minimals', /Did you mean minimal\?/],
    [',', /no tool is named/],
  ])('--tools %s is refused', async (given, says) => {
    for (const command of [['tools'], ['tool', 'ls'], ['-p', 'x', '--endpoint', 'http://127.0.0.1:9/v1']]) {
      const { code, err } = await run([...command, '--tools', given]);
      expect({ code, said: says.test(err) }).toEqual({ code: 2, said: true });
    }
  });
});

test('bash and read are as the configuration sets them', async () => {
  const folder = folderWith({
    'a.txt': 'one\ntwo\n',
    'c.jsonc': '{"bash": {"prefix": "export GREETING=hello;", "timeout": 0.3}, "read": {"numbered": true}}',
  });
  const { outcomes } = await calls(
    [
      { tool: 'bash', params: { command: 'printenv GREETING' } },
      { tool: 'bash', params: { command: 'sleep 30' } },
      { tool: 'read', params: { path: 'a.txt' } },
    ],
    ['-t', '--config', join(folder, 'c.jsonc')],
    folder,
  );
  expect(outcomes).toMatchObject([
    { status: 'ok', content: expect.stringContaining('hello') },
    { status: 'timeout' },
    { status: 'ok', content: expect.stringMatching(/^\s*1\tone\n\s*2\ttwo/) },
  ]);
});

test('commands do not inherit the keys of Tagma itself', async () => {
  const env = { TAVILY_API_KEY: 'tvly-1234567890', TAGMA_API_KEY: 'key-1234567890', OTHER: 'kept' };
  const params = JSON.stringify({ command: 'printenv' });
  const { out } = await run(['tool', 'bash', '-t', '--params', params], { env });
  expect([out.includes('OTHER=kept'), /-1234567890/.test(out)]).toEqual([true, false]);
});

test('the shell of bash may stand behind other words', async () => {
  const folder = folderWith({ 'c.jsonc': '{"bash": {"shell": ["env", "GREETING=hello", "bash"]}}' });
  const { outcomes } = await calls(
    [{ tool: 'bash', params: { command: 'printenv GREETING' } }],
    ['-t', '--config', join(folder, 'c.jsonc')],
    folder,
  );
  expect(outcomes).toMatchObject([{ status: 'ok', content: 'hello\n' }]);
});

describe('tools of the person’s own', () => {
  const SCRIPT = `#!/bin/sh\nread -r given\necho "got $given in $(basename "$PWD")"\ncase $given in *fail*) echo why >&2; exit 4;; *slow*) sleep 30;; esac\n`;
  const own = (more: object = {}) => {
    const folder = folderWith({ 'deploy.sh': SCRIPT });
    chmodSync(join(folder, 'deploy.sh'), 0o755);
    mkdirSync(join(folder, 'project'));
    const parameters = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
    const deploy = {
      description: 'Deploys it.',
      command: [join(folder, 'deploy.sh')],
      parameters,
      body: 'to',
      ...more,
    };
    writeFileSync(join(folder, 'config.jsonc'), JSON.stringify({ customTools: { deploy } }));
    return { config: join(folder, 'config.jsonc'), project: join(folder, 'project') };
  };

  test('get their parameters as JSON on standard input, and their output is the content', async () => {
    const { config, project } = own({ timeout: 0.5 });
    const { outcomes } = await calls(
      ['here', 'fail', 'slow'].map((to) => ({ tool: 'deploy', params: { to } })),
      ['-t', '--config', config],
      project,
    );
    expect(outcomes).toMatchObject([
      { status: 'ok', content: 'got {"to":"here"} in project\n', details: { exitCode: 0 } },
      {
        status: 'error',
        content: expect.stringMatching(/fail[\s\S]*why\n[\s\S]*exit code 4/),
        details: { exitCode: 4 },
      },
      { status: 'timeout', content: expect.stringContaining('longer than 0.5 seconds') },
    ]);
  });

  test('are offered, checked by their schema, and asked about', async () => {
    const { config, project } = own();
    const { out } = await run(['tools', '--config', config]);
    expect(out).toMatch(/^deploy\n {2}Deploys it\.\n {4}to {2}string \(or the text of the action\)$/m);
    const { outcomes } = await calls(
      [
        { tool: 'deploy', params: {} },
        { tool: 'deploy', params: { to: 'here' } },
      ],
      ['--config', config],
      project,
    );
    expect(outcomes).toMatchObject([
      { status: 'error', content: expect.stringContaining('to') },
      { status: 'denied', content: expect.stringContaining('running a program asks') },
    ]);
    const allowed = await calls(
      [{ tool: 'deploy', params: { to: 'x' } }],
      ['--config', config, '--allow', 'Deploy'],
      project,
    );
    expect(allowed.outcomes).toMatchObject([{ status: 'ok' }]);
  });

  test('may take nothing', async () => {
    const { config, project } = own({ parameters: { type: 'object' }, body: undefined });
    const { outcomes } = await calls([{ tool: 'deploy' }], ['-t', '--config', config], project);
    expect(outcomes).toMatchObject([{ status: 'ok', content: 'got {} in project\n' }]);
  });

  const wrong: readonly (readonly [title: string, tool: object, says: RegExp])[] = [
    ['a program that is not there', { command: ['/nowhere/at-all'] }, /could not be started/],
    [
      'parameters that are no schema',
      { parameters: { properties: { a: { type: 'text' } } } },
      /parameters\.properties\.a\.type should be one of/,
    ],
    ['no command', { command: [] }, /command/],
  ];
  test.each(wrong)('%s: it is said', async (_title, tool, says) => {
    const { config, project } = own(tool);
    const { out, err } = await calls([{ tool: 'deploy', params: { to: 'x' } }], ['-t', '--config', config], project);
    expect(out + err).toMatch(says);
  });

  test('one with the name of a tool that there is, is refused', async () => {
    const folder = folderWith({});
    const bash = { description: 'x', command: ['x'], parameters: { type: 'object', properties: {} } };
    writeFileSync(join(folder, 'c.jsonc'), JSON.stringify({ customTools: { bash } }));
    expect(await run(['tools', '--config', join(folder, 'c.jsonc')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('customTools: bash: there is a tool of that name already'),
    });
  });
});
