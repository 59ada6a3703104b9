const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The address of a link if it may be one: absolute, and http, https or mailto; otherwise undefined. */
export function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return SCHEMES.has(protocol) ? href : undefined;
}
