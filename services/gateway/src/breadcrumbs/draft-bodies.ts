import { type Draft, MAX_BATCH_CRUMBS, MAX_CRUMB_BYTES, refuse } from '@crumbtrail/contracts';
import type { PipeTransform } from '@nestjs/common';
import { refuseUnsafe, requireBody, parseShape } from '../http/parse-shape';
import { Batch } from '../http/shapes';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A draft as a body. Its envelope and payload are the store's to judge; here only what no store could keep is refused. */
export const DraftPipe: PipeTransform<unknown, Draft> = {
  transform(value) {
    requireBody(value);
    refuseUnsafe(value);
    if (!isObject(value)) throw notAnObject();
    return value as Draft;
  },
};

function notAnObject(): Error {
  const issues = [{ path: '', rule: 'type', message: 'must be an object' }];
  return refuse('invalid_payload', 'The body must be a JSON object.', { issues });
}

function tooMany(count: number): Error {
  const issues = [{ path: '/breadcrumbs', rule: 'maxItems', message: `has ${count}; ${MAX_BATCH_CRUMBS} are allowed` }];
  return refuse('too_large', `A batch takes ${MAX_BATCH_CRUMBS} breadcrumbs; this has ${count}.`, { issues });
}

function refuseTooLarge(crumb: unknown, path: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(crumb));
  if (bytes <= MAX_CRUMB_BYTES) return;
  const issues = [{ path, rule: 'max-bytes', message: `has ${bytes} bytes; ${MAX_CRUMB_BYTES} are allowed` }];
  throw refuse('too_large', `${path} is larger than 256 KiB.`, { issues });
}

/** What a batch asks for. */
export interface BatchOfDrafts {
  readonly breadcrumbs: readonly Draft[];
  readonly imported?: boolean | undefined;
}

/** A batch as a body: each crumb in it has the limits of a crumb on its own. */
export const BatchPipe: PipeTransform<unknown, BatchOfDrafts> = {
  transform(value) {
    requireBody(value);
    if (!isObject(value)) throw notAnObject();
    const { breadcrumbs, ...rest } = value;
    refuseUnsafe(rest);
    const crumbs = Array.isArray(breadcrumbs) ? (breadcrumbs as unknown[]) : [];
    if (crumbs.length > MAX_BATCH_CRUMBS) throw tooMany(crumbs.length);
    crumbs.forEach((crumb, i) => {
      refuseUnsafe(crumb, `/breadcrumbs/${i}`);
      refuseTooLarge(crumb, `/breadcrumbs/${i}`);
    });
    return parseShape(Batch, value) as unknown as BatchOfDrafts;
  },
};
