/** A picture of one colour, as a PNG. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bits of a channel; red, green and blue; then the only methods there are, and no interlacing. */
const FORM = Buffer.from([8, 2, 0, 0, 0]);
const NO_FILTER = 0;

/** @param side in pixels @param rgb 0 to 255 each */
export function pngOf(side: number, rgb: readonly [number, number, number]): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  const row = Buffer.from([NO_FILTER, ...Array.from({ length: side }, () => rgb).flat()]);
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, FORM])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
