import type { Approval } from '@crumbtrail/client';
import { formatDollars } from '@crumbtrail/formatting';
import type { ReactNode } from 'react';
import { Author } from '../../components/author';
import { Badge } from '../../components/badge';
import { JsonBlock } from '../../components/json-block';
import { Time } from '../../components/time';
import { hrefTo } from '../../routing/route';
import { AnswerQuestion } from './answer-question';
import { DecideCall } from './decide-call';
import { readQuestion } from './question';

const kinds = { waiting: 'warn', approved: 'good', answered: 'good', denied: 'bad', ended: 'plain' } as const;

function Facts({ approval }: { readonly approval: Approval }): ReactNode {
  const { cost, expires_at, on_timeout, context_id, trail_id, id } = approval;
  return (
    <p className="soft">
      Asked <Time at={approval.asked_at} />
      {expires_at !== undefined && (
        <>
          {' · '}
          {on_timeout === 'approve' ? 'approved' : 'denied'} automatically at <Time at={expires_at} />
        </>
      )}
      {' · '}
      {cost.tokens.toLocaleString('en')} tokens so far
      {cost.cost_usd === undefined ? '' : `, ${formatDollars(cost.cost_usd)}`}
      {' · '}
      <a href={hrefTo('contexts', [context_id])}>What the agent saw</a>
      {' · '}
      <a href={hrefTo('trails', [trail_id], { crumb: id })}>Trail</a>
    </p>
  );
}

function Verdict({ decision }: { readonly decision: NonNullable<Approval['decision']> }): ReactNode {
  const { by, at, reason, timed_out, answer } = decision;
  const answers = [...(answer?.choices ?? []), ...(answer?.text === undefined ? [] : [answer.text])];
  return (
    <div className="verdict">
      <p>
        {timed_out ? 'Nobody decided in time.' : <Author author={by} />} <Time at={at} />
      </p>
      {answers.length > 0 && <p>Answer: {answers.join(', ')}</p>}
      {reason !== undefined && <p>Reason: {reason}</p>}
      {decision.arguments && (
        <>
          <p>Ran with other arguments:</p>
          <JsonBlock value={decision.arguments} />
        </>
      )}
    </div>
  );
}

const headingOf = ({ kind, agent, tool }: Approval): string =>
  kind === 'question' ? `${agent} asks` : `${agent} wants to call ${tool}`;

/** Where the agent was asked, and by which message. */
function Origin({ approval: { session, trigger } }: { readonly approval: Approval }): ReactNode {
  if (session === undefined && trigger === undefined) return null;
  return (
    <p className="origin">
      {session !== undefined && (
        <>
          In <a href={hrefTo('chat', [session])}>{session}</a>
          {trigger && ', '}
        </>
      )}
      {trigger && (
        <>
          <Author author={trigger.author} />:{' '}
          <a href={hrefTo('trails', [trigger.trail_id], { crumb: trigger.id })} dir="auto">
            {trigger.text ?? trigger.schema_name}
          </a>
        </>
      )}
    </p>
  );
}

/** One call or question: what is asked, what was decided, or what to decide. */
export function ApprovalCard({ approval }: { readonly approval: Approval }): ReactNode {
  const { status, kind, said, decision, may_decide, deciders } = approval;
  const isQuestion = kind === 'question';
  const Decide = isQuestion ? AnswerQuestion : DecideCall;
  return (
    <li className="approval" data-approval={approval.id}>
      <div className="row">
        <h2>{headingOf(approval)}</h2>
        <Badge kind={kinds[status]}>{status}</Badge>
      </div>
      <Origin approval={approval} />
      {said !== undefined && <p dir="auto">{said}</p>}
      {isQuestion ? (
        <p className="question" dir="auto">
          {readQuestion(approval.arguments).question}
        </p>
      ) : (
        <JsonBlock value={approval.arguments} />
      )}
      <Facts approval={approval} />
      {decision && <Verdict decision={decision} />}
      {may_decide && <Decide approval={approval} />}
      {status === 'waiting' && !may_decide && (
        <p className="soft">You may not decide this; {deciders.join(', ')} may.</p>
      )}
    </li>
  );
}
