/** The beginnings of files of several kinds, made here byte by byte. */

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(17);
  header.write('IHDR', 0, 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  return Buffer.concat([latin1('\x89PNG\r\n\x1a\n\0\0\0\r'), header, Buffer.alloc(64)]);
}

/** With a block of other data before that of the size, as cameras write it. */
export function jpeg(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const data = Buffer.concat([latin1('\xff\xe1\x40\x02'), Buffer.alloc(0x4000)]);
  return Buffer.concat([latin1('\xff\xd8'), data, latin1('\xff\xc0\0\x11\x08'), size, Buffer.alloc(32)]);
}

export function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([latin1('GIF89a'), size, Buffer.alloc(32)]);
}

/** The lossless form. */
export function webp(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE((width - 1) | ((height - 1) << 14), 0);
  return Buffer.concat([latin1('RIFF\x40\0\0\0WEBPVP8L\x20\0\0\0\x2f'), size, Buffer.alloc(32)]);
}

/** One line of text a page; a page of '' has none. */
export function pdf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const drawn = text === '' ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  return latin1(`${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
}

export function notebook(cells: readonly object[]): string {
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
}
