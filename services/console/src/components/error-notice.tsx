import { ApiError } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import './components.css';

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What was refused or went wrong, in words: the gateway's own, with the places in the body where it names some. */
export function ErrorNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}): ReactNode {
  const problem = error instanceof ApiError ? error.problem : undefined;
  return (
    <div className="problem" role="alert">
      <p>
        {problem && <strong>{problem.title}. </strong>}
        {problem ? problem.detail : errorText(error)}
      </p>
      {problem?.issues && problem.issues.length > 0 && (
        <ul>
          {problem.issues.map(({ path, message }, at) => (
            <li key={at}>
              <code>{path || 'the body'}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
