import { failSpan } from '@crumbtrail/platform';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';

const tracer = trace.getTracer('@crumbtrail/gateway');

/** Paths without traces, because monitoring requests them every few seconds. */
const UNTRACED = /^\/(?:healthz|readyz|metrics)\/?$/;

/** The pattern of the matched route, or `none`. Never the path: each id in it would create a metric series. */
export function routePattern(request: Request): string {
  const route = (request as { route?: { path?: unknown } }).route?.path;
  return typeof route === 'string' ? route : 'none';
}

function endSpan(span: Span, request: Request, response: Response): void {
  const route = routePattern(request);
  span.setAttribute('http.response.status_code', response.statusCode);
  if (route !== 'none') {
    span.setAttribute('http.route', route);
    span.updateName(`${request.method} ${route}`);
  }
  if (response.statusCode >= 500) {
    span.setAttribute('error.type', String(response.statusCode));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/**
 * Starts the span of a request, as a child of the client's trace if the request names one; requests to other services become
 * its children. Records neither the query nor headers other than the user agent, because they may contain keys.
 */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  if (UNTRACED.test(request.path)) return next();
  const parent = propagation.extract(context.active(), request.headers);
  const attributes = {
    'http.request.method': request.method,
    'url.scheme': request.protocol,
    'url.path': request.path,
    'network.protocol.version': request.httpVersion,
    ...(request.headers['user-agent'] ? { 'user_agent.original': request.headers['user-agent'].slice(0, 200) } : {}),
  };
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
  response.once('error', (error) => failSpan(span, error));
  response.once('close', () => endSpan(span, request, response));
  context.with(trace.setSpan(parent, span), next);
}
