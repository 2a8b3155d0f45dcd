/** The authorities that a connection trusts where a server has one of its own. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** Node's function for what it trusts unasked: from 22.15 on, and the only one that knows of `--use-system-ca`. */
type Newer = { readonly getCACertificates?: (type: 'default') => readonly string[] };

/**
 * A context that trusts the given certificates (PEM) beside the usual ones: a list of one's own takes their place in Node, and
 * that of `NODE_EXTRA_CA_CERTS` with them. Throws where the text holds no certificate.
 */
export function trusting(ca: string): tls.SecureContext {
  // TLS itself passes over what it cannot read.
  new X509Certificate(ca);
  return tls.createSecureContext({ ca: [...usualAuthorities(), ca] });
}

function usualAuthorities(): readonly string[] {
  return (tls as Newer).getCACertificates?.('default') ?? [...tls.rootCertificates, ...extraAuthorities()];
}

/** Node itself warns at the start where that file cannot be read. */
function extraAuthorities(): readonly string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}
