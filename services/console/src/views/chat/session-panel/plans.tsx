import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/client';
import { Author } from '../../../components/author';

const MOST_PLANS = 50;

/** The plans of agents in the session that the key may read; nothing where there are none. */
export function Plans({ session }: { readonly session: string }): ReactNode {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['plans', session],
    queryFn: async () => {
      const { breadcrumbs } = await client.list({ schema: WIRE.agentPlan, session, limit: MOST_PLANS });
      return breadcrumbs.flatMap(({ context }) => asPayload(WIRE.agentPlan, context) ?? []);
    },
  });
  if (data.length === 0) return null;
  return (
    <section aria-label="Plans">
      <h2>Plans</h2>
      {data.map(({ agent, text }) => (
        <div key={agent}>
          <Author author={{ kind: 'agent', id: agent }} />
          <p className="message-text" dir="auto">
            {text}
          </p>
        </div>
      ))}
    </section>
  );
}
