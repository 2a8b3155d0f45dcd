/** Bytes of a text into characters, by what the text or its server says of the encoding. */
import { TextDecoder } from 'node:util';

/** How far into a page its own word on the encoding is looked for. The standard says 1,024; pages are sloppy. */
const DECLARATION_BYTES_MAX = 4_096;

/** A byte order mark decides, then the header `content-type`, then the text itself (HTML, XML), then it is UTF-8. Total. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const labels = [markOf(bytes), fromHeader(contentType), fromText(bytes)];
  const decoder = labels.map(decoderFor).find((found) => found !== null) ?? new TextDecoder();
  return decoder.decode(bytes);
}

function markOf([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb ? 'utf-8' : null;
}

function fromHeader(contentType: string): string | null {
  return /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1] ?? null;
}

/** `<meta charset="…">`, the same in a `content`, `<?xml … encoding="…"?>`. A text that can be read so is not UTF-16. */
function fromText(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES_MAX)).toString('latin1');
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1];
  const label = meta ?? /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1];
  return label === undefined || /^utf-?16/i.test(label) ? null : label;
}

function decoderFor(label: string | null): TextDecoder | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
