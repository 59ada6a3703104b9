import { isIP } from 'node:net';
import { ToolError } from '@crumbtrail/tool-runtime';

/** Which URLs may be requested, before their host is resolved. */
export interface UrlRules {
  /** Host names, `*.example.org` for all below a name, `*` for all. */
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** Names below these are never public (RFC 6761, 6762, 8375, ICANN's `internal`); clouds serve metadata below the last. */
const LOCAL_SUFFIXES = ['localhost', 'local', 'home.arpa', 'internal'];

/** An error for what the rules forbid. The model reads the reason. */
export const refusal = (reason: string): ToolError => new ToolError('refused', `refused: ${reason}`);

/** The host of a URL without the brackets of IPv6 and without the dot that ends a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function parseUrl(text: string, base: URL | undefined): URL {
  if (URL.canParse(text, base?.href)) return new URL(text, base);
  throw refusal(
    `${JSON.stringify(text.slice(0, 200))} is not a URL. Give a whole one, such as https://example.org/page`,
  );
}

function isLocalName(host: string): boolean {
  if (isIP(host) !== 0) return false;
  return !host.includes('.') || LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

/** Whether a host is among these: names, `*.example.org` for all below a name, `*` for all. */
export const isAmongHosts = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((one) => one === '*' || one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));

/** Parses a URL, which may be relative to `base`. Throws a refusal for one that the rules forbid. */
export function checkUrl(text: string, { hosts, ports }: UrlRules, base?: URL): URL {
  const url = parseUrl(text, base);
  const standard = DEFAULT_PORTS[url.protocol];
  if (standard === undefined) throw refusal(`${url.protocol} is not http: or https:`);
  if (url.username !== '' || url.password !== '') throw refusal('a URL must not contain a user name or password');
  const port = url.port === '' ? standard : Number(url.port);
  if (!ports.includes(port)) throw refusal(`port ${port} is not one of ${ports.join(', ')}`);
  const host = hostOf(url);
  if (isLocalName(host)) throw refusal(`${host || 'an empty name'} is not the name of a public host`);
  if (!isAmongHosts(host, hosts)) throw refusal(`${host} is not one of the hosts that the operator allows`);
  return url;
}
