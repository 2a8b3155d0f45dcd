/** How frames become bytes: what a terminal is drawn with, over its whole screen or at the end of its main one. */
import type { Frame, Size } from '../text/cells.ts';
import { type Brush, paint } from './paint.ts';

export type Painter = {
  /** Whether it draws on the terminal's other screen. */
  readonly takesScreen: boolean;
  /** For how long, in ms, a size is to stay before anything is drawn for it. `sinceMs`: from the size before to this one. */
  stillMs(sinceMs: number): number;
  /** How much of a screen of that size there is to draw on. */
  room(screen: Size): Size;
  /** The bytes that show a frame; '' where it is shown already. */
  paint(frame: Frame, brush: Brush): string;
  /** Nothing of it is shown, whatever was before. */
  begin(): void;
  /** What is shown may have been meddled with: the next frame is drawn whole, in its place. */
  forget(): void;
  /** The bytes that take away what is shown, where it would stay otherwise. */
  erase(): string;
};

export function screenPainter(): Painter {
  let shown: Frame | null = null;
  const forget = (): void => {
    shown = null;
  };
  return {
    takesScreen: true,
    stillMs: () => 0,
    room: (screen) => screen,
    paint(frame, brush) {
      const bytes = paint(shown, frame, brush);
      shown = frame;
      return bytes;
    },
    begin: forget,
    forget,
    erase: () => '',
  };
}
