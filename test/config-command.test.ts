/** tagma config: what holds and where it comes from, and what gets into which file. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { start } from './command.ts';

let root = '';
let folder = '';
let home = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-config-command-')));
  folder = join(root, 'project');
  home = join(root, 'home');
  mkdirSync(folder);
});

function put(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const own = () => join(home, '.config/tagma/config.jsonc');
const config = (args: readonly string[], env: Record<string, string> = {}, input = '') =>
  start(['config', ...args], { env: { HOME: home, ...env }, cwd: folder, input }).ended;
const lines = (text: string) =>
  text
    .trimEnd()
    .split(/\n/)
    .map((line) => line.replaceAll(root, 'ROOT').split(/ {2,}/));

describe('what holds', () => {
  test('is listed with where it comes from, and what is not taken with why', async () => {
    put(own(), '{\n  "mode": "plan",\n  "retries": 2, "providers": {"work": {"url": "http://w", "key": "k"}}\n}');
    put(join(folder, '.tagma/config.jsonc'), '{"retries": 3, "customTools": {}, "history": {"dir": "/x"}}');
    const { code, out, err } = await config(['list'], { TAGMA_LIMITS_COST: '0.5', TAGMA_MDOE: 'x' });
    expect({ code, err }).toEqual({
      code: 0,
      err: 'tagma: there is no variable TAGMA_MDOE; did you mean TAGMA_MODE?\n',
    });
    const mine = 'ROOT/home/.config/tagma/config.jsonc';
    const projects = 'ROOT/project/.tagma/config.jsonc';
    expect(lines(out)).toEqual([
      ['KEY', 'VALUE', 'FROM'],
      ['mode', 'plan', `${mine}:2:3`],
      ['limits.cost', '0.5', 'TAGMA_LIMITS_COST'],
      ['retries', '3', `${projects}:1:2, over ${mine}:3:3`],
      ['history.dir', '/x', `${projects}:1:47, not taken: the folder is not trusted`],
      ['customTools', '{}', `${projects}:1:16`],
      ['providers.work', '{"url":"http://w","key":"[not shown]"}', `${mine}:3:31`],
    ]);
  });

  test('is shown without what its variables hold, and without passwords', async () => {
    const PIN = `/\${PIN}`;
    put(
      own(),
      '{"fallbacks": ["http://me:hidden5@f", "http://hidden6@g"], "search": {"searxng": "http://me:hidden1@s"}, "providers": {"w": {"url": "http://me:hidden2@h/v1?key=hidden4"}}}',
    );
    put(join(folder, '.tagma/config.jsonc'), `{"prompts": "${PIN}", "sandbox": {"hidden": ["${PIN}"]}}`);
    const { out } = await config(['list'], { PIN: 'hidden3' });
    expect(lines(out).map(([key, value]) => [key, value])).toEqual([
      ['KEY', 'VALUE'],
      ['fallbacks', '["http://me:[not shown]@f","http://[not shown]@g"]'],
      ['prompts', PIN],
      ['sandbox.hidden', `["${PIN}"]`],
      ['search.searxng', 'http://me:[not shown]@s'],
      ['providers.w', '{"url":"http://me:[not shown]@h/v1?[not shown]"}'],
    ]);
    expect(await config(['get', 'providers.w.url'], { PIN: '1' })).toMatchObject({
      out: 'http://me:[not shown]@h/v1?[not shown]\n',
    });
  });

  test('of one key is on standard output, and where it comes from on standard error', async () => {
    put(own(), '{"limits": {"turns": 7}}');
    expect(await config(['get', 'limits.turns'])).toEqual({ code: 0, out: '7\n', err: `from ${own()}:1:13\n` });
    expect(await config(['get', 'mode'])).toEqual({ code: 0, out: 'default\n', err: 'from default\n' });
    expect(await config(['get', 'limits'])).toMatchObject({ code: 0, out: '{\n  "turns": 7\n}\n' });
    const { out } = await config(['get', 'limits.turns', '--json'], { TAGMA_LIMITS_TURNS: '9' });
    expect(JSON.parse(out)).toEqual({
      key: 'limits.turns',
      value: 9,
      origin: { from: 'environment', place: 'TAGMA_LIMITS_TURNS' },
      hidden: [{ from: 'user', place: `${own()}:1:13` }],
      left: null,
    });
  });
});

describe('a value that is set', () => {
  test('is written where comments and unknown keys stay, and holds', async () => {
    put(own(), '// mine\n{\n  // why\n  "later": 1,\n}\n');
    expect(await config(['set', 'limits.turns', '5'])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(own(), 'utf8')).toBe(
      '// mine\n{\n  // why\n  "later": 1,\n  "limits": {\n    "turns": 5\n  },\n}\n',
    );
    expect(await config(['unset', 'limits.turns'])).toMatchObject({ code: 0 });
    expect(await config(['get', 'limits.turns'])).toMatchObject({ out: '100\n' });
  });

  test('in the project is for all, and in the local file for one', async () => {
    await config(['set', '--project', 'mode', 'accept-edits']);
    await config(['set', '--local', 'theme', 'dark']);
    const [shared, local] = ['config.jsonc', 'config.local.jsonc'].map((name) => join(folder, '.tagma', name));
    expect(readFileSync(shared ?? '', 'utf8')).toBe('{\n  "mode": "accept-edits"\n}\n');
    expect(readFileSync(local ?? '', 'utf8')).toBe('{\n  "theme": "dark"\n}\n');
    expect(statSync(shared ?? '').mode & 0o777).toBe(0o644);
    expect(readFileSync(join(folder, '.tagma/.gitignore'), 'utf8')).toContain('config.local.jsonc\n');
    // Who has written it himself is not asked about it.
    expect(await config(['get', 'mode'])).toMatchObject({ out: 'accept-edits\n' });
  });

  test('trusts nothing that somebody else has put there', async () => {
    put(join(folder, '.tagma/config.jsonc'), '{"sandbox": {"off": true}}');
    await config(['set', '--project', 'mode', 'trust']);
    expect(await config(['get', 'sandbox.off'])).toMatchObject({ out: 'false\n' });
    expect(await config(['get', 'mode'])).toMatchObject({ out: 'default\n' });
  });

  test.each<[string[], string]>([
    [
      ['mode', 'plna'],
      '"mode": should be "plan", "default", "accept-edits", "auto-in-project", "trust". Did you mean "plan"?',
    ],
    [['limits..turns', '3'], 'there is no key limits..turns. Did you mean limits.turns?'],
    [['constructor', 'x'], 'there is no key constructor.'],
    [['keys', 'ctrl+r'], '"keys": should be a command and its keys'],
    [['limits.trns', '3'], 'there is no key limits.trns. Did you mean limits.turns?'],
    [['modle', 'x'], 'there is no key modle. Did you mean mode?'],
    [['mode'], 'mode: give its value: tagma config set mode VALUE'],
    [['--project', 'endpoint', 'http://x'], 'endpoint is never taken from a project: leave out --project.'],
    [['--project', 'providers.x.key', 'sk-1'], 'a key never lies in a project: leave out --project'],
    [['--project', '--local', 'mode', 'plan'], '--project and --local are two files: name one of them.'],
    [['customTools.x.body', 'y'], '"customTools.x.description": should be a text'],
    [['providers.depseek.key', 'k'], 'there is no provider "depseek". Did you mean deepseek?'],
  ])('%j is refused, and nothing is written', async (args, message) => {
    put(own(), '{"retries": 1}');
    const ended = await config(['set', ...args]);
    expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
    expect(readFileSync(own(), 'utf8')).toBe('{"retries": 1}');
  });

  test.each(['.tagma', '.tagma/config.jsonc'])('goes nowhere else by a link of a project: %s', async (link) => {
    put(own(), '{"retries": 1}');
    mkdirSync(dirname(join(folder, link)), { recursive: true });
    symlinkSync(link === '.tagma' ? dirname(own()) : own(), join(folder, link));
    const { code, err } = await config(['set', '--project', 'mode', 'trust']);
    expect({ code, err: err.includes('is behind a link that leads out of the project') }).toEqual({
      code: 2,
      err: true,
    });
    expect(readFileSync(own(), 'utf8')).toBe('{"retries": 1}');
    expect(statSync(own()).mode & 0o777).toBe(0o600);
  });

  test('into a folder that is none is refused', async () => {
    writeFileSync(join(folder, '.tagma'), '');
    expect(await config(['set', '--project', 'mode', 'plan'])).toMatchObject({ code: 2 });
  });

  test('into a file that is broken is refused, and the file left as it is', async () => {
    put(own(), '{"retries": ');
    expect(await config(['set', 'mode', 'plan'])).toMatchObject({ code: 2, err: expect.stringContaining(own()) });
    expect(readFileSync(own(), 'utf8')).toBe('{"retries": ');
  });
});

test('a key is kept apart, shown nowhere, and forgotten', async () => {
  const secrets = join(home, '.config/tagma/secrets.jsonc');
  const said = `the key of deepseek is kept in ${secrets}.\n`;
  expect(await config(['set', 'providers.deepseek.key'], {}, 'sk-1\n')).toEqual({ code: 0, out: '', err: said });
  expect(JSON.parse(readFileSync(secrets, 'utf8'))).toEqual({ deepseek: 'sk-1' });
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
  const shown = [
    await config(['list']),
    await config(['get', 'providers.deepseek.key']),
    await config(['list', '--json']),
  ];
  expect(shown.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(JSON.stringify(shown)).not.toContain('sk-1');
  expect(await config(['unset', 'providers.deepseek.key'])).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(secrets, 'utf8'))).toEqual({});
});

describe('an edited file', () => {
  /** Puts the text in the place of what the editor is given. */
  const editor = (text: string) => {
    const script = put(
      join(root, 'editor.mjs'),
      `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], ${JSON.stringify(text)});`,
    );
    return { EDITOR: `"${process.execPath}" "${script}"` };
  };

  test('is written where nothing in it is wrong', async () => {
    expect(await config(['edit'], editor('{"mode": "plan"} // mine\n'))).toMatchObject({ code: 0 });
    expect(readFileSync(own(), 'utf8')).toBe('{"mode": "plan"} // mine\n');
    const { err } = await config(['edit'], editor('{"modle": "plan"}'));
    expect(err).toBe(`${own()} is written.\ntagma: ${own()}:1:2: there is no key "modle"; did you mean "mode"?\n`);
  });

  test('needs a terminal, or an editor of its own', async () => {
    expect(await config(['edit'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('an editor needs a terminal'),
    });
  });

  test('is left as it was where something is, and the work is not lost', async () => {
    put(own(), '{}');
    const { code, err } = await config(['edit'], editor('{"mode": "x"}'));
    expect({ code, place: err.includes(`${own()}:1:2: "mode": should be`) }).toEqual({ code: 2, place: true });
    expect(readFileSync(own(), 'utf8')).toBe('{}');
    expect(readFileSync(`${own()}.edited`, 'utf8')).toBe('{"mode": "x"}');
  });
});

test('a project that is not trusted runs nothing of its own in a run without a person', async () => {
  put(join(folder, '.tagma/config.jsonc'), '{"mode": "trust", "bash": {"prefix": "exit 3"}, "theme": "dark"}');
  const run = (args: readonly string[]) =>
    start(['tool', 'bash', '--params', '{"command": "echo yes"}', ...args], { cwd: folder, env: { HOME: home } }).ended;
  const untrusted = await run(['--allow', 'Bash', '--no-sandbox']);
  expect(untrusted.err).toBe(
    'tagma: mode, bash.prefix: these settings of the folder’s own are not taken: you have not trusted it (--trust-folder does).\n',
  );
  expect(JSON.parse(untrusted.out)).toMatchObject({ status: 'ok' });
  const trusted = await run(['--trust-folder', '--no-sandbox']);
  expect(trusted.err).toBe('');
  expect(JSON.parse(trusted.out)).toMatchObject({ status: 'error' });
});
