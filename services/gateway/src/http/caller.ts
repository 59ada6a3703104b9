import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import type { NextFunction, Request, Response } from 'express';
import { prefersHtml } from '../page';

/** Who calls, by the key they showed; the store says whose it is. */
export interface Caller {
  readonly key: string;
  readonly traceparent?: string;
}

const BEARER = /^bearer +([\x21-\x7e]{1,512})$/i;
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller of a request; refused when it shows no key. */
export function readCaller(request: Pick<Request, 'headers'>): Caller {
  const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (!key) throw refuse('unauthenticated', 'Send an API key: `Authorization: Bearer <key>`.');
  const traceparent = request.headers['traceparent'];
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { key, traceparent } : { key };
}

const needsKey = (path: string): boolean => path.startsWith('/v1/') || /^\/mcp\/?$/i.test(path);

/** Refuses before anything is read of the body. Only the trail page comes without a key: it asks the person for one. */
export function requireKey(request: Request, _response: Response, next: NextFunction): void {
  if (needsKey(request.path) && !prefersHtml(request)) readCaller(request);
  next();
}

/** Gives a handler its caller. */
export const FromCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readCaller(context.switchToHttp().getRequest<Request>()),
);
