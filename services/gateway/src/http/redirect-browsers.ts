import type { NextFunction, Request, Response } from 'express';

/** Redirects a browser that opens the address of a trail to the console; programs get the trail's data. */
export function redirectBrowsers(request: Request, response: Response, next: NextFunction): void {
  const id = /^\/v1\/trails\/([^/]+)$/.exec(request.path)?.[1];
  if (request.method !== 'GET' || id === undefined) return next();
  response.vary('Accept');
  if (request.accepts(['json', 'html']) === 'html') return response.redirect(`/#/trails/${id}`);
  next();
}
