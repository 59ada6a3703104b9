import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { checkUrl, hostOf, refusal, type UrlRules } from './check-url';
import { decodePage } from './decode-page';
import { isPublicAddress, type AddressPolicy } from './public-address';
import { readLimitedBody } from './read-limited-body';

/** Resolves a host name to its IP addresses. */
export type HostResolver = (host: string) => Promise<readonly string[]>;

/** What a page reader may fetch, and how much of it. */
export interface PageReaderOptions {
  /** Host names, `*.example.org` for all below a name, `*` for all. */
  readonly hosts: readonly string[];
  /** @default 80, 443 */
  readonly ports?: readonly number[];
  /** @default addresses of the public internet */
  readonly isAllowedAddress?: AddressPolicy;
  /** @default the resolver of the operating system */
  readonly resolve?: HostResolver;
  /** Bytes of a body after decompression. @default 2 MiB */
  readonly maxBytes?: number;
  /** Milliseconds for a page with all its redirects. @default 10,000 */
  readonly timeoutMs?: number;
}

/** A page as text. */
export interface FetchedPage {
  /** The address after redirects. */
  readonly url: string;
  /** The media type, in lower case and without parameters. */
  readonly type: string;
  readonly text: string;
}

const MAX_REDIRECTS = 5;
const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const WEB_PORTS = [80, 443];
const READABLE_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/json'];
const HEADERS = { accept: `${READABLE_TYPES.join(', ')};q=0.9`, 'user-agent': 'Crumbtrail visit_link' };

const resolveBySystem: HostResolver = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** A lookup that answers with one address, whatever is asked: the connection goes to the address that was checked. */
function pinTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, callback) => (all ? callback(null, [{ address, family }]) : callback(null, address, family));
}

const redirectOf = ({ status, headers }: Response): string | null =>
  status >= 300 && status < 400 ? headers.get('location') : null;

/** The reason of a network error, which fetch gives as its cause; that of several attempts is only a code. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & {
    readonly cause?: { readonly message?: string; readonly code?: string };
  };
  return cause?.message || cause?.code || message;
}

/**
 * Fetches pages of public hosts. Each address, also of each redirect, is checked, resolved once, and connected to as it
 * was resolved, so that a name whose address changes after the check reaches nothing else.
 */
export class PageReader {
  private readonly rules: UrlRules;
  private readonly isAllowedAddress: AddressPolicy;
  private readonly resolve: HostResolver;
  private readonly maxBytes: number;
  private readonly timeoutMs: number;

  constructor(options: PageReaderOptions) {
    this.rules = { hosts: options.hosts, ports: options.ports ?? WEB_PORTS };
    this.isAllowedAddress = options.isAllowedAddress ?? isPublicAddress;
    this.resolve = options.resolve ?? resolveBySystem;
    this.maxBytes = options.maxBytes ?? MAX_BYTES;
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  /** Throws ToolError `refused` for what must not be fetched, and an Error with the reason for what cannot be. */
  async read(text: string, signal: AbortSignal): Promise<FetchedPage> {
    const url = checkUrl(text, this.rules);
    const timeout = AbortSignal.timeout(this.timeoutMs);
    try {
      return await this.follow(url, AbortSignal.any([signal, timeout]), MAX_REDIRECTS);
    } catch (error) {
      if (timeout.aborted) throw new Error(`${url.href} did not answer within ${this.timeoutMs} ms`, { cause: error });
      throw error;
    }
  }

  private async follow(url: URL, signal: AbortSignal, redirects: number): Promise<FetchedPage> {
    const address = await this.addressOf(url, signal);
    const dispatcher = new Agent({ connect: { lookup: pinTo(address) } });
    try {
      const response = await this.get(url, dispatcher, signal);
      const location = redirectOf(response);
      if (location === null) return await this.pageOf(url, response);
      if (redirects === 0) throw refusal(`more than ${MAX_REDIRECTS} redirects, the last one at ${url.href}`);
      return await this.follow(checkUrl(location, this.rules, url), signal, redirects - 1);
    } finally {
      await dispatcher.destroy();
    }
  }

  /** The address to connect to. All addresses of a name must be allowed. */
  private async addressOf(url: URL, signal: AbortSignal): Promise<string> {
    const host = hostOf(url);
    const addresses = isIP(host) === 0 ? await this.addressesOf(host, signal) : [host];
    const denied = addresses.find((address) => !this.isAllowedAddress(address));
    if (denied === host) throw refusal(`${host} is not a public address`);
    if (denied !== undefined) throw refusal(`${host} has the address ${denied}, which is not a public address`);
    return addresses[0] as string;
  }

  private async addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const addresses = await Promise.race([this.resolve(host), aborted]).catch((error: unknown) => {
      throw new Error(`${host} cannot be resolved: ${reasonOf(error)}`, { cause: error });
    });
    if (addresses.length === 0) throw new Error(`${host} has no address`);
    return addresses;
  }

  private async get(url: URL, dispatcher: Agent, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(url, { dispatcher, signal, redirect: 'manual', headers: HEADERS });
    } catch (error) {
      throw new Error(`${url.href} cannot be fetched: ${reasonOf(error)}`, { cause: error });
    }
  }

  private async pageOf({ href }: URL, { ok, status, statusText, headers, body }: Response): Promise<FetchedPage> {
    if (!ok) throw new Error(`${href} answered ${status} ${statusText}`.trim());
    const contentType = headers.get('content-type') ?? '';
    const type = (contentType.split(';')[0] as string).trim().toLowerCase();
    if (!READABLE_TYPES.includes(type))
      throw refusal(`${href} is ${type || 'of no stated type'}; readable are ${READABLE_TYPES.join(', ')}`);
    try {
      return { url: href, type, text: decodePage(await readLimitedBody(body, this.maxBytes), contentType) };
    } catch (error) {
      throw new Error(`${href} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
  }
}
