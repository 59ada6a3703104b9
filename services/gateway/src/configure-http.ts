import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type HostPolicy, requireAllowedHost } from './http/allowed-hosts';
import { requireKey } from './http/caller';
import { DEFAULT_REQUEST_LIMITS, limitRequests, type RequestLimits } from './http/limit-requests';
import { requireJson, parseBody } from './http/json-body';
import { HandlerNameInterceptor } from './http/name-handler';
import { readBody } from './http/read-body';
import { ShutdownSignal } from './http/shutdown-signal';
import { closeConnections } from './http/close-connections';
import { countRequests } from './http/request-metrics';
import { serveDocs } from './openapi/document';
import { ProblemFilter } from './problem.filter';
import { redirectBrowsers } from './http/redirect-browsers';
import { refuseUnknownPaths } from './http/route-kind';
import { securityHeaders } from './http/security-headers';
import { traceRequests } from './http/request-traces';

/** Longer than proxies and clients keep an idle connection, so that they close it first and no request is sent on a closed connection. */
const KEEP_ALIVE_MS = 65_000;

function keepAlive(app: NestExpressApplication): void {
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1_000;
}

/**
 * Installs the middleware of every request: metrics, traces, security headers, the host, the path, the check for a key, its limits, the media type, the
 * size limit of the path, and JSON parsing. No body is read before the request has shown a key, except that of a sign-in code.
 */
export function configureHttp(
  inner: INestApplication,
  hosts: HostPolicy,
  limits: RequestLimits = DEFAULT_REQUEST_LIMITS,
): void {
  const app = inner as NestExpressApplication;
  const { admit, countBody } = limitRequests(limits);
  keepAlive(app);
  closeConnections(app.getHttpServer(), app.get(ShutdownSignal).signal);
  // The adapter has made its router already, which reads the setting `case sensitive routing` no more.
  Object.assign(app.getHttpAdapter().getInstance().router, { caseSensitive: true });
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(countRequests(app));
  app.use(traceRequests);
  app.use(securityHeaders);
  app.use(requireAllowedHost(hosts));
  app.use(refuseUnknownPaths);
  app.use(redirectBrowsers);
  app.use(requireKey);
  app.use(admit);
  app.use(requireJson);
  app.use(readBody);
  app.use(countBody);
  app.use(parseBody);
  app.useGlobalInterceptors(new HandlerNameInterceptor());
  app.useGlobalFilters(app.get(ProblemFilter));
  serveDocs(app);
}
