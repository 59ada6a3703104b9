import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from './loading';
import { ErrorNotice } from './error-notice';

/** Renders the data of a query, a loading indicator, or the error with a retry button. */
export function QueryResult<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly label?: string;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { query, label, children } = props;
  return (
    <>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined ? children(query.data) : !query.error && <Loading label={label} />}
    </>
  );
}
