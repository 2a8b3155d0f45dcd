/** Of two modes the one in which less runs unasked. */
import { MODES, type Mode } from '@tagma/core';

export function stricterOf(one: Mode, other: Mode): Mode {
  return MODES.indexOf(one) < MODES.indexOf(other) ? one : other;
}
