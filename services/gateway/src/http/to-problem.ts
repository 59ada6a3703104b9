import { HttpException } from '@nestjs/common';
import { CrumbError, type Problem, type ProblemCode } from '@crumbtrail/contracts';
import type { Request } from 'express';

const codes: Readonly<Record<number, ProblemCode>> = {
  400: 'not_json',
  404: 'not_found',
};

function fromHttpException(error: HttpException, request: Request): Problem {
  const code = error.cause instanceof URIError ? 'not_found' : (codes[error.getStatus()] ?? 'internal');
  if (code === 'not_found')
    return { code, message: `No route ${request.method} ${request.path}. See /docs for the routes.` };
  return { code, message: error.message };
}

/** Turns anything that was thrown into a problem to report. */
export function toProblem(thrown: unknown, request: Request): Problem {
  if (thrown instanceof CrumbError) return thrown.problem;
  if (thrown instanceof HttpException) return fromHttpException(thrown, request);
  return { code: 'internal', message: 'unexpected' };
}
