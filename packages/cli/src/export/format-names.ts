/** The forms of an export, in a file of their own: the command line names them at every start, and the forms are heavy. */
export const FORMAT_NAMES = ['md', 'html', 'json', 'jsonl', 'atif', 'xml'] as const;

export type Format = (typeof FORMAT_NAMES)[number];
