import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from './loading';
import { ErrorNotice } from './error-notice';

/** What was asked for, once it is there; until then that it is on its way, or why it is not to be had. */
export function QueryResult<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly what?: string;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { query, what, children } = props;
  return (
    <>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined ? children(query.data) : !query.error && <Loading what={what} />}
    </>
  );
}
