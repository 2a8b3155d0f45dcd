/** A home and a project in a folder of their own, and commands that run there in the sandbox of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type Confinement, confine, findSandbox, type Layout, layOut, type Sandbox } from '../src/index.ts';

export const sandbox: Sandbox = await findSandbox();
/** Tests that need a sandbox are left out where there is none, unless CI asks for one. */
export const hasSandbox = sandbox.kind !== 'none' || process.env.TAGMA_REQUIRE_SANDBOX === '1';

export type End = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

/** Without the folders that a package manager puts before it, which may lie anywhere. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

export class Place {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-sandbox-')));
  readonly home = this.folder('home');
  readonly project = this.folder('home/project');
  readonly environment: NodeJS.ProcessEnv = { PATH, HOME: this.home, LANG: 'C' };

  /** Its path. */
  folder(path: string): string {
    const whole = join(this.root, path);
    mkdirSync(whole, { recursive: true });
    return whole;
  }

  /** Its path. */
  file(path: string, text = ''): string {
    const whole = join(this.root, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  }

  confinement(changes: Partial<Confinement> = {}): Confinement {
    const { project: folder, home } = this;
    return { writes: 'project', network: false, folder, home, temporary: null, caches: null, ...changes };
  }

  layout(changes: Partial<Confinement> = {}, environment: NodeJS.ProcessEnv = {}): Layout {
    const layout = layOut(this.confinement(changes), { ...this.environment, ...environment });
    if (layout.kind === 'refused') throw new Error(layout.why);
    return layout;
  }

  spawn(
    script: string,
    changes: Partial<Confinement> = {},
    more: NodeJS.ProcessEnv = {},
    folder?: string,
  ): ChildProcess {
    const environment = { ...this.environment, ...more };
    const begun = folder ?? changes.folder ?? this.project;
    const command = { file: 'bash', args: ['-c', script], folder: begun, environment };
    const confined = confine(command, this.layout(changes, more), sandbox);
    return spawn(confined.file, confined.args, {
      cwd: confined.folder,
      env: confined.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  /** A script of bash from start to end, confined. */
  run(...given: Parameters<Place['spawn']>): Promise<End> {
    return endOf(this.spawn(...given));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export function endOf(child: ChildProcess): Promise<End> {
  const end = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    end.stdout += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    end.stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, ...end })));
}
