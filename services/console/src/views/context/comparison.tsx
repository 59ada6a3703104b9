import type { Explanation } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { hrefTo } from '../../app/route';
import { useRoute } from '../../app/use-route';
import { useClient } from '../../data/client';
import { Busy } from '../../parts/busy';
import { Problem } from '../../parts/problem';
import { DiffTable } from './diff-table';
import { previousOf } from './previous';
import { builtOf } from './recent-contexts';
import { saysIn } from './says';

const LISTED = 100;

const labelOf = (crumb: Envelope): string =>
  `${crumb.occurred_at.replace('T', ' ').slice(0, 19)} ${crumb.session ?? ''}, ${builtOf(crumb).tokens.total} tokens`;

/** The latest contexts of the same agent; operators see them all. */
function useOthers({ id, agent }: Explanation): {
  readonly others: readonly Envelope[] | undefined;
  readonly error: unknown;
} {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['contexts', 'latest'],
    queryFn: () => client.list({ schema: WIRE.agentContext, limit: LISTED, order: 'desc' }),
  });
  const others = useMemo(
    () => data?.breadcrumbs.filter((crumb) => crumb.id !== id && builtOf(crumb).agent === agent),
    [data, id, agent],
  );
  return { others, error };
}

function Compared({ explanation, other }: { readonly explanation: Explanation; readonly other: string }): ReactNode {
  const client = useClient();
  const diff = useQuery({
    queryKey: ['diff', other, explanation.id],
    queryFn: () => client.contexts.diff(other, explanation.id),
  });
  const before = useQuery({ queryKey: ['explanation', other], queryFn: () => client.contexts.explain(other) });
  const says = useMemo(() => saysIn(before.data, explanation), [before.data, explanation]);
  if (diff.error) return <Problem error={diff.error} />;
  if (!diff.data) return <Busy what="Comparing" />;
  return <DiffTable diff={diff.data} says={says} />;
}

function Choose(props: { readonly other: string; readonly others: readonly Envelope[] }): ReactNode {
  const { go } = useRoute();
  const { other, others } = props;
  const isListed = others.some(({ id }) => id === other);
  return (
    <p className="row">
      <label className="row">
        Compare
        <select value={other} onChange={(event) => go({ with: event.target.value })}>
          {!isListed && <option value={other}>{other}</option>}
          {others.map((crumb) => (
            <option key={crumb.id} value={crumb.id}>
              {labelOf(crumb)}
            </option>
          ))}
        </select>
      </label>
      with this one. <a href={hrefTo('contexts', [other])}>Open the other context</a>
    </p>
  );
}

/** What differs from the build before, or from any other of the same agent. */
export default function Comparison({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const wish = useRoute().query.get('with');
  const { others, error } = useOthers(explanation);
  if (error) return <Problem error={error} />;
  if (!others) return <Busy what="Loading other contexts" />;
  const other = wish ?? previousOf(explanation, others)?.id;
  if (other === undefined) return <p className="soft">This is the only context of {explanation.agent} you can view.</p>;
  return (
    <section aria-label="Difference" className="comparison">
      <Choose other={other} others={others} />
      <Compared explanation={explanation} other={other} />
    </section>
  );
}
