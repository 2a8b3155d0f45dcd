/** On what kind of screen a session is shown: as the command line wants it, the configuration, and the terminal allows. */
import type { Config } from './config/config.ts';
import { type FormatOptions, wantsFormat } from './headless/formats.ts';

export type Renderer = 'full' | 'inline' | 'accessible';

export type RendererOptions = FormatOptions & {
  readonly print?: boolean;
  readonly inline?: true;
  readonly accessible?: true;
};

/** Whether somebody is there to see a question, and to answer it. */
export function canAsk(options: RendererOptions): boolean {
  return !options.print && !wantsFormat(options) && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Null: on none, and one answer is printed. A terminal that cannot be drawn on is spoken to line by line. */
export async function rendererOf(options: RendererOptions, { screen = {} }: Config): Promise<Renderer | null> {
  if (!canAsk(options)) return null;
  if (options.accessible) return 'accessible';
  const wanted = options.inline ? 'inline' : (screen.renderer ?? 'full');
  const { canFullScreen } = await import('@tagma/tui');
  return canFullScreen(process.env, process.stdout) ? wanted : 'accessible';
}
