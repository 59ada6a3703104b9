import type { Envelope } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { hrefTo } from '../app/route';
import { AudienceBadge, Author } from './people';
import { Time } from './time';
import { Wide } from './wide';

/** Breadcrumbs in a table: what, whose, when, and the way to the trail of each. */
export function CrumbTable({ crumbs }: { readonly crumbs: readonly Envelope[] }): ReactNode {
  return (
    <Wide label="Breadcrumbs">
      <table>
        <thead>
          <tr>
            <th>Schema</th>
            <th>Title</th>
            <th>Author</th>
            <th>Time</th>
            <th>Trail</th>
          </tr>
        </thead>
        <tbody>
          {crumbs.map(({ id, schema_name, title, author, audience, occurred_at, trail_id }) => (
            <tr key={id}>
              <td>
                {schema_name} <AudienceBadge audience={audience} />
              </td>
              <td className="anywhere">{title}</td>
              <td>
                <Author author={author} />
              </td>
              <td>
                <Time at={occurred_at} />
              </td>
              <td>
                <a href={hrefTo('trails', [trail_id], { crumb: id })}>trail</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
