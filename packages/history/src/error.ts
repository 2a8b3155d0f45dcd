/** What can go wrong with a history file, as a value. */
export type HistoryError = {
  readonly kind: /** There is no such file. */
    | 'missing'
    /** A new history was to be created where there is a file already. */
    | 'exists'
    /** A folder, a pipe: no regular file. */
    | 'not-a-file'
    /** The file holds nothing, or no more than a piece of the first lines. */
    | 'empty'
    /** The file is something else. */
    | 'not-a-history'
    /** The file brings a document type of its own, which is never read. */
    | 'doctype'
    /** The file has a format that this program does not know. */
    | 'future'
    /** A record has been changed, removed, added or moved: `record` is the first. */
    | 'damaged'
    /** It holds no record of the number that was asked for. */
    | 'no-record'
    /** There is more in it than can be looked at together. */
    | 'too-large'
    /** A record is larger than any reader takes: nothing of it was written. */
    | 'too-large'
    /** Another writer has the file open. */
    | 'locked'
    /** The file is not as this writer had left it: another writes to it, or has removed it. */
    | 'meddled'
    /** The system refused to read or write: disk full, no permission, a broken disk. */
    | 'io';
  readonly file: string;
  /** The number of the record it is about, where it is about one. */
  readonly record: number | null;
  /** For the person: which file, what is the matter, and what helps. */
  readonly message: string;
};

/** A history could not be read or written, and why. */
export type Failed = { readonly ok: false; readonly error: HistoryError };

export function failed(
  kind: HistoryError['kind'],
  file: string,
  message: string,
  record: number | null = null,
): Failed {
  return { ok: false, error: { kind, file, record, message: `${file}: ${message}` } };
}

const SYSTEM_REASONS: { readonly [code: string]: string } = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it is as large as a file may be',
  EROFS: 'the disk can only be read',
};

/** An error of the system, with its code (`ENOSPC`) and what was being done when it came. */
export function failedBySystem(file: string, doing: string, error: unknown): Failed {
  const code = codeOf(error);
  const reason = SYSTEM_REASONS[code] ?? (error instanceof Error ? error.message : '');
  return failed('io', file, `cannot ${doing}: ${reason}${code === '' ? '' : ` (${code})`}`);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
