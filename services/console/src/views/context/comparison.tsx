import type { Explanation } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { ErrorNotice } from '../../components/error-notice';
import { useTimeFormat } from '../../components/time';
import { DiffTable } from './diff-table';
import { findPreviousContext } from './previous-context';
import { contextPayload } from './recent-contexts';
import { collectItemTexts } from './item-texts';

const MAX_LISTED = 100;

const contextLabel = (crumb: Envelope, formatTime: (at: string) => string): string =>
  `${formatTime(crumb.occurred_at)} ${crumb.session ?? ''}, ${contextPayload(crumb).tokens.total.toLocaleString('en')} tokens`;

/** The latest other contexts of the same agent that the user can view. */
function useOtherContexts({ id, agent }: Explanation): {
  readonly others: readonly Envelope[] | undefined;
  readonly error: unknown;
} {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['contexts', 'latest'],
    queryFn: () => client.list({ schema: WIRE.agentContext, limit: MAX_LISTED, order: 'desc' }),
  });
  const others = useMemo(
    () => data?.breadcrumbs.filter((crumb) => crumb.id !== id && contextPayload(crumb).agent === agent),
    [data, id, agent],
  );
  return { others, error };
}

function DiffResult({ explanation, other }: { readonly explanation: Explanation; readonly other: string }): ReactNode {
  const client = useClient();
  const diff = useQuery({
    queryKey: ['diff', other, explanation.id],
    queryFn: () => client.contexts.diff(other, explanation.id),
  });
  const before = useQuery({ queryKey: ['explanation', other], queryFn: () => client.contexts.explain(other) });
  const texts = useMemo(() => collectItemTexts(before.data, explanation), [before.data, explanation]);
  if (diff.error) return <ErrorNotice error={diff.error} />;
  if (!diff.data) return <Loading label="Comparing" />;
  return <DiffTable diff={diff.data} texts={texts} names={{ a: 'the other context', b: 'this context' }} />;
}

function ContextPicker(props: { readonly other: string; readonly others: readonly Envelope[] }): ReactNode {
  const { go } = useRoute();
  const { other, others } = props;
  const formatTime = useTimeFormat();
  const isListed = others.some(({ id }) => id === other);
  return (
    <p className="row">
      <label className="row">
        Compare
        <select value={other} onChange={(event) => go({ with: event.target.value })}>
          {!isListed && <option value={other}>{other}</option>}
          {others.map((crumb) => (
            <option key={crumb.id} value={crumb.id}>
              {contextLabel(crumb, formatTime)}
            </option>
          ))}
        </select>
      </label>
      with this one. <a href={hrefTo('contexts', [other])}>Open the other context</a>
    </p>
  );
}

/** Compares a context with the previous one, or with any other of the same agent. */
export default function Comparison({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const chosen = useRoute().query.get('with');
  const { others, error } = useOtherContexts(explanation);
  if (error) return <ErrorNotice error={error} />;
  if (!others) return <Loading label="Loading other contexts" />;
  const other = chosen ?? findPreviousContext(explanation, others)?.id;
  if (other === undefined) return <p className="soft">This is the only context of {explanation.agent} you can view.</p>;
  return (
    <section aria-label="Difference" className="comparison">
      <ContextPicker other={other} others={others} />
      <DiffResult explanation={explanation} other={other} />
    </section>
  );
}
