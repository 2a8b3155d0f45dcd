/** What can be taken back, and what came of it. */
import type { Intent } from './checkpoint-store.ts';

/** A change that was made. */
export type Step = Intent;

/** A file as it was before the undo and as it is now; null is no file. */
export type Restored = { readonly path: string; readonly from: Buffer | null; readonly to: Buffer | null };

/** What came of taking changes back. */
export type Undone =
  /** The steps, the last first, and what it came to, file by file. Fewer than asked for where there are no more. */
  | {
      readonly kind: 'undone';
      readonly steps: readonly Step[];
      /** Those that may be shown, with their texts: not what is protected, nor git's own, nor very many. */
      readonly files: readonly Restored[];
      /** All of them. */
      readonly paths: readonly string[];
    }
  | { readonly kind: 'nothing' }
  /** Somebody else has changed the file since: nothing was taken back. `after` is null where it was not kept. */
  | { readonly kind: 'changed'; readonly step: Step; readonly after: Buffer | null; readonly now: Buffer | null }
  /** What it was before is not there any more: nothing was taken back. */
  | { readonly kind: 'lost'; readonly step: Step };
