import type { ListedOverrides } from '@crumbtrail/client';
import type { SessionOverrideItem, SessionV1 } from '@crumbtrail/contracts';
import { activeOverrides } from '@crumbtrail/contracts/session-overrides';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { QueryResult } from '../../../components/query-result';
import { OverrideFacts } from '../override-facts';
import { OverrideForm } from './override-form';
import { SpeakForm } from './speak-form';

function detailsOf(item: SessionOverrideItem): string {
  if (item.verb === 'mute') return item.agents.join(', ');
  if (item.verb === 'budget') return `${item.max_tokens} tokens`;
  return item.verb === 'pause' ? '' : item.text;
}

function ActiveOverrides({ listed, session }: { readonly listed: ListedOverrides; readonly session: string }) {
  const client = useClient();
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => client.revertOverride(session, id),
    onSettled: () => cache.invalidateQueries(),
  });
  const items = activeOverrides({ session, overrides: [...listed.overrides] }, listed.now);
  if (items.length === 0) return <p className="soft">Nothing is adjusted.</p>;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <ul className="overrides">
        {items.map((item) => (
          <li key={item.id} data-override={item.id}>
            <span className="anywhere" dir="auto">
              <strong>
                {item.verb}
                {item.id === item.verb ? '' : ` ${item.id}`}
              </strong>{' '}
              {detailsOf(item)} <OverrideFacts item={item} />
            </span>
            <button
              type="button"
              disabled={isPending}
              aria-label={item.verb === 'pause' ? 'Resume: revert pause' : `Revert ${item.id}`}
              onClick={() => mutate(item.id)}
            >
              {item.verb === 'pause' ? 'Resume' : 'Revert'}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Lets an operator adjust a session, see how it is adjusted, and revert that. */
export function OperatorPanel(props: {
  readonly session: string;
  readonly members: NonNullable<SessionV1['members']>;
}): ReactNode {
  const { session, members } = props;
  const client = useClient();
  const overrides = useQuery({ queryKey: ['overrides', session], queryFn: () => client.overrides(session) });
  const agents = members.filter(({ kind }) => kind === 'agent').map(({ id }) => id);
  return (
    <section aria-label="Operator">
      <h2>Operator</h2>
      <QueryResult query={overrides}>{(listed) => <ActiveOverrides listed={listed} session={session} />}</QueryResult>
      <OverrideForm session={session} agents={agents} />
      <SpeakForm session={session} agents={agents} />
    </section>
  );
}
