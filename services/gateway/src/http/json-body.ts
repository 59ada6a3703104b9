import { refuse } from '@crumbtrail/contracts';
import { findUnfaithful } from '@crumbtrail/contracts/find-unfaithful';
import type { NextFunction, Request, Response } from 'express';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
/** A2A has a media type of its own for JSON. */
const A2A_TYPE = /^application\/a2a\+json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const isJson = (type: string, path: string): boolean =>
  JSON_TYPE.test(type) || (path.startsWith('/v1/a2a/') && A2A_TYPE.test(type));

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Rejects a body that is not JSON by its media type, before any of it is read. */
export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  const type = request.headers['content-type'];
  if (hasBody(request) && !isJson(type?.trim() ?? '', request.path)) {
    throw refuse(
      'unsupported_media_type',
      `Send application/json in UTF-8; this is ${type ?? 'a body without Content-Type'}.`,
    );
  }
  next();
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refuse('not_json', 'The body is not UTF-8.');
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse('not_json', `The body is not JSON: ${(error as SyntaxError).message}.`);
  }
}

/** Of a chat completion or a response only texts are stored; clients send seeds of 64 bits with it. */
const keepsTextsOnly = (path: string): boolean => /^\/v1\/(chat\/completions|responses)\/?$/.test(path);

/**
 * Parses the body of a request as JSON; throws if it is not valid UTF-8 or not valid JSON, with the position of the error, or if
 * parsing would change a number or drop a key.
 */
export function readJson(bytes: Uint8Array, path: string): unknown {
  const text = readText(bytes);
  const value = parseText(text);
  const unfaithful = keepsTextsOnly(path) ? null : findUnfaithful(text);
  if (unfaithful !== null) throw refuse('unsafe_json', unfaithful);
  return value;
}

/** Replaces the raw body with parsed JSON; an empty body counts as no body. */
export function parseBody(request: Request, _response: Response, next: NextFunction): void {
  if (Buffer.isBuffer(request.body))
    request.body = request.body.length === 0 ? undefined : readJson(request.body, request.path);
  next();
}
