import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

const NONE: Facts = { ...NO_FACTS, readOnly: false };

let place: TestPlace;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

/** All but the parts: what they are is told in parts.test.ts. */
async function wholeOf(...[call, at]: Parameters<typeof takeFacts>) {
  const { parts: _parts, ...facts } = await takeFacts(call, at);
  return facts;
}

const facts = (tool: string, params: { [name: string]: unknown }) => wholeOf({ tool, params }, place);
const bash = (command: string) => facts('bash', { command });
const inside = (path: string) => ({
  path: path === '' ? place.folder : join(place.folder, path),
  where: 'inside' as const,
});
const outside = (path: string) => ({ path, where: 'outside' as const });
const guarded = (path: string) => ({ path: join(place.folder, path), where: 'protected' as const });
/** What a command changes that writes the repository's configuration. */
const GIT_CONFIG = () => ({ writes: [guarded('.git/config')], runsByItself: [join(place.folder, '.git/config')] });

describe('where a path leads', () => {
  const rows: [title: string, written: () => string, expected: () => object[]][] = [
    ['a file in the project', () => 'src/a.ts', () => [inside('src/a.ts')]],
    ['the project itself', () => '.', () => [inside('')]],
    ['an absolute path in the project', () => join(place.folder, 'src/a.ts'), () => [inside('src/a.ts')]],
    ['a file that does not exist yet', () => 'new/folder/x.ts', () => [inside('new/folder/x.ts')]],
    ['a mention', () => '@src/a.ts', () => [inside('src/a.ts')]],
    ['a folder whose name begins like one', () => '@types/a.ts', () => [inside('@types/a.ts')]],
    ['the folder above', () => '..', () => [outside(place.home)]],
    ['a sibling whose name begins alike', () => '../project-2/x', () => [outside(`${place.folder}-2/x`)]],
    ['the home', () => '~/notes.txt', () => [outside(join(place.home, 'notes.txt'))]],
    ['the system', () => '/usr/share/x', () => [outside('/usr/share/x')]],
    ['a link to a file outside', () => 'link-out', () => [outside('/etc/passwd')]],
    ['a new file below a link', () => 'linked-folder/a/b', () => [outside(join(place.elsewhere, 'a/b'))]],
    ['a link to what does not exist', () => 'dangling', () => [outside(join(place.elsewhere, 'not/yet'))]],
    ['a link that stays inside', () => 'deep/x', () => [inside('src/deep/x')]],
    [
      'a way up through a link, read in both ways',
      () => 'linked-folder/../x',
      () => [outside(join(place.elsewhere, '../x')), inside('x')],
    ],
    ['a process that looks like a file', () => '/proc/self/cwd/x', () => [outside('/proc/self/cwd/x')]],
    ['an environment file', () => '.env', () => [guarded('.env')]],
    ['an environment file in another case', () => 'src/.Env.local', () => [guarded('src/.Env.local')]],
    ['a link to an environment file', () => 'link-env', () => [guarded('.env')]],
    ['inside of .git', () => '.git/config', () => [guarded('.git/config')]],
    ['a file whose name only begins like .git', () => '.gitignore', () => [inside('.gitignore')]],
    ['inside of .tagma', () => '.tagma/rules.json', () => [guarded('.tagma/rules.json')]],
    ['a private key', () => 'certs/server.KEY', () => [guarded('certs/server.KEY')]],
    ['keys in the home', () => '~/.ssh/id_rsa', () => [{ path: join(place.home, '.ssh/id_rsa'), where: 'protected' }]],
    ['a history', () => '~/.bash_history', () => [{ path: join(place.home, '.bash_history'), where: 'protected' }]],
  ];
  test.each(rows)('%s', async (_, written, expected) => {
    expect(await facts('read', { path: written() })).toEqual({ ...NONE, reads: expected(), readOnly: true });
  });

  test('a name that only looks like that of a file is judged as that file too, where the tool opens it', async () => {
    const name = 'it’s here.txt';
    symlinkSync('/etc/passwd', join(place.folder, name));
    const reads = [inside("it's here.txt"), outside('/etc/passwd')];
    expect(await facts('read', { path: "it's here.txt" })).toEqual({ ...NONE, reads, readOnly: true });
    expect(await facts('write', { path: "it's here.txt" })).toMatchObject({ reads: [], writes: reads });
    expect(await facts('edit', { path: "it's here.txt" })).toMatchObject({ reads, writes: reads });
    rmSync(join(place.folder, name));
  });

  test('paths that the place protects are protected with all below them', async () => {
    const strict = { ...place, protectedPaths: ['src/deep', '~/notes'] };
    const read = (path: string) => takeFacts({ tool: 'read', params: { path } }, strict);
    expect((await read('deep/x')).reads).toEqual([guarded('src/deep/x')]);
    expect((await read('~/notes')).reads).toEqual([{ path: join(place.home, 'notes'), where: 'protected' }]);
  });

  test('a history, wherever it lies, is read like any file and changed like none', async () => {
    const name = 'kept/2026-06-30T12-00-00-0a1b2c.xml';
    const [history, page] = [join(place.folder, name), 'kept/page.xml'];
    mkdirSync(join(place.folder, 'kept'));
    writeFileSync(history, '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="s">\n');
    writeFileSync(join(place.folder, page), '<?xml version="1.0"?>\n<page/>\n');
    expect(await facts('read', { path: name })).toMatchObject({ reads: [inside(name)] });
    expect(await facts('write', { path: name, content: '' })).toMatchObject({ writes: [guarded(name)] });
    expect(await facts('edit', { path: name, old: '', new: 'x' })).toMatchObject({ writes: [guarded(name)] });
    expect(await facts('bash', { command: `rm ${name}` })).toMatchObject({ deletes: [guarded(name)] });
    expect(await facts('bash', { command: 'rm -r kept' })).toMatchObject({ deletes: [inside('kept'), guarded(name)] });
    expect(await facts('write', { path: page, content: '' })).toMatchObject({ writes: [inside(page)] });
    rmSync(join(place.folder, 'kept'), { recursive: true });
  });

  test('the folders that may be read are inside for reading, and for nothing else', async () => {
    const outputs = join(place.elsewhere, '.tagma/outputs');
    const open = { ...place, readable: [outputs] };
    const of = async (tool: string, params: { [name: string]: unknown }) => {
      const { reads, writes, deletes } = await takeFacts({ tool, params }, open);
      return { reads, writes, deletes };
    };
    const [log, key] = [join(outputs, 'bash.log'), join(outputs, 'server.pem')];
    const within = { path: log, where: 'inside' };
    const kept = { path: log, where: 'protected' };
    expect(await of('read', { path: log })).toEqual({ reads: [within], writes: [], deletes: [] });
    expect(await of('grep', { pattern: 'x', path: log })).toEqual({ reads: [within], writes: [], deletes: [] });
    expect(await of('bash', { command: `tail -n 5 ${log}` })).toEqual({ reads: [within], writes: [], deletes: [] });
    expect(await of('bash', { command: `wc -l < ${log}` })).toEqual({ reads: [within], writes: [], deletes: [] });
    expect(await of('read', { path: key })).toEqual({
      reads: [{ path: key, where: 'protected' }],
      writes: [],
      deletes: [],
    });
    expect(await of('read', { path: join(outputs, '../other') })).toMatchObject({ reads: [{ where: 'protected' }] });
    expect(await of('write', { path: log, content: '' })).toEqual({ reads: [], writes: [kept], deletes: [] });
    expect(await of('edit', { path: log, old: '', new: 'x' })).toEqual({
      reads: [within],
      writes: [kept],
      deletes: [],
    });
    expect(await of('bash', { command: `rm ${log}` })).toEqual({ reads: [], writes: [], deletes: [kept] });
    expect(await of('bash', { command: `echo x > ${log}` })).toEqual({ reads: [], writes: [kept], deletes: [] });
  });

  test('a project that is reached by a link is still the project', async () => {
    const link = join(place.elsewhere, 'link-to-project');
    symlinkSync(place.folder, link);
    const read = (path: string) => takeFacts({ tool: 'read', params: { path } }, { ...place, folder: link });
    expect((await read('src/a.ts')).reads).toEqual([inside('src/a.ts')]);
    expect((await read(join(link, 'src/a.ts'))).reads).toEqual([inside('src/a.ts')]);
  });

  test.each([
    ['a circle of links', 'circle/x'],
    ['a NUL', 'a\0b'],
    ['a path without end', 'a/'.repeat(20_000)],
    ['a name without end', 'a'.repeat(300)],
  ])('%s: nothing can be opened by it, and the tool says so without a question', async (_, path) => {
    for (const tool of ['read', 'write', 'edit', 'ls', 'grep', 'glob']) {
      const params = tool === 'glob' ? { pattern: '*', path } : { path };
      expect(await facts(tool, params)).toEqual({ ...NONE, readOnly: true });
    }
  });

  test.each([
    // Node opens U+FFFD in its place.
    ['a lone surrogate', 'a\ud800', 'the path is not well-formed text'],
    // Node opens what is left without `..`.
    ['a path that is too long, with a short one in it', `${'a/../'.repeat(10_000)}src`, 'the path is too long'],
    ['a way out of a circle of links', 'circle/../src', 'the path has too many symbolic links'],
  ])('%s is unknown, for something may be opened', async (_, path, unknown) => {
    expect(await facts('read', { path })).toEqual({ ...NONE, unknown });
  });

  test('below a file there is nothing: the path is where it is written', async () => {
    expect(await facts('write', { path: 'src/a.ts/b', content: '' })).toEqual({
      ...NONE,
      writes: [inside('src/a.ts/b')],
    });
  });
});

describe('tools', () => {
  const a = () => inside('src/a.ts');
  const beside = () => ({ path: join(place.home, 'a.txt'), where: 'outside' }) as const;
  const rows: [tool: string, params: { [name: string]: unknown }, expected: () => Partial<Facts>][] = [
    ['read', { path: 'src/a.ts' }, () => ({ reads: [a()], readOnly: true })],
    ['READ', { path: 'src/a.ts' }, () => ({ reads: [a()], readOnly: true })],
    ['ls', {}, () => ({ reads: [inside('')], readOnly: true })],
    ['grep', { pattern: '/etc', path: 'src' }, () => ({ reads: [inside('src')], readOnly: true })],
    ['glob', { pattern: '**/*.ts' }, () => ({ reads: [inside('')], readOnly: true })],
    ['glob', { pattern: 'src/*.ts' }, () => ({ reads: [inside(''), inside('src')], readOnly: true })],
    ['glob', { pattern: '/etc/*' }, () => ({ reads: [inside(''), guardedOrOutside('/etc')], readOnly: true })],
    [
      'glob',
      { pattern: 'src/*/../../../*' },
      () => ({ unknown: 'it is not clear where the pattern src/*/../../../* leads' }),
    ],
    ['glob', { pattern: '{src,/etc}/*' }, () => ({ unknown: 'it is not clear where the pattern {src,/etc}/* leads' })],
    ['write', { path: 'src/a.ts', content: '' }, () => ({ writes: [a()] })],
    ['edit', { path: 'src/a.ts', old: '', new: '' }, () => ({ reads: [a()], writes: [a()] })],
    ['edit', { path: '../a.txt', old: 'a', new: 'b' }, () => ({ reads: [beside()], writes: [beside()] })],
    ['write', { path: '../a.txt', content: '' }, () => ({ writes: [beside()] })],
    ['undo', {}, () => ({ writes: [{ path: place.folder, where: 'inside' }], readOnly: false })],
    ['undo', { steps: 'all' }, () => ({ unknown: 'its steps are no number' })],
    ['fetch', { url: 'https://Example.org/x?y' }, () => ({ network: ['example.org'], readOnly: true })],
    ['fetch', { url: 'https://example.org./x' }, () => ({ network: ['example.org'], readOnly: true })],
    ['fetch', { url: 'file:///etc/passwd' }, () => NO_FACTS],
    ['fetch', { url: 'example.org/x' }, () => NO_FACTS],
    ['search', { query: 'x' }, () => ({ network: ['*'], readOnly: true })],
    ['search', {}, () => ({ unknown: 'its query is missing' })],
    ['read', {}, () => ({ unknown: 'its path is missing' })],
    ['read', { path: 7 }, () => ({ unknown: 'its path is missing' })],
    ['read', { path: '' }, () => ({ reads: [inside('')], readOnly: true })],
    ['write', { path: '', content: '' }, () => ({ writes: [inside('')] })],
    ['read', { path: ' ' }, () => ({ reads: [inside(' ')], readOnly: true })],
    ['glob', { pattern: '' }, () => ({ readOnly: true })],
    ['fetch', { url: '' }, () => ({ readOnly: true })],
    ['bash', { command: ' ' }, () => ({ unknown: 'its command is missing' })],
    ['teleport', { to: 'mars' }, () => ({ unknown: 'nothing is known of the tool teleport' })],
  ];
  test.each(rows)('%s %j', async (tool, params, expected) => {
    expect(await facts(tool, params)).toEqual({ ...NONE, ...expected() });
  });

  test('an undo writes what it would take back', async () => {
    const files = [join(place.folder, 'src/a.ts'), join(place.home, 'a.txt'), join(place.folder, '.env')];
    const undo = (steps: number) =>
      takeFacts({ tool: 'undo', params: { steps } }, { ...place, undone: async () => files.slice(0, steps) });
    expect((await undo(3)).writes).toEqual([a(), beside(), { path: join(place.folder, '.env'), where: 'protected' }]);
    expect(await undo(0)).toEqual({ ...NONE, readOnly: true });
  });

  test('a search reads what the place protects beside, for it would not pass over it', async () => {
    const strict = { ...place, protectedPaths: ['src/deep', '~/notes'] };
    const readsOf = async (tool: string, path: string) =>
      (await takeFacts({ tool, params: { pattern: '*', path } }, strict)).reads;
    for (const tool of ['grep', 'glob']) {
      expect(await readsOf(tool, '.')).toEqual([inside(''), guarded('src/deep')]);
      expect(await readsOf(tool, 'src/deep')).toEqual([guarded('src/deep')]);
    }
  });

  test('and what it passes over by its name, only where it begins there', async () => {
    const strict = { ...place, protectedPaths: ['.tagma/history'] };
    for (const [path, reads] of [
      ['.', [inside('')]],
      ['.tagma/history', [{ path: join(place.folder, '.tagma/history'), where: 'protected' }]],
    ] as const) {
      expect((await takeFacts({ tool: 'grep', params: { pattern: '*', path } }, strict)).reads).toEqual(reads);
    }
  });

  const guardedOrOutside = (path: string) => outside(path);

  test.each([
    ['/etc/hosts', "it changes the system's /etc/hosts"],
    ['linked-etc/hosts', "it changes the system's /etc/hosts"],
    ['/dev/sda', 'it writes to the device /dev/sda'],
  ])('writing %s is on the deny list', async (path, forbidden) => {
    expect((await facts('write', { path, content: '' })).forbidden).toBe(forbidden);
    expect((await facts('edit', { path, old: 'a', new: 'b' })).forbidden).toBe(forbidden);
  });

  test('writing start-up files and keys in the home is on the deny list', async () => {
    for (const path of ['~/.bashrc', '~/.ssh/authorized_keys', '~/.config/fish/config.fish']) {
      expect([path, (await facts('write', { path, content: '' })).forbidden]).toEqual([
        path,
        expect.stringMatching(/^it changes /),
      ]);
    }
  });
});

describe('a shell command where cd has led', () => {
  const rows: [title: string, from: () => string, command: string, expected: () => Partial<Facts>][] = [
    [
      'below the project: its paths begin there',
      () => join(place.folder, 'src'),
      'cat a.ts ../x',
      () => ({ reads: ['src/a.ts', 'x'].map(inside), runs: ['cat'], readOnly: true }),
    ],
    [
      'above the project: a relative path is outside, and so is the place itself',
      () => join(place.folder, '..'),
      'cat x',
      () => ({ reads: [outside(place.home), outside(join(place.home, 'x'))], runs: ['cat'], readOnly: true }),
    ],
    [
      'above the project: what may be a path is one there',
      () => place.elsewhere,
      'npm test',
      () => ({ reads: [outside(place.elsewhere)], writes: [outside(join(place.elsewhere, 'test'))], runs: ['npm'] }),
    ],
    [
      'above the project: what is removed there is outside',
      () => place.elsewhere,
      'rm x',
      () => ({ reads: [outside(place.elsewhere)], deletes: [outside(join(place.elsewhere, 'x'))], runs: ['rm'] }),
    ],
    [
      'above the project: the project is removed by its name',
      () => place.home,
      'rm -r ../me',
      () => ({
        ...{ reads: [outside(place.home)], deletes: [outside(place.home)], runs: ['rm'] },
        forbidden: 'it removes the whole home folder',
      }),
    ],
    [
      'a link to it counts as where it leads',
      () => join(place.folder, 'linked-folder'),
      'cat x',
      () => ({ reads: [outside(place.elsewhere), outside(join(place.elsewhere, 'x'))], runs: ['cat'], readOnly: true }),
    ],
    [
      'and that ends in another folder',
      () => place.elsewhere,
      'ls && cd y',
      () => ({
        reads: [outside(place.elsewhere), outside(join(place.elsewhere, 'y'))],
        runs: ['ls', 'cd'],
        readOnly: true,
      }),
    ],
    [
      'back to the project',
      () => place.elsewhere,
      'cd PROJECT && cat x',
      () => ({ reads: [inside(''), inside('x')], runs: ['cd', 'cat'], readOnly: true }),
    ],
  ];
  test.each(rows)('%s', async (_, from, command, expected) => {
    const params = { command: command.replace('PROJECT', place.folder) };
    const found = await wholeOf({ tool: 'bash', params }, { ...place, shellFolder: from() });
    expect(found).toEqual({ ...NONE, ...expected() });
  });

  test('the other tools begin in the project all the same', async () => {
    const found = await takeFacts(
      { tool: 'read', params: { path: 'src/a.ts' } },
      { ...place, shellFolder: place.elsewhere },
    );
    expect(found.reads).toEqual([inside('src/a.ts')]);
  });
});

describe('bash about a job', () => {
  const rows: [title: string, params: object, expected: Partial<Facts>][] = [
    ['reads it', { job: 'job-1' }, { readOnly: true }],
    ['stops it', { job: 'job-1', action: 'stop' }, { readOnly: true }],
    ['with an empty command', { job: 'job-1', command: ' ' }, { readOnly: true }],
    ['with a command as well, which counts', { job: 'job-1', command: 'npm test' }, { runs: ['npm'] }],
    ['with a command that is no text', { job: 'job-1', command: 1 }, { unknown: 'its command is missing' }],
    ['that is blank', { job: ' ' }, { unknown: 'its command is missing' }],
    ['that is no text', { job: 1 }, { unknown: 'its command is missing' }],
    ['in the background', { command: 'npm test', background: true }, { runs: ['npm'] }],
  ];
  test.each(rows)('%s', async (_, params, expected) => {
    expect(await wholeOf({ tool: 'bash', params: { ...params } }, place)).toEqual({ ...NONE, ...expected });
  });
});

describe('shell commands', () => {
  const rows: [command: string, expected: () => Partial<Facts>][] = [
    ['ls src | wc -l', () => ({ reads: [inside('src')], runs: ['ls', 'wc'], readOnly: true })],
    [
      'cd src && cat a.ts ../x',
      () => ({ reads: ['src', 'src/a.ts', 'x'].map(inside), runs: ['cd', 'cat'], readOnly: true }),
    ],
    [
      'cat < src/a.ts > out.txt 2>&1',
      () => ({ reads: [inside('src/a.ts')], writes: [inside('out.txt')], runs: ['cat'] }),
    ],
    [
      'grep -rf list x src 2>/dev/null',
      () => ({ reads: ['list', 'x', 'src'].map(inside), runs: ['grep'], readOnly: true }),
    ],
    ['find . -newer src/a.ts', () => ({ reads: [inside(''), inside('src/a.ts')], runs: ['find'], readOnly: true })],
    ['rm -r src/deep', () => ({ deletes: [inside('src/deep')], runs: ['rm'] })],
    ['rm -rf .', () => ({ deletes: [inside(''), ...['', '.git', '.tagma', '.env'].map(guarded)], runs: ['rm'] })],
    ['rm -rf nested', () => ({ deletes: [inside('nested'), guarded('nested/.git')], runs: ['rm'] })],
    ['rm -f nested', () => ({ deletes: [inside('nested')], runs: ['rm'] })],
    [
      'mv nested x',
      () => ({ deletes: [inside('nested'), guarded('nested/.git')], writes: [inside('x')], runs: ['mv'] }),
    ],
    [
      'find -delete',
      () => ({
        deletes: [inside(''), ...['', '.git', '.tagma', '.env'].map(guarded)],
        runs: ['find'],
        lookingPrefixes: ['find'],
      }),
    ],
    ['rg x', () => ({ reads: [inside('')], runs: ['rg'], readOnly: true })],
    ['diff src/a.ts nested', () => ({ reads: [inside('src/a.ts'), inside('nested')], runs: ['diff'], readOnly: true })],
    [
      'find src -name x -delete',
      () => ({ deletes: [inside('src')], runs: ['find'], lookingPrefixes: ['find', 'find src', 'find src -name x'] }),
    ],
    ['mv a b', () => ({ deletes: [inside('a')], writes: [inside('b')], runs: ['mv'] })],
    ['cp /usr/x b', () => ({ reads: [outside('/usr/x')], writes: [inside('b')], runs: ['cp'] })],
    ['cp --target-directory=/usr/x b', () => ({ writes: [inside('b'), outside('/usr/x')], runs: ['cp'] })],
    ['npm test', () => ({ runs: ['npm'] })],
    ['npm install', () => ({ runs: ['npm'], network: ['*'], installs: ['node_modules'] })],
    ['git commit -m "first line"', () => ({ runs: ['git'] })],
    [`git commit -m "${'x'.repeat(5000)}"`, () => ({ runs: ['git'] })],
    ['git push', () => ({ runs: ['git'], network: ['*'] })],
    [
      'git config core.fsmonitor ./x',
      () => ({ runs: ['git'], ...GIT_CONFIG(), lookingPrefixes: ['git config core.fsmonitor'] }),
    ],
    ['git -C src config a.b c', () => ({ runs: ['git'], ...GIT_CONFIG(), lookingPrefixes: ['git -C src config a.b'] })],
    ['git --bare config a.b c', () => ({ runs: ['git'], ...GIT_CONFIG() })],
    [
      'git config --global alias.x "!y"',
      () => {
        const file = join(place.home, '.gitconfig');
        return {
          runs: ['git'],
          writes: [outside(file)],
          runsByItself: [file],
          lookingPrefixes: ['git config --global alias.x'],
        };
      },
    ],
    ...['pwsh -c ls', 'pwsh x.ps1', 'powershell.exe ls', '/opt/PWSH -File x', 'nu -c ls'].map(
      (command): [string, () => Partial<Facts>] => [
        command,
        () => ({ runs: [command.split(' ')[0] ?? ''], unknown: `${command.split(' ')[0]} runs a text as a command` }),
      ],
    ),
    ['git commit -m config', () => ({ runs: ['git'] })],
    ['git clean -fdx', () => ({ runs: ['git'], deletes: [guarded('.tagma'), guarded('.env')] })],
    ['git switch -c other', () => ({ runs: ['git'], movesWorkTree: true })],
    ['git -c a=b log', () => ({ runs: ['git'], unknown: 'git can run other programs with -c' })],
    ['curl https://example.org//x', () => ({ runs: ['curl'], network: ['*'] })],
    ['node --out=/usr/x run.js', () => ({ runs: ['node'], writes: [outside('/usr/x')] })],
    ['make -C/usr/x', () => ({ runs: ['make'], writes: [outside('/usr/x')] })],
    ['scp src/a.ts host:/usr/x', () => ({ runs: ['scp'], network: ['*'], writes: [outside('/usr/x')] })],
    ['./run .env', () => ({ runs: ['./run'], writes: [guarded('.env')] })],
    ['linked-folder/run', () => ({ runs: ['linked-folder/run'], writes: [outside(join(place.elsewhere, 'run'))] })],
    ['bash build.sh', () => ({ runs: ['bash'] })],
    ['python3 -c "1"', () => ({ runs: ['python3'], network: ['*'] })],
    [
      '/usr/bin/python3.11 -c"1"',
      () => ({ runs: ['/usr/bin/python3.11'], network: ['*'], writes: [outside('/usr/bin/python3.11')] }),
    ],
    ['awk \'{print > "x"}\' src/a.ts', () => ({ runs: ['awk'], network: ['*'], lookingPrefixes: ['awk'] })],
    ["awk '{print $1}' src/a.ts", () => ({ reads: [inside('src/a.ts')], runs: ['awk'], readOnly: true })],
    ['timeout 5 ls', () => ({ runs: ['timeout', 'ls'], readOnly: true })],
    ['timeout 5 npm test', () => ({ runs: ['timeout', 'npm'] })],
    ['timeout --foo 5 ls', () => ({ runs: ['timeout'], unknown: 'timeout runs the command in its words' })],
    ['cd src', () => ({ reads: [inside('src')], runs: ['cd'], readOnly: true })],
    ['cd ..', () => ({ reads: [outside(place.home)], runs: ['cd'], readOnly: true })],
    ['cd .git', () => ({ reads: [guarded('.git')], runs: ['cd'], readOnly: true })],
    ['cd', () => ({ reads: [outside(place.home)], runs: ['cd'], readOnly: true })],
    ['cd -', () => ({ runs: ['cd'], unknown: 'cd changes what the shell does next' })],
    ['cd src & cat x', () => ({ reads: [inside('src'), inside('x')], runs: ['cd', 'cat'], readOnly: true })],
    ['ls; cd src', () => ({ reads: [inside('src')], runs: ['ls', 'cd'], readOnly: true })],
    ['mkdir x && cd x', () => ({ writes: [inside('x')], reads: [inside('x')], runs: ['mkdir', 'cd'] })],
    // Where a cd may fail, both folders are meant.
    ['cd src; cat x', () => ({ reads: ['src', 'src/x'].map(inside), runs: ['cd', 'cat'], readOnly: true })],
    ['cd new; cat x', () => ({ reads: ['new', 'new/x', 'x'].map(inside), runs: ['cd', 'cat'], readOnly: true })],
    [
      'rm x; cd src; cat x',
      () => ({ reads: ['src', 'src/x', 'x'].map(inside), deletes: [inside('x')], runs: ['rm', 'cd', 'cat'] }),
    ],
    [
      'cd src || exit 1; cat x',
      () => ({ reads: [inside('src'), inside('src/x')], runs: ['cd', 'exit', 'cat'], readOnly: true }),
    ],
    ['ls | cd src; cat x', () => ({ reads: ['src', 'x'].map(inside), runs: ['ls', 'cd', 'cat'], readOnly: true })],
    ['(cd src; ls); cat x', () => ({ reads: ['src', 'x'].map(inside), runs: ['cd', 'ls', 'cat'], readOnly: true })],
    [
      'for i in 1 2; do cd src; cat x; done',
      () => ({
        reads: ['src', 'src/x', 'src/src', 'src/src/x', 'x'].map(inside),
        runs: ['cd', 'cat'],
        readOnly: true,
      }),
    ],
    [
      'while read -r f; do cd src; done',
      () => ({ reads: expect.anything(), runs: ['read', 'cd'], unknown: 'a loop that changes its folder' }),
    ],
    [
      'for i in 1; do cd src; [ -f x ] && break; cd ..; done; cat y',
      () => ({ reads: expect.arrayContaining([inside('src/y')]), runs: ['cd', '[', 'break', 'cat'], readOnly: true }),
    ],
    ['X=src/a.ts; cat $X', () => ({ reads: [inside('src/a.ts')], runs: ['cat'], readOnly: true })],
    ['cat $X', () => ({ runs: ['cat'], unknown: 'cat is given what is not known, which may be an option' })],
    ['cat src/"$X"', () => ({ runs: ['cat'], unknown: 'it reads a file that is not known' })],
    ['cat src/*.ts', () => ({ reads: [inside('src/a.ts')], runs: ['cat'], readOnly: true })],
    ['f() { ls; }', () => ({ unknown: 'shell syntax of the kind Function' })],
    ['ls "', () => ({ unknown: 'it cannot be read as a shell command (unterminated double quote)' })],
    ['ls\u200b', () => ({ unknown: 'it holds characters that cannot be seen' })],
    ['x'.repeat(16_385), () => ({ unknown: 'it is longer than 16384 characters' })],
    [`cat ${'a '.repeat(600)}${'b/'.repeat(600)}`, () => ({ reads: expect.anything(), runs: ['cat'], readOnly: true })],
    [
      `cat ${Array.from({ length: 501 }, (_, at) => at).join(' ')}`,
      () => ({ unknown: 'it names more than 500 paths' }),
    ],
    ['rm -rf linked-etc/', () => ({ ...removesEtc(), runs: ['rm'] })],
    ['echo x > linked-etc/x', () => ({ ...writesEtc(), runs: ['echo'] })],
  ];
  const removesEtc = (): Partial<Facts> => ({ deletes: [outside('/etc')], forbidden: "it changes the system's /etc" });
  const writesEtc = (): Partial<Facts> => ({
    writes: [outside('/etc/x')],
    forbidden: "it changes the system's /etc/x",
  });
  test.each(rows.map((row) => [row[0].slice(0, 80), ...row] as const))('%s', async (_, command, expected) => {
    expect(await bash(command)).toEqual({ ...NONE, ...expected() });
  });
});
