/** What kind of project stands in a folder, in a few words for the prompt: the same words as long as the same files are there. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files at the top of a project that say what it is built with, in the order in which they are named. */
const MANIFESTS: readonly string[] = [
  'package.json',
  'tsconfig.json',
  'deno.json',
  'pyproject.toml',
  'setup.py',
  'requirements.txt',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'CMakeLists.txt',
  'meson.build',
  'Makefile',
  'justfile',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'Package.swift',
  'pubspec.yaml',
  'stack.yaml',
  'dune-project',
  'flake.nix',
  'Dockerfile',
];
/** More would cost more than they tell. */
const NAMED_MAX = 4;

/** `git repository, package.json, tsconfig.json`; or `no repository, no manifest`. */
export function describeProject(folder: string): string {
  const manifests = MANIFESTS.filter((name) => existsSync(join(folder, name))).slice(0, NAMED_MAX);
  const repository = isInRepository(folder) ? 'git repository' : 'no repository';
  return [repository, ...(manifests.length > 0 ? manifests : ['no manifest'])].join(', ');
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
