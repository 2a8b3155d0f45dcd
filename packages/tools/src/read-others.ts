/** What `read` says of files that are no plain text. */
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, type ImageRef, type Outcome } from '@tagma/protocol';
import type { FileKind } from './file-kind.ts';
import { type Pixels, pixelsOf } from './image.ts';
import { keepImage } from './kept-image.ts';
import { readNotebook } from './notebook.ts';
import { headOf } from './open-file.ts';
import { failed, succeeded } from './outcome.ts';
import { readPdf } from './pdf.ts';
import { quoted, type Reading, reportPage } from './read-report.ts';
import { pageOfText } from './text-page.ts';
import { messageOf } from './thrown.ts';

const PDF_BYTES_MAX = 64 * 1024 * 1024;
export const NOTEBOOK_BYTES_MAX = 32 * 1024 * 1024;
/** A photograph may tell its size behind a lot else. */
const IMAGE_HEAD_BYTES = 1024 * 1024;

type Image = Extract<FileKind, { form: 'image' }>;

/** A copy of the picture is kept, for whoever sends it to a model that takes pictures; else it is said why there is none. */
export async function reportImage(kind: Image, reading: Reading): Promise<Outcome> {
  const { path, shown, bytes } = reading;
  const pixels = await pixelsOf(await headOf(reading.file, IMAGE_HEAD_BYTES));
  const size = pixels ? `${pixels.width} × ${pixels.height} pixels` : 'of an unknown size';
  const content = `${shown}: ${kind.type}, ${size}, ${bytes} bytes`;
  const details = { path, bytes, type: kind.type, ...pixels, truncated: false };
  const kept = await keep(kind, pixels, reading);
  if ('image' in kept) return succeeded(content, { ...details, image: kept.image });
  return succeeded(content, details, [`only this description is shown, not the picture itself: ${kept.problem}`]);
}

type Kept = { readonly image: ImageRef } | { readonly problem: string };

async function keep({ mediaType }: Image, pixels: Pixels | null, { file, outputFolder }: Reading): Promise<Kept> {
  if (mediaType === null) return { problem: 'models take PNG, JPEG, GIF and WebP' };
  if (pixels === null) return { problem: 'its size cannot be told' };
  if (Math.max(pixels.width, pixels.height) > IMAGE_PIXELS_MAX) {
    return { problem: `it is over ${IMAGE_PIXELS_MAX} pixels wide or high. Make it smaller with bash first` };
  }
  const content = await headOf(file, IMAGE_BYTES_MAX + 1);
  if (content.length > IMAGE_BYTES_MAX) {
    return { problem: `it is over ${IMAGE_BYTES_MAX / 1024} KB. Make it smaller with bash first` };
  }
  try {
    const sha256 = await keepImage(content, outputFolder);
    return { image: { sha256, mediaType, ...pixels, bytes: content.length } };
  } catch (error) {
    return { problem: `no copy of it can be kept: ${messageOf(error)}` };
  }
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
