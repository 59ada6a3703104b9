import { type CallHandler, createParamDecorator, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';

/** The entity tag of a version. */
export const entityTag = (version: number): string => `"${version}"`;

/** The version that If-Match names; refuses a request without one, and one that names no version. */
export function parseIfMatch(ifMatch: string | undefined): number {
  if (ifMatch === undefined) {
    throw refuse(
      'precondition_required',
      'Send `If-Match: "<version>"` with the version that you read; ETag gives it.',
    );
  }
  const version = /^"?([1-9][0-9]{0,9})"?$/.exec(ifMatch.trim())?.[1];
  if (version) return Number(version);
  throw refuse('version_conflict', `If-Match must name one version, like "3"; ${ifMatch.slice(0, 40)} names none.`);
}

/** Gives a handler the version that the caller read. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  parseIfMatch(context.switchToHttp().getRequest<Request>().headers['if-match']),
);

const KEY = /^[\x21-\x7e]{1,200}$/;

/** The key under which a request may be sent again and is done once. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  const issues = [
    { path: '/headers/Idempotency-Key', rule: 'pattern', message: 'must be 1 to 200 visible ASCII characters' },
  ];
  throw refuse('invalid_payload', 'Idempotency-Key must be 1 to 200 visible ASCII characters.', { issues });
}

/** Gives a handler the caller's Idempotency-Key, if there is one. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  parseIdempotencyKey(context.switchToHttp().getRequest<Request>().headers['idempotency-key']),
);

/** Says the version of what is answered as its ETag. */
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
