/** A repository with something to look at, and a program that tells when it was started. */
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { committed, type Repository } from './repository.ts';

/** Calls that only look. */
export const LOOKS: readonly { [name: string]: string | string[] }[] = [
  { action: 'status' },
  { action: 'diff' },
  { action: 'diff', ref: 'HEAD~1' },
  { action: 'diff', ref: 'HEAD~1..HEAD', files: ['a.txt'] },
  { action: 'log' },
  { action: 'log', ref: 'HEAD', files: ['a.txt'] },
  { action: 'show' },
  { action: 'show', ref: 'HEAD~1' },
  { action: 'show', ref: 'HEAD:a.txt' },
];

/** A program that leaves a file behind, and gives out what it gets. */
export function trap({ home }: Repository): { readonly program: string; readonly sprung: () => boolean } {
  const [program, mark] = [join(home, 'trap'), join(home, 'sprung')];
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\nexec cat\n`, { mode: 0o755 });
  return { program, sprung: () => existsSync(mark) };
}

/** Two commits, a file that has changed since, and one that only looks as if. */
export function changed(): Repository {
  const made = committed({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
  made.put('a.txt', 'two\n');
  made.raw('commit', '--quiet', '--all', '--message=second');
  made.put('a.txt', 'three\n');
  utimesSync(made.path('b.txt'), new Date(0), new Date(0));
  return made;
}
