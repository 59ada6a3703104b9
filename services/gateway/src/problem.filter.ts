import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import { CrumbError, type Problem, type ProblemCode } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Request, Response } from 'express';
import { OpenAiError, toOpenAiError, isOpenAiPath } from './openai/openai-error';
import { problemDetails, retryAfterSeconds } from './http/problem-details';

const codes: Readonly<Record<number, ProblemCode>> = {
  400: 'not_json',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
};

const TOO_LARGE = 'The body is larger than this path takes: 256 KiB for one breadcrumb, 8 MiB for a batch.';

function fromHttp(error: HttpException, request: Request): Problem {
  const code = error.cause instanceof URIError ? 'not_found' : (codes[error.getStatus()] ?? 'internal');
  if (code === 'too_large') return { code, message: TOO_LARGE };
  if (code === 'not_found')
    return { code, message: `Nothing is at ${request.method} ${request.path}; /docs lists what is.` };
  return { code, message: error.message };
}

/** What anything thrown says to the caller. */
export function toProblem(thrown: unknown, request: Request): Problem {
  if (thrown instanceof CrumbError) return thrown.problem;
  if (thrown instanceof HttpException) return fromHttp(thrown, request);
  return { code: 'internal', message: 'unexpected' };
}

/** To clients of the OpenAI protocol, in its own shape. */
function answerOpenAi(response: Response, thrown: unknown, problem: Problem): void {
  const { status, headers, body } = toOpenAiError(thrown, () => problem);
  response.status(status).set(headers).json(body);
}

/** Answers every failed request with problem details; what is nobody's fault but ours goes to the log. */
@Injectable()
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = toProblem(thrown, request);
    if (problem.code === 'internal' && !(thrown instanceof OpenAiError)) {
      this.logger.error({ err: thrown, method: request.method, path: request.path }, 'a request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (isOpenAiPath(request.path)) return answerOpenAi(response, thrown, problem);
    const details = problemDetails(problem, request.path);
    const retryAfter = retryAfterSeconds(problem);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    if (details.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="crumbtrail"');
    response.status(details.status).type('application/problem+json').send(JSON.stringify(details));
  }
}
