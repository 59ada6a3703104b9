import { refuse } from '@crumbtrail/contracts';
import type { NextFunction, Request, Response } from 'express';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Refuses a body of any other media type before a byte of it is read. */
export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  const type = request.headers['content-type'];
  if (hasBody(request) && !JSON_TYPE.test(type?.trim() ?? '')) {
    throw refuse(
      'unsupported_media_type',
      `Send application/json in UTF-8; this is ${type ?? 'a body without Content-Type'}.`,
    );
  }
  next();
}

/** Bytes as JSON; refuses what is no UTF-8 or no JSON, and says where. */
export function readJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refuse('not_json', 'The body is not UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse('not_json', `The body is not JSON: ${(error as SyntaxError).message}.`);
  }
}

/** Turns the raw body that was read into parsed JSON; an empty one is none. */
export function parseBody(request: Request, _response: Response, next: NextFunction): void {
  if (Buffer.isBuffer(request.body)) request.body = request.body.length === 0 ? undefined : readJson(request.body);
  next();
}
