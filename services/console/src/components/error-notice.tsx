import { ApiError } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import './components.css';
import { WaysOn } from './not-found';

const NOT_FOUND = 404;

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A text whose parts between backticks are code. */
function WithCode({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}

/** An error message: the problem details of the gateway, with the invalid parts of the request that they do not name, or any other error. */
export function ErrorNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}): ReactNode {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const issues = (problem?.issues ?? []).filter(({ message }) => !problem?.detail.includes(message));
  return (
    <div className="problem" role="alert">
      <p>
        {problem && <strong>{problem.title}. </strong>}
        <WithCode text={problem ? problem.detail : errorText(error)} />
      </p>
      {issues.length > 0 && (
        <ul>
          {issues.map(({ path, message }, at) => (
            <li key={at}>
              <code>{path || 'the body'}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {problem?.status === NOT_FOUND && <WaysOn />}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
