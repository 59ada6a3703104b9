import type { INestApplication } from '@nestjs/common';
import { Health } from '@crumbtrail/platform';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Histogram } from 'prom-client';
import { routePattern } from './request-traces';

/** Counts and times every request by method, route and status. */
export function countRequests(app: INestApplication): RequestHandler {
  const histogram = new Histogram({
    name: 'crumbtrail_gateway_request_seconds',
    help: 'Time until a request was answered; of an event stream, until it ended.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [app.get(Health, { strict: false }).metrics],
  });
  return (request: Request, response: Response, next: NextFunction) => {
    const observe = histogram.startTimer();
    response.once('close', () =>
      observe({ method: request.method, route: routePattern(request), status: response.statusCode }),
    );
    next();
  };
}
