/** A text to the clipboard of this machine, by the program that it has for it. What goes over ssh is for the terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Copied } from '@tagma/tui';

/** A program, and when it is of use. */
type Clipboard = { readonly command: string; readonly args: readonly string[]; readonly servesHere: boolean };

/** It hands the text on, or it hangs. */
const COPYING_MS_MAX = 3_000;

/** Tries one program after the other. Never rejects, and never waits for longer than their time. */
export async function toClipboard(text: string, env: NodeJS.ProcessEnv, platform = process.platform): Promise<Copied> {
  let message = 'no program of this machine has a clipboard (wl-copy, xclip, xsel, pbcopy, clip.exe).';
  for (const { command, args, servesHere } of clipboards(env, platform)) {
    if (!servesHere) continue;
    const problem = await copyBy(command, args, text, env);
    if (problem === null) return { ok: true };
    if (problem !== NOT_THERE) message = `${command}: ${problem}.`;
  }
  return { ok: false, message };
}

function clipboards(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly Clipboard[] {
  const hasWayland = (env.WAYLAND_DISPLAY ?? '') !== '';
  const hasX = (env.DISPLAY ?? '') !== '';
  const isWindows = platform === 'win32' || (env.WSL_DISTRO_NAME ?? '') !== '';
  return [
    { command: 'pbcopy', args: [], servesHere: platform === 'darwin' },
    { command: 'wl-copy', args: [], servesHere: hasWayland },
    { command: 'xclip', args: ['-selection', 'clipboard'], servesHere: hasX },
    { command: 'xsel', args: ['--clipboard', '--input'], servesHere: hasX },
    { command: 'clip.exe', args: [], servesHere: isWindows },
  ];
}

const NOT_THERE = 'not there';

/** Null: it has taken it. Some stay behind to serve the text: their outputs are nobody's, so that nothing waits for them. */
function copyBy(
  command: string,
  args: readonly string[],
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child: ChildProcess = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], env });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve(`took longer than ${COPYING_MS_MAX / 1_000} s`);
    }, COPYING_MS_MAX);
    const end = (problem: string | null): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.on('error', (error) => end('code' in error && error.code === 'ENOENT' ? NOT_THERE : error.message));
    child.on('exit', (code, signal) => end(code === 0 ? null : `ended with ${code ?? signal}`));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(command === 'clip.exe' ? Buffer.from(`\ufeff${text}`, 'utf16le') : text);
  });
}
