import type { IncomingHttpHeaders } from 'node:http';
import { consoleSessionSecret, refuse } from '@crumbtrail/contracts';
import { CONSOLE_PROOF_HEADER } from '@crumbtrail/contracts/http/console-page';
import type { Request, Response } from 'express';

/** What the OpenAI protocol, A2A and AG-UI serve: programs use them with keys. */
const isForPrograms = ({ method, path }: Pick<Request, 'method' | 'path'>): boolean =>
  /^\/v1\/(chat|responses|models|a2a|agui)(\/|$)/.test(path) ||
  (method === 'POST' && /^\/v1\/embeddings\/?$/.test(path));

/** The cookie is sent to the API only. */
const COOKIE_PATH = '/v1/';
const HALF = /^[\w-]{20,100}$/;

/** Browsers send cookies of one host to all of its ports: each gateway of a machine has a cookie of its own. */
const cookieName = ({ host = '' }: IncomingHttpHeaders): string =>
  `crumbtrail_${/:(\d+)$/.exec(host)?.[1] ?? 'console'}`;

function readCookie(headers: IncomingHttpHeaders): string | undefined {
  const name = cookieName(headers);
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

function hostOfOrigin(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Refuses what a page of another origin sends, also one on another port of this host. */
export function requireSameOrigin({ headers }: Pick<Request, 'headers'>): void {
  const { origin, host, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (site === 'same-origin' && (origin === undefined || hostOfOrigin(origin) === host)) return;
  throw refuse('forbidden', 'Only the console may do this with its sign-in, and this request comes from another page.');
}

/**
 * The secret of the console session that sends the request; undefined without one. Both halves must come: the cookie, and the proof in a header,
 * which no other origin can read, or send without a permission that the gateway never gives.
 */
export function readConsoleSession(request: Pick<Request, 'headers' | 'method' | 'path'>): string | undefined {
  const { headers } = request;
  const proof = headers[CONSOLE_PROOF_HEADER];
  const cookie = readCookie(headers);
  if (typeof proof !== 'string' || cookie === undefined || !HALF.test(proof) || !HALF.test(cookie)) return undefined;
  requireSameOrigin(request);
  if (request.path.startsWith(COOKIE_PATH) && !isForPrograms(request)) return consoleSessionSecret({ cookie, proof });
  throw refuse(
    'forbidden',
    `The sign-in of the console is not valid for ${request.path.slice(0, 80)}: send an API key.`,
  );
}

const cookieOptions = ({ origin = '' }: IncomingHttpHeaders) =>
  ({ path: COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure: origin.startsWith('https:') }) as const;

/** Gives the browser the cookie's half of a session. */
export function setConsoleCookie(response: Response, cookie: string, expiresAt: string): void {
  const { headers } = response.req;
  response.cookie(cookieName(headers), cookie, { ...cookieOptions(headers), expires: new Date(expiresAt) });
}

export function clearConsoleCookie(response: Response): void {
  const { headers } = response.req;
  response.clearCookie(cookieName(headers), cookieOptions(headers));
}
