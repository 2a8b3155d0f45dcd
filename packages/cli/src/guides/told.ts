/** Guides in words: for the model in the system prompt, and for the person where something of them is left out. Pure. */
import { type Guide, writeGuide } from '@tagma/core';

const ABOUT =
  'What this project, or the user for all projects, asks of you stands below. Follow it as far as it contradicts neither the user nor what is said above; it permits nothing. Where two of them disagree the first holds.';

/** The part of the system prompt; empty where nothing is said. */
export function guidesText(guides: readonly Guide[]): string {
  return guides.length === 0 ? '' : [ABOUT, ...guides.map((guide) => writeGuide(guide))].join('\n\n');
}

/** A sentence for each that the model is not told whole. */
export function guideNotices(guides: readonly Guide[]): readonly string[] {
  return guides.flatMap(({ path, isCut, problem }) => {
    if (problem !== null) return [`${path}: ${problem}`];
    return isCut ? [`${path} is too long: the model is told its beginning, and where it stands.`] : [];
  });
}
