import type { TurnView } from '@crumbtrail/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/client';
import { Badge } from '../../parts/badge';
import { AudienceBadge, Author } from '../../parts/people';
import { Problem } from '../../parts/problem';
import type { Reply } from './conversation';

function Stop({ turn }: { readonly turn: string }): ReactNode {
  const client = useClient();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => client.stopTurn(turn) });
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        Stop
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

/** A reply while it is written. */
export function Writing({ reply }: { readonly reply: Reply }): ReactNode {
  const { turn, agent, attempt, text, audience } = reply;
  return (
    <li className="message agent writing" data-turn={turn} aria-busy="true">
      <div className="row">
        <Author author={{ kind: 'agent', id: agent }} />
        <AudienceBadge audience={audience} />
        {attempt > 1 && <Badge kind="warn">attempt {attempt}</Badge>}
        <span className="soft busy">Writing</span>
        <Stop turn={turn} />
      </div>
      {text !== '' && <p className="words">{text}</p>}
    </li>
  );
}

/** A turn that is open and has said nothing yet. */
export function Thinking({ turn }: { readonly turn: TurnView }): ReactNode {
  return (
    <li className="message agent writing" data-turn={turn.id} aria-busy="true">
      <div className="row">
        <Author author={{ kind: 'agent', id: turn.agent }} />
        <span className="soft busy">
          {turn.state === 'queued' ? 'Queued (another reply in this session is running)' : 'Thinking'}
        </span>
        <Stop turn={turn.id} />
      </div>
    </li>
  );
}
