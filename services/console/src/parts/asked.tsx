import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Busy } from './busy';
import { Problem } from './problem';

/** What was asked for, once it is there; until then that it is on its way, or why it is not to be had. */
export function Asked<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly what?: string;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { query, what, children } = props;
  return (
    <>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined ? children(query.data) : !query.error && <Busy what={what} />}
    </>
  );
}
