/** The text of an AGENTS.md for a project, from what was looked at: what it is built with, its commands, its layout. Pure. */
import { beginningOf, oneLine, visible } from '@tagma/protocol';
import type { Looked } from './looked.ts';
import { describedAs, type NodeProject, nodeProject } from './node-project.ts';
import { otherProjects } from './other-projects.ts';

const SCRIPTS_MAX = 30;
const ROWS_MAX = 40;
const WORDS_MAX = 120;

/** What the folders of many projects hold. */
const FOLDERS: { readonly [name: string]: string } = {
  src: 'the source',
  lib: 'the source',
  app: 'the application',
  cmd: 'the commands',
  internal: 'packages for this project alone',
  pkg: 'packages',
  packages: 'the packages of the workspace',
  apps: 'the applications of the workspace',
  libs: 'the libraries of the workspace',
  test: 'tests',
  tests: 'tests',
  spec: 'tests',
  docs: 'documentation',
  doc: 'documentation',
  examples: 'examples',
  scripts: 'scripts for work on the project',
  tools: 'tools for work on the project',
  bin: 'what is run',
  public: 'files that are served as they are',
  static: 'files that are served as they are',
  assets: 'pictures and the like',
  migrations: 'changes of the database',
  config: 'configuration',
};
/** What nobody writes. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'vendor',
  '__pycache__',
  'venv',
]);

export function agentsText(looked: Looked): string {
  const node = nodeProject(looked);
  const parts = [
    [`# ${words(node?.name ?? looked.name)}`, ...(node?.description ? ['', words(node.description)] : [])],
    section('Built with', builtWith(looked, node)),
    section('Commands', commands(looked, node)),
    section('Layout', layout(looked)),
    section('To know', ['- (Say here what one cannot see from the files: rules, traps, how a change is checked.)']),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, '', ...lines];
}

function builtWith(looked: Looked, node: NodeProject | null): readonly string[] {
  const others = otherProjects(looked).map(({ says }) => `- ${says}`);
  if (node === null) return others;
  const { manager, managerFrom, node: version, frameworks } = node;
  const from = managerFrom === null ? '' : ` (\`${managerFrom}\`)`;
  return [
    `- Node${version === null ? '' : ` ${words(version)}`}, packages by ${words(manager)}${from}`,
    ...(frameworks.length === 0 ? [] : [`- ${frameworks.join(', ')}`]),
    ...(looked.packages.size === 0 ? [] : [`- a workspace of ${looked.packages.size} packages`]),
    ...others,
  ];
}

function commands(looked: Looked, node: NodeProject | null): readonly string[] {
  const scripts = node?.scripts ?? [];
  const runs = node === null ? '' : `${words(node.manager)} run `;
  const own = scripts.slice(0, SCRIPTS_MAX).map(([name, does]) => `- ${code(runs + name)}: ${code(does)}`);
  const left = scripts.length - own.length;
  return [
    ...(node === null ? [] : [`- ${code(`${words(node.manager)} install`)}: installs what it needs`]),
    ...own,
    ...(left > 0 ? [`- ${left} scripts more in \`package.json\``] : []),
    ...otherProjects(looked).flatMap((each) => each.commands.map(([command, does]) => `- ${code(command)}: ${does}`)),
  ];
}

function layout({ entries, packages }: Looked): readonly string[] {
  const folders = entries.filter(
    (each) => each.endsWith('/') && !each.startsWith('.') && !PASSED_OVER.has(each.slice(0, -1)),
  );
  const rows = folders.flatMap((folder) => {
    const says = FOLDERS[folder.slice(0, -1)];
    const inside = [...packages].filter(([path]) => path.startsWith(folder));
    return [
      `- ${code(folder)}${says === undefined ? '' : `: ${says}`}`,
      ...inside.map(([path, manifest]) => {
        const about = describedAs(manifest);
        return `  - ${code(`${path}/`)}${about === null ? '' : `: ${words(about)}`}`;
      }),
    ];
  });
  return rows.length > ROWS_MAX ? [...rows.slice(0, ROWS_MAX), `- ${rows.length - ROWS_MAX} more`] : rows;
}

/** Of what somebody has written, on one line. */
function words(text: string): string {
  const line = oneLine(visible(text.replace(/\s+/g, ' ').trim()));
  return line.length > WORDS_MAX ? `${beginningOf(line, WORDS_MAX)}…` : line;
}

function code(text: string): string {
  return `\`${words(text).replaceAll('`', "'")}\``;
}
