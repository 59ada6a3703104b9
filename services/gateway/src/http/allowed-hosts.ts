import { refuse } from '@crumbtrail/contracts';
import type { NextFunction, Request, Response } from 'express';

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[?::1\]?|([\w-]+\.)*localhost)$/i;

/** The host of a `Host` header, without its port. */
export const hostWithoutPort = (header: string): string => header.replace(/:\d+$/, '').toLowerCase();

/** Does this name or address mean this machine alone? */
export const isLoopback = (name: string): boolean => LOOPBACK.test(name);

/** For which hosts a gateway answers. */
export interface HostPolicy {
  /** The address that the gateway listens on. */
  readonly listensOn: string;
  /** Other names for it, such as that of a reverse proxy. Default: none. */
  readonly allowed?: readonly string[];
}

/**
 * A gateway on the loopback address answers only for that address: otherwise a page of another site whose name resolves to it
 * (DNS rebinding) could read what needs no key. On other addresses any host is answered.
 */
export function requireAllowedHost({ listensOn, allowed = [] }: HostPolicy) {
  const isLocal = isLoopback(listensOn);
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  return (request: Pick<Request, 'headers'>, _response: Response, next: NextFunction): void => {
    const host = hostWithoutPort(request.headers.host ?? 'localhost');
    if (isLocal && !isLoopback(host) && !names.has(host)) {
      const message = `This gateway does not answer for the host ${host.slice(0, 80)}: use 127.0.0.1, or name the host in ALLOWED_HOSTS.`;
      throw refuse('forbidden', message);
    }
    next();
  };
}
