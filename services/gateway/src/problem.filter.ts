import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Problem } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Request, Response } from 'express';
import { OpenAiError, toOpenAiError } from './openai/openai-error';
import { isOpenAiRequest, unknownUrl } from './openai/openai-paths';
import { problemDetails, retryAfterSeconds } from './http/problem-details';
import { toProblem } from './http/to-problem';

/** Replies to clients of the OpenAI protocol in its own format. */
function answerOpenAi(response: Response, thrown: unknown, problem: Problem): void {
  const { method, path, protocol, host } = response.req;
  const origin = `${protocol}://${host}`;
  const shown = thrown instanceof NotFoundException ? unknownUrl({ method, path, origin }) : thrown;
  const { status, headers, body } = toOpenAiError(shown, () => problem);
  response.status(status).set(headers).json(body);
}

/** Replies to every failed request with problem details; internal errors are logged. */
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
    if (isOpenAiRequest(request)) return answerOpenAi(response, thrown, problem);
    const details = problemDetails(problem, request.path);
    const retryAfter = retryAfterSeconds(problem);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    if (details.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="crumbtrail"');
    response.status(details.status).type('application/problem+json').send(JSON.stringify(details));
  }
}
