import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { MAX_BATCH_BYTES, MAX_CRUMB_BYTES } from '@crumbtrail/contracts';
import type { IncomingMessage } from 'node:http';
import { requireKey } from './caller';
import { onlyJson, parseBody } from './json-body';
import { Closing } from './live/closing';
import { letGo } from './live/let-go';
import { countRequests } from './metrics';
import { serveDocs } from './openapi/document';
import { ProblemFilter } from './problem.filter';
import { securityHeaders } from './security-headers';
import { traceRequests } from './traces';

const isBatch = (request: IncomingMessage): boolean => /^\/v1\/breadcrumbs\/batch\/?(?:\?|$)/.test(request.url ?? '');

/** Longer than proxies and clients keep an idle connection, so that it is they who close it, and no request meets a closed one. */
const KEEP_ALIVE_MS = 65_000;

function keepAlive(app: NestExpressApplication): void {
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1_000;
}

/**
 * What every request passes on its way in: counted, traced, headers set, a key shown, JSON by name, no larger than its path
 * takes, parsed. Nothing of a body is read before the key is there.
 */
export function configureHttp(inner: INestApplication): void {
  const app = inner as NestExpressApplication;
  keepAlive(app);
  letGo(app.getHttpServer(), app.get(Closing).signal);
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(countRequests(app));
  app.use(traceRequests);
  app.use(securityHeaders);
  app.use(requireKey);
  app.use(onlyJson);
  app.useBodyParser('raw', { limit: MAX_BATCH_BYTES, type: isBatch, inflate: false });
  app.useBodyParser('raw', {
    limit: MAX_CRUMB_BYTES,
    type: (request: IncomingMessage) => !isBatch(request),
    inflate: false,
  });
  app.use(parseBody);
  app.useGlobalFilters(app.get(ProblemFilter));
  serveDocs(app);
}
