import type { TurnView } from '@crumbtrail/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useClient } from '../../api/client';
import { hrefTo } from '../../routing/route';
import { Badge } from '../../components/badge';
import { AudienceBadge, Author } from '../../components/author';
import { ErrorNotice } from '../../components/error-notice';
import type { StreamedReply } from './live-session';
import { GrowingText } from './message-text';

const ApprovalList = lazy(() => import('../approvals/approval-list'));
const APPROVALS_POLL_MS = 5_000;

function StopButton({ turn }: { readonly turn: string }): ReactNode {
  const client = useClient();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => client.stopTurn(turn) });
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        Stop
      </button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** A reply while it is written, with a button to stop it. */
export function StreamingReply({ reply }: { readonly reply: StreamedReply }): ReactNode {
  const { turn, agent, restarted, text, audience } = reply;
  return (
    <div className="message agent writing" data-turn={turn} aria-busy="true">
      <div className="row">
        <Author author={{ kind: 'agent', id: agent }} />
        <AudienceBadge audience={audience} />
        {restarted && (
          <Badge title="The model was called again, after an error or a tool call. This text replaces the earlier one.">
            restarted
          </Badge>
        )}
        <span className="soft busy">Writing</span>
        <StopButton turn={turn} />
      </div>
      {text !== '' && <GrowingText id={turn} text={text} />}
    </div>
  );
}

function PendingState({ turn }: { readonly turn: TurnView }): ReactNode {
  if (turn.waits)
    return (
      <span>
        Waiting for approval (<a href={hrefTo('approvals', [], { turn: turn.id })}>open in Approvals</a>)
      </span>
    );
  const text = turn.state === 'queued' ? 'Queued (another reply in this session is running)' : 'Thinking';
  return <span className="soft busy">{text}</span>;
}

/** What a turn waits for, to be decided where it is read. */
function TurnApprovals({ turn }: { readonly turn: string }): ReactNode {
  const { approvals } = useClient();
  const { data } = useQuery({
    queryKey: ['approvals', 'of turn', turn],
    queryFn: () => approvals.list({ status: 'waiting', turn }),
    refetchInterval: APPROVALS_POLL_MS,
  });
  if (data === undefined || data.approvals.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ApprovalList approvals={data.approvals} />
    </Suspense>
  );
}

/** An open turn without text yet: queued, thinking, or waiting for a person. */
export function PendingTurn({ turn }: { readonly turn: TurnView }): ReactNode {
  return (
    <div className="message agent writing" data-turn={turn.id} aria-busy="true">
      <div className="row">
        <Author author={{ kind: 'agent', id: turn.agent }} />
        <PendingState turn={turn} />
        <StopButton turn={turn.id} />
      </div>
      {turn.waits && <TurnApprovals turn={turn.id} />}
    </div>
  );
}
