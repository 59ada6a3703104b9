import type { NextFunction, Request, Response } from 'express';

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const PAGE = `${NOTHING}; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:`;
/** The browser refuses scripts and styles that are not files of this gateway, so that stored text cannot run as code. */
const CONSOLE = `${PAGE}; require-trusted-types-for 'script'; trusted-types 'none'`;
/** Swagger's page has inline styles; its scripts are files. */
const DOCS = `${NOTHING}; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:`;

function policy(path: string): string {
  if (path === '/') return CONSOLE;
  if (path === '/docs' || path.startsWith('/docs/')) return DOCS;
  return NOTHING;
}

/** Sets the security headers of every response. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', policy(request.path));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  // The files of the console say otherwise for themselves.
  response.setHeader('Cache-Control', 'no-store');
  next();
}
