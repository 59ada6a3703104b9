import type { ReactNode } from 'react';
import { Badge } from '../../../components/badge';
import { QueryResult } from '../../../components/query-result';
import { hrefTo } from '../../../routing/route';
import { useSubqueries } from './use-subqueries';

/** The kinds of subquery, each with a link to its template. */
export function SubqueryList(): ReactNode {
  const subqueries = useSubqueries();
  return (
    <section aria-label="Subqueries">
      <h2>Subqueries</h2>
      <p className="soft">What a model is asked when an agent calls the tool subquery, by kind.</p>
      <QueryResult query={subqueries}>
        {(kinds) => (
          <ul className="subquery-kinds">
            {kinds.map(({ type, purpose, changed, draft }) => (
              <li key={type}>
                <a href={hrefTo('settings', ['subqueries', type])}>{type}</a> <span className="soft">{purpose}</span>{' '}
                {changed && <Badge kind="plain">changed</Badge>} {draft && <Badge kind="warn">draft</Badge>}
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}
