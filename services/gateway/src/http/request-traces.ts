import { failSpan } from '@crumbtrail/platform';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';

const tracer = trace.getTracer('@crumbtrail/gateway');

/** Asked every few seconds by whoever watches. */
const UNTRACED = /^\/(?:healthz|readyz|metrics)\/?$/;

/** The pattern of the route that answered, never the path: ids would make a new series each. */
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
 * Opens the span of a request, within the trace that its client names, if it does; all that the request asks of other services
 * belongs to it. Neither the query nor a header is kept: they may hold keys.
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
