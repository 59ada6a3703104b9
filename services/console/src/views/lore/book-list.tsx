import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { QueryResult } from '../../components/query-result';
import { hrefTo } from '../../routing/route';
import { useBooks } from './use-lore';

/** All lorebooks of the workspace. */
export function BookList(): ReactNode {
  const books = useBooks();
  return (
    <div className="view">
      <h1>Lore</h1>
      <QueryResult query={books}>
        {(found) =>
          found.length === 0 ? (
            <p>
              No lorebooks yet. Import one: <code>crumb lore import &lt;file&gt;</code>
            </p>
          ) : (
            <ul className="books">
              {found.map(({ id, context: { name, title, enabled } }) => (
                <li key={id}>
                  <a href={hrefTo('lore', [name])}>{name}</a> {title && <bdi className="soft">{title}</bdi>}{' '}
                  {enabled === false && <Badge kind="warn">disabled</Badge>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </div>
  );
}
