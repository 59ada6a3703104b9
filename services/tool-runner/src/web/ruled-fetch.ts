import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, type AddressPolicy } from '@crumbtrail/platform/public-fetch';
import { Agent, fetch, type Response } from 'undici';
import { checkUrl, hostOf, refusal, type UrlRules } from './check-url';

/** Resolves a host name to its IP addresses. */
export type HostResolver = (host: string) => Promise<readonly string[]>;

/** What may be fetched. */
export interface FetchRules {
  /** Host names, `*.example.org` for all below a name, `*` for all. */
  readonly hosts: readonly string[];
  /** @default 80, 443 */
  readonly ports?: readonly number[];
  /** @default addresses of the public internet */
  readonly isAllowedAddress?: AddressPolicy;
  /** @default the resolver of the operating system */
  readonly resolve?: HostResolver;
  /** A certificate authority to trust, as PEM. @default those of Node.js */
  readonly ca?: string;
  /** Milliseconds for an answer with all its redirects. @default 10,000 */
  readonly timeoutMs?: number;
}

/** A request, besides its URL. */
export interface FetchInit {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** @default 5 */
  readonly redirects?: number;
}

/** Reads an answer while its connection is open. */
export type ReadResponse<Result> = (url: URL, response: Response) => Promise<Result>;

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 10_000;
const WEB_PORTS = [80, 443];

const resolveBySystem: HostResolver = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** A lookup that answers with one address, whatever is asked: the connection goes to the address that was checked. */
function pinTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, callback) => (all ? callback(null, [{ address, family }]) : callback(null, address, family));
}

const redirectOf = ({ status, headers }: Response): string | null =>
  status >= 300 && status < 400 ? headers.get('location') : null;

/** The reason of a network error, which fetch gives as its cause; that of several attempts is only a code. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & {
    readonly cause?: { readonly message?: string; readonly code?: string };
  };
  return cause?.message || cause?.code || message;
}

/**
 * Fetches from public hosts. Each address, also of each redirect, is checked, resolved once, and connected to as it
 * was resolved, so that a name whose address changes after the check reaches nothing else.
 */
export class RuledFetch {
  private readonly rules: UrlRules;
  private readonly isAllowedAddress: AddressPolicy;
  private readonly resolve: HostResolver;
  private readonly timeoutMs: number;
  private readonly ca: string | undefined;

  constructor(rules: FetchRules) {
    this.rules = { hosts: rules.hosts, ports: rules.ports ?? WEB_PORTS };
    this.isAllowedAddress = rules.isAllowedAddress ?? isPublicAddress;
    this.resolve = rules.resolve ?? resolveBySystem;
    this.timeoutMs = rules.timeoutMs ?? TIMEOUT_MS;
    this.ca = rules.ca;
  }

  /** Throws ToolError `refused` for what must not be fetched, and an Error with the reason for what cannot be. */
  async fetch<Result>(text: string, init: FetchInit, read: ReadResponse<Result>, signal: AbortSignal): Promise<Result> {
    const url = checkUrl(text, this.rules);
    const timeout = AbortSignal.timeout(this.timeoutMs);
    try {
      return await this.follow(url, init, read, AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (timeout.aborted) throw new Error(`${url.href} did not answer within ${this.timeoutMs} ms`, { cause: error });
      throw error;
    }
  }

  private async follow<Result>(
    url: URL,
    init: FetchInit & { readonly followed?: number },
    read: ReadResponse<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { redirects = MAX_REDIRECTS, followed = 0 } = init;
    const address = await this.addressOf(url, signal);
    const dispatcher = new Agent({
      connect: { lookup: pinTo(address), ...(this.ca !== undefined && { ca: this.ca }) },
    });
    try {
      const response = await this.send(url, init, { dispatcher, signal });
      const location = redirectOf(response);
      if (location === null) return await read(url, response);
      if (followed === redirects) throw refusal(`more than ${redirects} redirects, the last one at ${url.href}`);
      return await this.follow(checkUrl(location, this.rules, url), { ...init, followed: followed + 1 }, read, signal);
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

  private async send(
    url: URL,
    { method = 'GET', headers, body }: FetchInit,
    way: { readonly dispatcher: Agent; readonly signal: AbortSignal },
  ): Promise<Response> {
    try {
      return await fetch(url, { ...way, method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) });
    } catch (error) {
      throw new Error(`${url.href} cannot be fetched: ${reasonOf(error)}`, { cause: error });
    }
  }
}
