/** What `read` says of files that are no plain text. */
import type { Outcome } from '@tagma/protocol';
import type { FileKind } from './file-kind.ts';
import { pixelsOf } from './image.ts';
import { readNotebook } from './notebook.ts';
import { headOf } from './open-file.ts';
import { failed, succeeded } from './outcome.ts';
import { readPdf } from './pdf.ts';
import { quoted, type Reading, reportPage } from './read-report.ts';
import { pageOfText } from './text-page.ts';

const PDF_BYTES_MAX = 64 * 1024 * 1024;
export const NOTEBOOK_BYTES_MAX = 32 * 1024 * 1024;
/** A photograph may tell its size behind a lot else. */
const IMAGE_HEAD_BYTES = 1024 * 1024;

/** The image itself goes into the details, so that whoever sends to a model that takes images finds it. */
export async function reportImage(kind: Extract<FileKind, { form: 'image' }>, reading: Reading): Promise<Outcome> {
  const { path, shown, bytes } = reading;
  const pixels = await pixelsOf(await headOf(reading.file, IMAGE_HEAD_BYTES));
  const size = pixels ? `${pixels.width} × ${pixels.height} pixels` : 'of an unknown size';
  const image = kind.mediaType === null ? {} : { image: { mediaType: kind.mediaType, path } };
  return succeeded(
    `${shown}: ${kind.type}, ${size}, ${bytes} bytes`,
    { path, bytes, type: kind.type, ...pixels, ...image, truncated: false },
    ['only this description is shown, not the picture itself'],
  );
}

export async function reportPdf(reading: Reading): Promise<Outcome> {
  const { file, path, shown, bytes, query, signal } = reading;
  const otherwise = `Try bash: pdftotext -layout ${quoted(shown)} -`;
  const type = 'PDF document';
  if (bytes > PDF_BYTES_MAX) {
    const limitMb = PDF_BYTES_MAX / 1024 / 1024;
    return failed(`${shown} is a PDF of ${bytes} bytes; read takes them up to ${limitMb} MB. ${otherwise}`, {
      path,
      bytes,
    });
  }
  const pdf = await readPdf(await file.readFile(), signal);
  if (pdf.kind === 'failed') return failed(`${shown} is a PDF that ${pdf.why}. ${otherwise}`, { path, bytes, type });
  if (!pdf.hasText) {
    return failed(
      `${shown} is a PDF without text, ${pagesOf(pdf.pages)}, ${bytes} bytes: most likely scanned pages, whose pictures cannot be read here.`,
      { path, bytes, type, pages: pdf.pages },
    );
  }
  const notes = [`the text of a PDF of ${pagesOf(pdf.pages)}, without its layout and pictures`];
  if (pdf.pagesRead < pdf.pages) notes.push(`only the first ${pdf.pagesRead} pages were read. ${otherwise}`);
  const details = { bytes, type, pages: pdf.pages };
  return reportPage(pageOfText(pdf.text, query), query, { path, shown, isRaw: false, notes, details });
}

/** Null where the file is no notebook: it is text as any other. */
export async function reportNotebook({ file, path, shown, bytes, query }: Reading): Promise<Outcome | null> {
  const notebook = readNotebook((await headOf(file, bytes)).toString('utf8'));
  if (!notebook) return null;
  const note = `the ${notebook.cells} cells of a notebook, outputs shortened; the file itself is JSON, and edit changes that: see it with bash: cat ${quoted(shown)}`;
  const details = { bytes, type: 'Jupyter notebook', cells: notebook.cells };
  return reportPage(pageOfText(notebook.text, query), query, { path, shown, isRaw: false, notes: [note], details });
}

export function reportBinary(kind: FileKind, { path, shown, bytes }: Reading): Outcome {
  const type = 'type' in kind ? kind.type : 'of an unknown type';
  return failed(
    `${shown} is a binary file (${type}, ${bytes} bytes), which cannot be shown as text. Look at it with bash: ${commandFor(type)} ${quoted(shown)}${/archive/.test(type) ? '' : ' | head'}`,
    { path, bytes, type },
  );
}

function commandFor(type: string): string {
  if (type.startsWith('ZIP')) return 'unzip -l';
  return /^(gzip|bzip2|xz|tar)/.test(type) ? 'tar -tf' : 'xxd';
}

function pagesOf(pages: number): string {
  return pages === 1 ? '1 page' : `${pages} pages`;
}
