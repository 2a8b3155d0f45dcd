/**
 * Hyperlinks (OSC 8). An address comes from a model or a tool: only what leads somewhere that a person would open is sent,
 * spelt so that nothing in it can end the sequence.
 */

export type LinkTarget = {
  /** The same for the same address: rows of one wrapped link are shown as one. */
  readonly id: string;
  /** Printable ASCII. */
  readonly address: string;
};

const PROTOCOLS = ['http:', 'https:', 'file:', 'mailto:'];
/** What terminals take. */
const ADDRESS_LENGTH_MAX = 2_000;
/** Addresses whose spelling has been found out. */
const KEPT_MAX = 1_000;

const kept = new Map<string, LinkTarget | null>();

export const LINK_ENDS = '\x1b]8;;\x1b\\';

export function linkStart({ id, address }: LinkTarget): string {
  return `\x1b]8;id=${id};${address}\x1b\\`;
}

/** Null: it is shown as text alone. */
export function linkTarget(link: string): LinkTarget | null {
  const known = kept.get(link);
  if (known !== undefined) return known;
  const target = read(link);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(link, target);
  return target;
}

function read(link: string): LinkTarget | null {
  if (link.length > ADDRESS_LENGTH_MAX || /[\p{C}\s]/u.test(link) || !URL.canParse(link)) return null;
  const { href, protocol } = new URL(link);
  const fits = PROTOCOLS.includes(protocol) && href.length <= ADDRESS_LENGTH_MAX && /^[\x21-\x7e]+$/.test(href);
  return fits ? { id: idOf(href), address: href } : null;
}

/** FNV-1a (Fowler, Noll, Vo), 32 bits. */
function idOf(address: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < address.length; at++) hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
