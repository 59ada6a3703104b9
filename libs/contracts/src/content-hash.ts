import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** SHA-256 of text, in hex. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** SHA-256 of canonical JSON (RFC 8785), as `sha256:<hex>`. */
export function contentHash(value: unknown): string {
  return `sha256:${sha256(canonicalize(value) ?? 'null')}`;
}
