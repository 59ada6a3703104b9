import { NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** `api` needs a key, `open` is served to anybody, `none` is nothing that the gateway serves. */
export type RouteKind = 'api' | 'open' | 'none';

const API = /^\/(?:v1\/|mcp\/?$)/;
/** The console's page and its files, links to its trails, how to sign in, the documentation of the API, the public key of agent cards, and health. Nothing of the log is below them. */
const OPEN =
  /^\/(?:$|icon\.svg$|assets\/[^/]+$|trails\/[^/]+\/?$|docs(?:\/|$)|docs-(?:json|yaml)\/?$|\.well-known\/jwks\.json$|(?:healthz|readyz|metrics|console\/sign-in)\/?$)/;

/** Exchanges the code of a sign-in link for a session: the one request whose body is read without a key. */
const isRedeem = ({ method, path }: Pick<Request, 'method' | 'path'>): boolean =>
  method === 'POST' && /^\/console\/sessions\/?$/.test(path);

/**
 * What a request asks for, by its path exactly as it was sent: the router compares letter case and decodes nothing, so a path in another spelling is
 * not served. Everything that looks at a path before the router does relies on this.
 */
export function routeKind({ method, path }: Pick<Request, 'method' | 'path'>): RouteKind {
  if (API.test(path)) return 'api';
  if (method === 'GET' || method === 'HEAD') return OPEN.test(path) ? 'open' : 'none';
  return isRedeem({ method, path }) ? 'open' : 'none';
}

/** Does every request like this need a key? */
export const needsKey = (request: Pick<Request, 'method' | 'path'>): boolean => routeKind(request) === 'api';

/** Is the body of requests like this read at all? */
export const takesBody = (request: Pick<Request, 'method' | 'path'>): boolean => needsKey(request) || isRedeem(request);

/** Refuses what the gateway does not serve, before its body is read. */
export function refuseUnknownPaths(request: Request, _response: Response, next: NextFunction): void {
  if (routeKind(request) === 'none') throw new NotFoundException();
  next();
}
