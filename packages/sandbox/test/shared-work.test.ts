/** Ordinary work really runs in the sandbox of mode `trust`: the commands of the corpus, one after the other, in one project. */
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WORK } from '../../permission/test/corpus/trust.ts';
import { blockedBy } from '../src/index.ts';
import { hasSandbox, Place } from './place.ts';

const FILES: Readonly<Record<string, string>> = {
  'README.md': 'foo\nbar\n',
  VERSION: '1.2.3\n',
  'package.json': '{"name": "work", "version": "1.2.3"}\n',
  'packages/local/package.json': '{"name": "local", "version": "1.0.0"}\n',
  'src/a.ts': 'foo\n',
  'src/b.ts': 'bar\n',
  'docs/guide.md': 'x\n',
  'notes.txt': 'version 0\n',
  'files.txt': 'README.md\nVERSION\n',
  'settings.sh': 'SETTING=on\n',
  'server.js': 'require("net").createServer().listen(0);\n',
  'bin/greet': '#!/bin/sh\necho hello\n',
  'out/kept': '',
  Makefile: 'all:\n\ttouch made\n',
};
/** What is not on every machine; a command that begins with it is left out where it is not. */
const NOT_EVERYWHERE = ['tmux', 'strace', 'script', 'make', 'python3'];

describe.runIf(hasSandbox)('in the sandbox of mode trust', () => {
  let place: Place;
  beforeAll(() => {
    place = new Place();
    for (const [path, text] of Object.entries(FILES)) place.file(join('home/project', path), text);
    chmodSync(join(place.project, 'bin/greet'), 0o755);
    place.file('home/.gitconfig', '[user]\n\tname = a\n\temail = a@b\n[advice]\n\tdetachedHead = false\n');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', place.project, ...args], { env: place.environment, stdio: 'ignore' });
    git('init', '-b', 'main');
    git('add', '-A');
    git('commit', '-m', 'first');
  });
  afterAll(() => place.remove());

  const isHere = (command: string) =>
    NOT_EVERYWHERE.every((program) => {
      if (!command.startsWith(`${program} `)) return true;
      try {
        execFileSync('sh', ['-c', `command -v ${program}`], { env: place.environment });
        return true;
      } catch {
        return false;
      }
    });

  test.each(WORK)('$why', async ({ run }) => {
    const failed: string[] = [];
    for (const command of run.filter(isHere)) {
      const end = await place.run(command, { network: true, sharesMachine: true });
      const blocked = blockedBy(end, end.stdout + end.stderr, place.layout({ network: true, sharesMachine: true }));
      if (end.exitCode !== 0 || blocked !== null) failed.push(`${end.exitCode} ${blocked}: ${command}\n${end.stderr}`);
    }
    expect(failed).toEqual([]);
  });
});
