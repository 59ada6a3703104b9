import { isObject, MAX_BATCH_CRUMBS, MAX_CRUMB_BYTES, refuse } from '@crumbtrail/contracts';
import { AppendBatch } from '@crumbtrail/contracts/http/breadcrumbs';
import type { RouteBody } from '@crumbtrail/contracts/http/define-route';
import { parseShape, refuseUnsafe } from '../http/parse-shape';

function tooManyError(count: number): Error {
  const issues = [{ path: '/breadcrumbs', rule: 'maxItems', message: `has ${count}; ${MAX_BATCH_CRUMBS} are allowed` }];
  return refuse('too_large', `A batch takes at most ${MAX_BATCH_CRUMBS} breadcrumbs; this one has ${count}.`, {
    issues,
  });
}

function refuseTooLarge(crumb: unknown, path: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(crumb));
  if (bytes <= MAX_CRUMB_BYTES) return;
  const issues = [{ path, rule: 'max-bytes', message: `has ${bytes} bytes; ${MAX_CRUMB_BYTES} are allowed` }];
  throw refuse('too_large', `${path} is larger than 256 KiB.`, { issues });
}

/** Parses a batch: each breadcrumb in it has the limits of a breadcrumb that is sent alone. */
export function parseBatch(value: unknown): RouteBody<typeof AppendBatch> {
  if (isObject(value)) refuseOverLimits(value);
  return parseShape(AppendBatch.body, value);
}

function refuseOverLimits({ breadcrumbs, ...rest }: Record<string, unknown>): void {
  refuseUnsafe(rest);
  const crumbs = Array.isArray(breadcrumbs) ? (breadcrumbs as unknown[]) : [];
  if (crumbs.length > MAX_BATCH_CRUMBS) throw tooManyError(crumbs.length);
  crumbs.forEach((crumb, i) => {
    refuseUnsafe(crumb, `/breadcrumbs/${i}`);
    refuseTooLarge(crumb, `/breadcrumbs/${i}`);
  });
}
