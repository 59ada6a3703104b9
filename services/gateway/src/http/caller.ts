import { isConsoleSessionSecret, refuse } from '@crumbtrail/contracts';
import { isNatsSenderKey } from '@crumbtrail/contracts/operations/nats-users';
import type { NextFunction, Request, Response } from 'express';
import { readConsoleSession } from './console-session';
import { needsKey } from './route-kind';

/** The caller of a request, by API key or by a session of the console; the store resolves it to a participant. */
export interface Caller {
  readonly key: string;
  readonly traceparent?: string;
}

const BEARER = /^bearer +([\x21-\x7e]{1,512})$/i;
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Is it what a client may send as its key? Neither is a session of a console, which is of no use outside of a browser's page, nor the name of a NATS user, which is no secret. */
export const isClientKey = (key: string): boolean => !isConsoleSessionSecret(key) && !isNatsSenderKey(key);

/** The key of the Authorization header. */
function readBearer({ headers }: Pick<Request, 'headers'>): string | undefined {
  const key = BEARER.exec(headers.authorization ?? '')?.[1];
  return key && isClientKey(key) ? key : undefined;
}

/** Reads the caller of a request; throws `unauthenticated` if it shows neither a key nor a session of the console. */
export function readCaller(request: Pick<Request, 'headers' | 'method' | 'path'>): Caller {
  const key = readBearer(request) ?? readConsoleSession(request);
  if (!key) throw refuse('unauthenticated', 'Send an API key: `Authorization: Bearer <key>`.');
  const traceparent = request.headers['traceparent'];
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { key, traceparent } : { key };
}

/** Throws if a request to the API shows no key, before its body is read. */
export function requireKey(request: Request, _response: Response, next: NextFunction): void {
  if (needsKey(request)) readCaller(request);
  next();
}
