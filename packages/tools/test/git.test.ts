import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../src/git.ts';
import { runTool } from '../src/index.ts';
import { committed, repository } from './repository.ts';
import { numbered, workspace } from './workspace.ts';

describe('status', () => {
  test('says what can be done about each change', async () => {
    const { put, path, raw, call } = committed({
      'a.txt': 'a\n',
      'b.txt': 'b\n',
      'c.txt': 'some lines\nto tell\nit by\n',
      d: 'd',
    });
    put('a.txt', 'changed\n');
    put('b.txt', 'changed\n');
    raw('add', 'b.txt');
    put('b.txt', 'again\n');
    raw('mv', 'c.txt', '中文 name.txt');
    rmSync(path('d'));
    put('new\nline', '');
    put('sub/x', '');
    expect(await call({ action: 'status' })).toEqual({
      status: 'ok',
      content:
        'branch main\nstaged:\n  modified: b.txt\n  renamed: c.txt -> 中文 name.txt\nnot staged:\n  modified: a.txt\n' +
        '  modified: b.txt\n  deleted: d\nuntracked:\n  "new\\nline"\n  sub/',
      details: { changes: 7, truncated: false },
    });
  });

  test('of a clean, an empty, a detached and a following branch', async () => {
    const clean = committed();
    expect((await clean.call({ action: 'status' })).content).toBe('branch main\nnothing has changed');
    const hash = clean.raw('rev-parse', 'HEAD').trim();
    clean.raw('checkout', '--quiet', '--detach');
    expect((await clean.call({ action: 'status' })).content).toBe(
      `no branch (detached at ${hash.slice(0, 10)})\nnothing has changed`,
    );
    expect((await repository().call({ action: 'status' })).content).toBe(
      'branch main, no commits yet\nnothing has changed',
    );
    clean.raw('checkout', '--quiet', 'main');
    clean.raw('branch', 'up');
    clean.raw('branch', '--set-upstream-to=up');
    expect((await clean.call({ action: 'status' })).content).toContain(
      'branch main, which follows up (0 ahead, 0 behind)',
    );
  });

  test('of conflicts', async () => {
    const { put, raw, call } = committed();
    raw('checkout', '--quiet', '-b', 'other');
    put('a.txt', 'other\n');
    raw('commit', '--quiet', '--all', '--message=other');
    raw('checkout', '--quiet', 'main');
    put('a.txt', 'main\n');
    raw('commit', '--quiet', '--all', '--message=main');
    expect(() => raw('merge', 'other')).toThrow();
    expect((await call({ action: 'status' })).content).toBe('branch main\nconflicts:\n  modified by both: a.txt');
  });
});

describe('diff', () => {
  test('shows all that is not committed, staged or not', async () => {
    const { put, raw, call } = committed({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    put('a.txt', 'x\n');
    put('b.txt', 'y\n');
    raw('add', 'b.txt');
    const { status, content } = await call({ action: 'diff' });
    expect(status).toBe('ok');
    expect(content.split('\n').filter((line) => /^[+-]\w/.test(line))).toEqual(['-a', '+x', '-b', '+y']);
    expect((await call({ action: 'diff', files: ['b.txt'] })).content).not.toContain('a.txt');
  });

  test('of a ref, of a range, of nothing', async () => {
    const { put, raw, call } = committed();
    put('a.txt', 'two\n');
    raw('commit', '--quiet', '--all', '--message=second');
    expect((await call({ action: 'diff', ref: 'HEAD~1' })).content).toContain('+two');
    expect((await call({ action: 'diff', ref: 'HEAD..HEAD~1' })).content).toContain('-two');
    expect(await call({ action: 'diff' })).toMatchObject({ content: '', notes: ['no differences'] });
  });

  test('before the first commit shows what is staged', async () => {
    const { raw, call } = repository({ 'a.txt': 'new\n' });
    raw('add', '--all');
    expect((await call({ action: 'diff' })).content).toContain('+new');
  });

  test('that is long is cut, and kept whole', async () => {
    const { put, call } = committed({ 'a.txt': '' });
    put('a.txt', numbered(1, 5_000));
    const { content, details, notes } = await call({ action: 'diff' });
    expect(content.split('\n').length).toBe(2_000);
    expect(notes?.[0]).toContain('showing the first 2000 of 5005 lines; read or grep ');
    expect(readFileSync(String(details.fullOutputPath), 'utf8')).toContain('line 5000');
  });

  test('leaves out what is protected, unless it is named', async () => {
    const { put, call } = committed({ 'a.txt': 'a\n', '.env': 'KEY=1\n', 'sub/.env.local': 'KEY=2\n' });
    put('a.txt', 'b\n');
    put('.env', 'KEY=secret\n');
    put('sub/.env.local', 'KEY=secret\n');
    const { content, notes } = await call({ action: 'diff' });
    expect(content).toContain('+b');
    expect(content).not.toContain('secret');
    expect(notes).toEqual(['not shown, as they are protected: .env, sub/.env.local; name one in files to ask for it']);
    expect((await call({ action: 'diff', files: ['.env'] })).content).toContain('secret');
    expect((await call({ action: 'show' })).content).not.toContain('KEY=');
  });

  test('in a folder of a larger repository shows that folder', async () => {
    const { put, raw, context, path } = committed({ 'inner/a.txt': 'a\n', 'b.txt': 'b\n' });
    put('inner/a.txt', 'x\n');
    put('b.txt', 'y\n');
    const inner = { ...context, folder: path('inner') };
    const { content } = await runTool(git, { action: 'diff' }, inner);
    expect(content).toContain('--- a/a.txt');
    expect(content).not.toContain('b.txt');
    expect((await runTool(git, { action: 'status' }, inner)).content).not.toContain('b.txt');
    raw('commit', '--quiet', '--all', '--message=both');
    expect((await runTool(git, { action: 'show' }, inner)).content).not.toContain('b.txt');
  });
});

describe('log and show', () => {
  test('log has a line for each commit, thirty at most', async () => {
    const { raw, call } = committed();
    for (let count = 2; count <= 32; count++) raw('commit', '--quiet', '--allow-empty', `--message=commit ${count}`);
    const { content, notes } = await call({ action: 'log' });
    const lines = content.split('\n');
    expect(lines.length).toBe(30);
    expect(lines[0]).toMatch(/^\w{7} \d{4}-\d\d-\d\d Ann: commit 32 \(HEAD -> main\)$/);
    const last = lines[29]?.slice(0, 7) ?? '';
    expect(notes).toEqual([`showing the last 30 commits; for those before use ref="${last}~1"`]);
    expect((await call({ action: 'log', ref: `${last}~1` })).content).toMatch(/commit 2\n.*first$/);
    expect((await call({ action: 'log', files: ['a.txt'] })).details).toEqual({ commits: 1, truncated: false });
  });

  test('show gives message and changes, by a ref or of the last commit', async () => {
    const { raw, put, call } = committed();
    put('a.txt', 'two\n');
    raw('commit', '--quiet', '--all', '--message=second\n\nbecause');
    raw('tag', '--annotate', 'v1', '--message=a tag');
    for (const params of [{ action: 'show' }, { action: 'show', ref: 'HEAD' }]) {
      const { content } = await call(params);
      expect(content).toMatch(
        /^commit \w{40}.*\nauthor Ann <ann@example\.org>\n[\s\S]*second\n\nbecause\n[\s\S]*-one\n\+two/,
      );
    }
    expect((await call({ action: 'show', ref: 'HEAD~1:a.txt' })).content).toBe('one\n');
    expect((await call({ action: 'show', ref: 'v1' })).content).toContain('a tag');
  });

  test('of an empty repository', async () => {
    const { call } = repository();
    expect(await call({ action: 'log' })).toMatchObject({ status: 'ok', notes: ['no commits yet'] });
    expect(await call({ action: 'show' })).toMatchObject({
      status: 'error',
      content: 'There is nothing to show: no commits yet.',
    });
  });
});

describe('commit', () => {
  test('commits the named files alone, new ones too, and says the hash', async () => {
    const { put, raw, call } = committed();
    put('a.txt', 'two\n');
    put('new 中.txt', 'x\n');
    put('other.txt', 'x\n');
    raw('add', 'other.txt');
    const outcome = await call({
      action: 'commit',
      message: '-m "quoted" $(x)\n\n# kept',
      files: ['a.txt', 'new 中.txt'],
    });
    const hash = raw('rev-parse', 'HEAD').trim();
    expect(outcome).toMatchObject({ status: 'ok', details: { hash, files: 2 } });
    expect(outcome.content).toBe(`Committed ${hash.slice(0, 7)}: -m "quoted" $(x)\n  M a.txt\n  A new 中.txt`);
    expect(raw('log', '-1', '--format=%B').trim()).toBe('-m "quoted" $(x)\n\n# kept');
    expect(raw('status', '--porcelain')).toBe('A  other.txt\n');
  });

  test('commits what is staged, a deletion too', async () => {
    const { raw, call } = committed({ 'a.txt': 'a', 'b.txt': 'b' });
    raw('rm', '--quiet', 'b.txt');
    expect((await call({ action: 'commit', message: 'less' })).content).toContain('  D b.txt');
  });

  test.each([
    [{ action: 'commit' }, 'A commit needs a message'],
    [{ action: 'commit', message: ' ' }, 'A commit needs a message'],
    [{ action: 'commit', message: 'x' }, 'Nothing is staged'],
    [
      { action: 'commit', message: 'x', files: ['nowhere.txt'] },
      "fatal: pathspec 'nowhere.txt' did not match any files",
    ],
    [{ action: 'commit', message: 'x', files: ['a.txt'] }, 'nothing to commit'],
  ])('%j is an error that says why', async (params, words) => {
    const { call, raw } = committed();
    const before = raw('rev-parse', 'HEAD');
    const { status, content } = await call(params);
    expect(status).toBe('error');
    expect(content).toContain(words);
    expect(raw('rev-parse', 'HEAD')).toBe(before);
  });

  test('keeps hooks: one that fails stops it, and what it says is said', async () => {
    const { put, path, call, raw } = committed();
    hook(path('.git/hooks/pre-commit'), 'echo "tests are red" >&2; exit 1');
    put('a.txt', 'two\n');
    expect(await call({ action: 'commit', message: 'x', files: ['a.txt'] })).toMatchObject({
      status: 'error',
      content: 'Nothing was committed. tests are red',
      notes: ['the named files are staged now'],
    });
    expect(raw('log', '--oneline').trim().split('\n').length).toBe(1);
  });
});

describe('push', () => {
  function withRemote() {
    const made = committed();
    const remote = join(made.home, 'remote.git');
    made.raw('init', '--quiet', '--bare', remote);
    made.raw('remote', 'add', 'origin', remote);
    const remoteHead = (branch = 'main') => made.raw('--git-dir', remote, 'rev-parse', branch).trim();
    return { ...made, remote, remoteHead };
  }

  test('pushes the branch that is checked out, or another', async () => {
    const { call, raw, remoteHead } = withRemote();
    expect((await call({ action: 'push' })).content).toMatch(/^Pushed main to origin\./);
    expect(remoteHead()).toBe(raw('rev-parse', 'HEAD').trim());
    raw('branch', 'side');
    expect((await call({ action: 'push', remote: 'origin', branch: 'side' })).status).toBe('ok');
    expect(remoteHead('side')).toBe(remoteHead());
  });

  test('never forces, whatever the configuration says', async () => {
    const { call, raw, remoteHead } = withRemote();
    await call({ action: 'push' });
    const before = remoteHead();
    raw('commit', '--quiet', '--amend', '--message=another');
    raw('config', 'remote.origin.push', '+refs/heads/*:refs/heads/*');
    const { status, content } = await call({ action: 'push' });
    expect(status).toBe('error');
    expect(content).toContain('this tool never forces');
    raw('config', 'remote.origin.mirror', 'true');
    expect((await call({ action: 'push' })).status).toBe('error');
    expect(remoteHead()).toBe(before);
  });

  test.each([
    [{ branch: '+main' }, 'There is no branch "+main" here'],
    [{ branch: 'main:other' }, 'There is no branch "main:other" here'],
    [{ branch: '--force' }, 'options of git are not taken'],
    [{ branch: 'nowhere' }, 'There is no branch "nowhere" here'],
    [{ remote: '--mirror' }, 'options of git are not taken'],
    [{ remote: 'https://evil.example/x' }, 'There is no remote "https://evil.example/x": there are: origin.'],
    [{ remote: 'ext::sh -c touch% x' }, 'Addresses are not taken'],
  ])('%j is refused', async (params, words) => {
    const { call } = withRemote();
    const { status, content } = await call({ action: 'push', ...params });
    expect(status).toBe('error');
    expect(content).toContain(words);
  });

  test('a detached head has no branch to push', async () => {
    const { call, raw } = withRemote();
    raw('checkout', '--quiet', '--detach');
    expect((await call({ action: 'push' })).content).toContain('detached head');
  });
});

describe('bad input', () => {
  test.each(['status', 'diff', 'log', 'show', 'push', 'commit'])('%s where there is no repository', async (action) => {
    const { context, folder } = workspace();
    const environment = () => ({ PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: join(folder, '..') });
    const operations = { ...context.operations, environment };
    const params = { action, message: 'x' };
    expect((await runTool(git, params, { ...context, operations })).content).toContain(
      `Not a git repository: ${folder}.`,
    );
  });

  test.each([
    [{ action: 'diff', ref: '--output=x' }, 'options of git are not taken, only names.'],
    [{ action: 'log', ref: '-p' }, 'options of git are not taken, only names.'],
    [{ action: 'show', ref: '' }, 'ref is empty; leave it out, or give a name.'],
    [{ action: 'show', ref: 'nowhere' }, 'Use the action log to see the commits that there are.'],
    [{ action: 'diff', files: ['a\0'] }, 'The path holds a NUL character'],
    [{ action: 'diff', files: ['../outside'] }, 'outside repository'],
    [{ action: 'status', ref: 'HEAD' }, 'status takes no ref.'],
    [{ action: 'rebase' }, 'action'],
  ])('%j is an error that says what to do', async (params, words) => {
    const { status, content } = await committed().call(params);
    expect(status).toBe('error');
    expect(content).toContain(words);
  });

  test('names of files mean themselves', async () => {
    const { put, call, raw } = committed({ '*.txt': 'a\n', 'a.txt': 'a\n', '-x': 'a\n', ':(top)': 'a\n' });
    for (const name of ['*.txt', 'a.txt', '-x', ':(top)']) put(name, 'b\n');
    for (const name of ['*.txt', '-x', ':(top)']) {
      expect((await call({ action: 'diff', files: [name] })).content.match(/^diff --git/gm)).toHaveLength(1);
    }
    await call({ action: 'commit', message: 'x', files: ['*.txt'] });
    expect(raw('show', '--format=', '--name-only').trim()).toBe('*.txt');
  });

  test('an abort ends it', async () => {
    const abort = new AbortController();
    const { put, path, call } = committed({ 'a.txt': 'a\n' }, { signal: abort.signal });
    hook(path('.git/hooks/pre-commit'), 'sleep 60');
    put('a.txt', 'b\n');
    const running = call({ action: 'commit', message: 'x', files: ['a.txt'] });
    setTimeout(() => abort.abort(), 300);
    expect((await running).status).toBe('aborted');
  });

  test('without git', async () => {
    const { context, path } = committed();
    mkdirSync(path('bin'));
    const operations = { ...context.operations, environment: () => ({ PATH: path('bin') }) };
    expect((await runTool(git, { action: 'status' }, { ...context, operations })).content).toContain(
      'git is not installed here',
    );
  });
});

/** A hook that can be run. */
function hook(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
