import { CrumbError } from '@crumbtrail/contracts';
import { problemDetails, retryAfterSeconds } from '../http/problem-details';
import { OpenAiError } from './openai-error';

/** What a caller is told of a request that was refused, or of a turn that failed, whatever its protocol. */
export interface CallerRefusal {
  /** Of HTTP. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** After how many seconds a repetition may help. Absent: it cannot help. */
  readonly retryAfterSeconds?: number;
}

/** What the caller is told of an error; undefined of one that is only logged. */
export function readRefusal(error: unknown): CallerRefusal | undefined {
  if (error instanceof OpenAiError) {
    const { code, type, message } = error.error;
    return { status: error.status, code: code ?? type, message };
  }
  if (!(error instanceof CrumbError) || error.code === 'internal') return undefined;
  const { status, detail } = problemDetails(error.problem, '');
  const seconds = retryAfterSeconds(error.problem);
  return { status, code: error.code, message: detail, ...(seconds !== undefined && { retryAfterSeconds: seconds }) };
}
