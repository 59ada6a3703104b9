import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';

/** A version as an entity tag. */
export const entityTag = (version: number): string => `"${version}"`;

/** Reads the version in If-Match; throws if the header is missing or not a version. */
export function parseIfMatch(ifMatch: string | undefined): number {
  if (ifMatch === undefined) {
    throw refuse('precondition_required', 'Send `If-Match: "<version>"` with the version that you read (its ETag).');
  }
  const version = /^"?([1-9][0-9]{0,9})"?$/.exec(ifMatch.trim())?.[1];
  if (version) return Number(version);
  throw refuse('version_conflict', `If-Match must be one version, like "3" (got ${ifMatch.slice(0, 40)}).`);
}

const KEY = /^[\x21-\x7e]{1,200}$/;

/** Reads the Idempotency-Key, which makes a retry safe; throws if it is malformed. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  const issues = [
    { path: '/headers/Idempotency-Key', rule: 'pattern', message: 'must be 1 to 200 visible ASCII characters' },
  ];
  throw refuse('invalid_payload', 'Idempotency-Key must be 1 to 200 visible ASCII characters.', { issues });
}

/** Sets the ETag of a reply that has a version. */
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap((value: { version?: unknown } | undefined) => {
        if (typeof value?.version === 'number') response.setHeader('ETag', entityTag(value.version));
      }),
    );
  }
}
