import { refuse } from '@crumbtrail/contracts';
import type { NextFunction, Request, Response } from 'express';
import { type BodyLimit, bodyLimit } from './body-limit';
import { takesBody } from './route-kind';

/** How long a client that is refused may go on sending. Closing at once would reset the connection before it reads the reply. */
const LINGER_MS = 5_000;

/** Ends a connection whose request is still being sent some time after the reply. */
function closeSoon(request: Request): void {
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

function refuseLarge(request: Request, { message }: BodyLimit): never {
  closeSoon(request);
  throw refuse('too_large', message);
}

async function collect(request: Request, limit: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The request must stay open when reading stops early: its reply is sent on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > limit.bytes) refuseLarge(request, limit);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a body up to the limit of its path. A larger one is refused as soon as it is known to be: by its Content-Length before
 * any of it is read, otherwise at the first byte too many. body-parser would answer only after all of it has arrived.
 */
export async function readBody(request: Request, _response: Response, next: NextFunction): Promise<void> {
  const { 'content-length': length, 'content-encoding': encoding, 'transfer-encoding': chunked } = request.headers;
  if (!takesBody(request) || (chunked === undefined && Number(length ?? 0) === 0)) return next();
  if (encoding !== undefined && encoding !== 'identity')
    throw refuse('unsupported_media_type', `Send the body without Content-Encoding; this is ${encoding.slice(0, 40)}.`);
  const limit = bodyLimit(request.path);
  if (Number(length) > limit.bytes) refuseLarge(request, limit);
  request.body = await collect(request, limit);
  next();
}
