/** Rules of the command line, the configuration and the folder; and what of the folder's counts before it is trusted. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatRule, type Rule } from '@tagma/core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { hashOfFolder, LOCAL_FILE, PROJECT_FILE } from '../../src/permissions/folder-files.ts';
import { keptRules } from '../../src/permissions/kept-rules.ts';
import { type RulesOfRun, rulesOfRun } from '../../src/permissions/rules-of-run.ts';
import { keepTrust } from '../../src/permissions/trust.ts';

const NO_OPTIONS = { allow: [], ask: [], deny: [] };
const TOOLS = ['bash', 'edit', 'read'];
const MAKE: Rule = { says: 'allow', tool: 'bash', pattern: 'make', from: 'answer' };

let root = '';
let folder = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-rules-')));
  folder = join(root, 'project');
  mkdirSync(folder);
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

const env = () => ({ XDG_STATE_HOME: join(root, 'state') });
const read = (options: Partial<Parameters<typeof rulesOfRun>[1]> = {}, config = NO_CONFIG) =>
  rulesOfRun(folder, { ...NO_OPTIONS, ...options }, config, TOOLS, env());
const said = (rules: readonly Rule[]) => rules.map((rule) => `${rule.from}: ${rule.says} ${formatRule(rule)}`);

async function found(options: Partial<Parameters<typeof rulesOfRun>[1]> = {}, config = NO_CONFIG): Promise<RulesOfRun> {
  const rules = await read(options, config);
  if (!rules.ok) throw new Error(rules.message);
  return rules;
}

const answer = (trusts: boolean) => keepTrust(folder, hashOfFolder(folder), trusts, env());

function put(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('rules', () => {
  test('of all who set them, each with its source', async () => {
    put(PROJECT_FILE, '{ "deny": ["Bash(git push:*)"], // nobody\n "ask": [{ "rule": "Edit(src/**)", "by": "me" }] }');
    put(LOCAL_FILE, '{ "deny": ["Read(secret/**)"] }');
    const config = { ...NO_CONFIG, permissions: { allow: ['Bash(ls)'] } };
    const { rules } = await found({ allow: ['Bash(npm test)'], ask: ['Read'] }, config);
    expect(said(rules)).toEqual([
      'option: ask Read',
      'option: allow Bash(npm test)',
      'user: allow Bash(ls)',
      'project: deny Bash(git push:*)',
      'project: ask Edit(src/**)',
      'local: deny Read(secret/**)',
    ]);
  });

  test('a file that is no file, or cannot be looked at, ends the run', async () => {
    mkdirSync(join(folder, '.tagma'));
    symlinkSync('/dev/zero', join(folder, PROJECT_FILE));
    expect(await read()).toMatchObject({ ok: false, message: expect.stringMatching(/is no file\.$/) });
    rmSync(join(folder, PROJECT_FILE));
    symlinkSync('permissions.jsonc', join(folder, PROJECT_FILE));
    expect(await read()).toMatchObject({ ok: false, message: expect.stringMatching(/ELOOP/) });
  });

  const broken: readonly (readonly [title: string, text: string, says: RegExp])[] = [
    ['no JSON', '{"deny": ["Bash(x)" "Bash(y)"]}', /permissions\.jsonc:1:21: a comma is missing/],
    ['a pattern that means nothing', '{\n  "deny": ["Edit(../x)"]\n}', /permissions\.jsonc:2:12: .*cannot climb/],
    ['a tool that is none', '{"deny": ["Bsh(x)"]}', /permissions\.jsonc:1:11: .*or the tool that you mean/],
    [
      'a tool that is none, without a pattern',
      '{"deny": ["Bsh"]}',
      /permissions\.jsonc:1:11: Bsh: there is no tool Bsh\. Did you mean Bash/,
    ],
    ['no list', '{"deny": "Bash"}', /permissions\.jsonc:1:2: "deny": should be a list/],
    ['no rule', '{"deny": [3]}', /permissions\.jsonc:1:11: .*should be a rule, such as/],
    ['a key that is none', '{"dney": []}', /permissions\.jsonc:1:2: there is no key "dney"; did you mean "deny"/],
    [
      'one of a rule',
      '{"deny": [{ "rule": "Bash", "bye": "me" }]}',
      /^[^"]*permissions\.jsonc:1:29: there is no key "bye"[^\n]*$/,
    ],
    [
      'a key that is there twice',
      '{"deny": ["Bash"],\n"deny": []}',
      /permissions\.jsonc:2:1: the key "deny" stands here once more/,
    ],
  ];
  test.each(broken)('%s ends the run, with the line: a denial would be lost', async (_title, text, says) => {
    put(PROJECT_FILE, text);
    expect(await read()).toMatchObject({ ok: false, exit: 2, message: expect.stringMatching(says) });
  });

  test('an option for a tool that is not offered is refused', async () => {
    expect(await read({ deny: ['Raed'] })).toMatchObject({
      ok: false,
      message: '--deny Raed: there is no tool Raed. Did you mean Read? There are: bash, edit, read.',
    });
  });
});

describe('what a folder would allow', () => {
  test('does not count before the person has agreed, what it denies does', async () => {
    put(PROJECT_FILE, '{"allow": ["Bash(make:*)"], "deny": ["Bash(git push:*)"]}');
    const { rules, untrusted, agreed } = await found();
    expect(said(rules)).toEqual(['project: deny Bash(git push:*)']);
    expect(said(untrusted)).toEqual(['project: allow Bash(make:*)']);
    expect(agreed).toBeNull();
  });

  test('counts from then on, until the files change', async () => {
    const file = put(PROJECT_FILE, '{"allow": ["Bash(make:*)"]}');
    await answer(true);
    expect(said((await found()).rules)).toEqual(['project: allow Bash(make:*)']);
    expect(await found()).toMatchObject({ untrusted: [], rules: [{ pattern: 'make:*' }] });
    writeFileSync(file, '{"allow": ["Bash(make:*)", "Bash"]}');
    expect(await found()).toMatchObject({ rules: [], untrusted: [{}, {}] });
  });

  test('does not count after a no', async () => {
    put(PROJECT_FILE, '{"allow": ["Bash(make:*)"]}');
    await answer(false);
    expect((await found()).rules).toEqual([]);
  });

  test('an answer that is kept agrees to nothing of a configuration that waits', async () => {
    const inProject = { waits: true, texts: {}, rules: [] };
    expect((await found({}, { ...NO_CONFIG, inProject })).agreed).toBeNull();
    expect((await found({}, { ...NO_CONFIG, inProject: { ...inProject, waits: false } })).agreed).not.toBeNull();
  });

  test('rules in its configuration count as those of its other files do', async () => {
    const permissions = { allow: ['Bash(make)'], deny: ['Read(x)'] };
    const rules = [{ from: 'local' as const, file: '/c', permissions }];
    const config = { ...NO_CONFIG, inProject: { waits: false, texts: {}, rules } };
    const { rules: held, untrusted } = await found({}, config);
    expect([said(held), said(untrusted)]).toEqual([['local: deny Read(x)'], ['local: allow Bash(make)']]);
  });

  test('--trust-folder agrees, and is remembered', async () => {
    put(LOCAL_FILE, '{"allow": ["Bash(make:*)"]}');
    expect(said((await found({ trustFolder: true })).rules)).toEqual(['local: allow Bash(make:*)']);
    expect(said((await found()).rules)).toEqual(['local: allow Bash(make:*)']);
  });

  test('trust in one folder is none in another', async () => {
    put(PROJECT_FILE, '{"allow": ["Bash(make:*)"]}');
    await answer(true);
    const other = join(root, 'other');
    mkdirSync(join(other, '.tagma'), { recursive: true });
    writeFileSync(join(other, PROJECT_FILE), '{"allow": ["Bash(make:*)"]}');
    expect(await rulesOfRun(other, NO_OPTIONS, NO_CONFIG, TOOLS, env())).toMatchObject({ untrusted: [{}] });
  });

  test('a record of trust that is broken trusts nobody', async () => {
    put(PROJECT_FILE, '{"allow": ["Bash(make:*)"]}');
    await answer(true);
    writeFileSync(join(root, 'state', 'tagma', 'trusted.jsonc'), '{"folders": 3');
    expect(await found()).toMatchObject({ rules: [], untrusted: [{}] });
  });
});

describe('what the person answers with "always"', () => {
  const kept = (agreed: string | null) => keptRules(folder, 's1', agreed ?? '', env());

  test('is kept with when and by whom, out of what is shared, and trusted', async () => {
    const rules = kept((await found()).agreed);
    expect(await rules.keep(MAKE)).toBeNull();
    expect(await rules.keep({ ...MAKE, pattern: 'npm test' })).toBeNull();
    expect(await rules.keep(MAKE)).toBeNull();
    const { allow } = JSON.parse(readFileSync(join(folder, LOCAL_FILE), 'utf8'));
    expect(allow).toEqual([
      { rule: 'Bash(make)', at: expect.stringMatching(/^\d{4}-/), by: expect.stringMatching(/@.*, session s1$/) },
      { rule: 'Bash(npm test)', at: expect.any(String), by: expect.any(String) },
    ]);
    expect(statSync(join(folder, LOCAL_FILE)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, '.tagma', '.gitignore'), 'utf8')).toContain('permissions.local.jsonc');
    expect(said((await found()).rules)).toEqual(['local: allow Bash(make)', 'local: allow Bash(npm test)']);
  });

  test('of two sessions, one after the other, all of it is trusted', async () => {
    const { agreed } = await found();
    const [one, other] = [kept(agreed), kept(agreed)];
    expect(await one.keep(MAKE)).toBeNull();
    expect(await other.keep({ ...MAKE, pattern: 'npm test' })).toBeNull();
    expect(said((await found()).rules)).toEqual(['local: allow Bash(make)', 'local: allow Bash(npm test)']);
  });

  test('two at the same time are both kept', async () => {
    const rules = kept((await found()).agreed);
    await Promise.all([rules.keep(MAKE), rules.keep({ ...MAKE, pattern: 'npm test' })]);
    expect((await found()).rules).toHaveLength(2);
  });

  test('comments of the person stay', async () => {
    put(LOCAL_FILE, '{\n  // mine\n  "deny": ["Bash(rm:*)"]\n}\n');
    await kept((await found()).agreed).keep(MAKE);
    expect(readFileSync(join(folder, LOCAL_FILE), 'utf8')).toMatch(/\/\/ mine\n {2}"deny"/);
  });

  test('is taken out again', async () => {
    const rules = kept((await found()).agreed);
    await rules.keep(MAKE);
    expect(await rules.forget(MAKE)).toBeNull();
    expect((await found()).rules).toEqual([]);
  });

  test('does not make what somebody else has put there trusted', async () => {
    const rules = kept((await found()).agreed);
    put(PROJECT_FILE, '{"allow": ["Bash"]}');
    expect(await rules.keep(MAKE)).toMatch(/changed by somebody else too/);
    expect(await found()).toMatchObject({ rules: [], untrusted: [{ pattern: '' }, { pattern: 'make' }] });
  });

  test('goes nowhere else by a link of the project', async () => {
    const elsewhere = join(root, 'elsewhere.jsonc');
    writeFileSync(elsewhere, '{}');
    mkdirSync(join(folder, '.tagma'), { recursive: true });
    symlinkSync(elsewhere, join(folder, LOCAL_FILE));
    expect(await kept((await found()).agreed).keep(MAKE)).toMatch(/a link that leads out of the project/);
    expect(readFileSync(elsewhere, 'utf8')).toBe('{}');
  });

  test('makes nothing elsewhere by a link in the place of the .gitignore', async () => {
    const elsewhere = join(root, 'not-there');
    mkdirSync(join(folder, '.tagma'), { recursive: true });
    symlinkSync(elsewhere, join(folder, '.tagma/.gitignore'));
    expect(await kept((await found()).agreed).keep(MAKE)).toBeNull();
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('a file that is broken is left as it is, and it is said', async () => {
    const rules = kept((await found()).agreed);
    const file = put(LOCAL_FILE, '{"deny": ');
    expect(await rules.keep(MAKE)).toMatch(/permissions\.local\.jsonc:1:10/);
    expect(readFileSync(file, 'utf8')).toBe('{"deny": ');
  });
});
