import type { Envelope, TurnView } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/client';
import { Author } from '../../../components/author';

function Speaker({ turn: { agent, chosen } }: { readonly turn: TurnView }): ReactNode {
  return (
    <li>
      <Author author={{ kind: 'agent', id: agent }} />{' '}
      <span className="soft">
        {chosen ? `${chosen.strategy}: ${chosen.reason}` : 'without a strategy: it subscribes to the message'}
      </span>
    </li>
  );
}

/** Who was chosen to speak about the newest message of a person, and why. */
export function LastSpeakers({ messages }: { readonly messages: readonly Envelope[] }): ReactNode {
  const client = useClient();
  const last = messages.findLast(({ schema_name }) => schema_name === WIRE.userMessage);
  const { data } = useQuery({
    queryKey: ['turns', last?.id],
    enabled: last !== undefined,
    queryFn: () => client.turnsOf(last?.id ?? ''),
  });
  return (
    <section aria-label="Who spoke last">
      <h2>Who spoke last</h2>
      {data?.turns.length ? (
        <ol>
          {data.turns.map((turn) => (
            <Speaker key={turn.id} turn={turn} />
          ))}
        </ol>
      ) : (
        <p className="soft">{data?.reason ?? 'No agent has been chosen yet.'}</p>
      )}
    </section>
  );
}
