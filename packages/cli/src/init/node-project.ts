/** What package.json and the files beside it say: the package manager, the scripts, the frameworks. Pure. */
import type { Looked } from './looked.ts';

export type NodeProject = {
  readonly name: string | null;
  readonly description: string | null;
  /** As it is called on the command line. */
  readonly manager: string;
  /** The file that says so, or null where nothing does. */
  readonly managerFrom: string | null;
  /** Of Node, as `engines` says it. */
  readonly node: string | null;
  readonly scripts: readonly (readonly [name: string, does: string])[];
  readonly frameworks: readonly string[];
};

const LOCKS: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** Packages that say how a project is built, by what people call them. */
const FRAMEWORKS: { readonly [name: string]: string } = {
  typescript: 'TypeScript',
  react: 'React',
  next: 'Next.js',
  vue: 'Vue',
  nuxt: 'Nuxt',
  svelte: 'Svelte',
  '@sveltejs/kit': 'SvelteKit',
  '@angular/core': 'Angular',
  'solid-js': 'Solid',
  astro: 'Astro',
  vite: 'Vite',
  webpack: 'webpack',
  esbuild: 'esbuild',
  rollup: 'Rollup',
  express: 'Express',
  fastify: 'Fastify',
  hono: 'Hono',
  '@nestjs/core': 'NestJS',
  electron: 'Electron',
  prisma: 'Prisma',
  'drizzle-orm': 'Drizzle',
  tailwindcss: 'Tailwind CSS',
  xstate: 'XState',
  zod: 'zod',
  vitest: 'vitest',
  jest: 'Jest',
  mocha: 'Mocha',
  '@playwright/test': 'Playwright',
  cypress: 'Cypress',
  eslint: 'ESLint',
  prettier: 'Prettier',
  '@biomejs/biome': 'Biome',
};

/** Null where there is no package.json that can be read. */
export function nodeProject({ entries, texts }: Looked): NodeProject | null {
  const manifest = objectIn(texts.get('package.json'));
  if (manifest === null) return null;
  const lock = LOCKS.find(([file]) => entries.includes(file));
  const named = stringIn(manifest, 'packageManager')?.replace(/@.*$/, '') ?? null;
  const known = new Set(
    ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((each) => Object.keys(objectAt(manifest, each))),
  );
  return {
    name: stringIn(manifest, 'name'),
    description: stringIn(manifest, 'description'),
    manager: named ?? lock?.[1] ?? 'npm',
    managerFrom: named === null ? (lock?.[0] ?? null) : 'package.json',
    node: stringIn(objectAt(manifest, 'engines'), 'node'),
    scripts: Object.entries(objectAt(manifest, 'scripts')).flatMap(([name, does]) =>
      typeof does === 'string' ? [[name, does] as const] : [],
    ),
    frameworks: Object.entries(FRAMEWORKS).flatMap(([name, called]) => (known.has(name) ? [called] : [])),
  };
}

/** What a package says of itself; null where it says nothing. */
export function describedAs(manifest: string): string | null {
  const read = objectIn(manifest);
  return read && stringIn(read, 'description');
}

type Members = { readonly [name: string]: unknown };

function objectIn(text: string | undefined): Members | null {
  if (text === undefined) return null;
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

function objectAt(members: Members, name: string): Members {
  const value = members[name];
  return isObject(value) ? value : {};
}

function stringIn(members: Members, name: string): string | null {
  const value = members[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
