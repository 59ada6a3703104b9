import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'express';

const folder = join(__dirname, '..', 'page');

/** A file of the trail page, as it is served. */
export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

const file = (name: string, type: string): PageFile => ({ type, body: readFileSync(join(folder, name)) });

/** The trail page: one HTML file, its style and its script modules. Read once, at boot. */
export const pageFiles: Readonly<Record<string, PageFile>> = {
  'trail.html': file('trail.html', 'text/html; charset=utf-8'),
  'trail.css': file('trail.css', 'text/css; charset=utf-8'),
  'trail.mjs': file('trail.mjs', 'text/javascript; charset=utf-8'),
  'trail-view.mjs': file('trail-view.mjs', 'text/javascript; charset=utf-8'),
};

/** Does a browser ask for a trail to look at, rather than a program for its data? */
export function prefersHtml(request: Pick<Request, 'method' | 'path' | 'accepts'>): boolean {
  const isTrail = request.method === 'GET' && /^\/v1\/trails\/[^/]+$/.test(request.path);
  return isTrail && request.accepts(['json', 'html']) === 'html';
}
