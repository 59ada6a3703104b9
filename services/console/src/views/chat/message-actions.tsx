import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { CopyButton } from '../../components/copy-button';
import { EraseButton } from '../../components/erase-button';
import { isUnpriced, PRICE_HINT } from '../../components/unpriced';
import { hrefTo } from '../../routing/route';
import { closedTurn, readResponse } from './live-session';
import { replyFacts } from './reply-facts';
import { RetryButton } from './retry-button';
import { ToolCalls } from './tool-calls';
import { WhyNotLink } from './why-not-link';

/** Model, tokens, cost and duration of a reply, and the tools that were called for it. */
function ReplyFacts({ reply }: { readonly reply: Envelope }): ReactNode {
  const response = readResponse(reply);
  const facts = replyFacts(response);
  const { tool_calls = 0, turn } = response;
  if (facts.length === 0 && tool_calls === 0) return null;
  return (
    <div className="reply-facts soft">
      <span title={isUnpriced(response) ? PRICE_HINT : undefined}>{facts.join(' · ')}</span>
      {turn && tool_calls > 0 && <ToolCalls reply={reply.id} turn={turn.id} calls={tool_calls} />}
    </div>
  );
}

function MessageLinks({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { role } = useIdentity();
  const { action, context_id, error } = crumb.schema_name === WIRE.agentResponse ? readResponse(crumb) : {};
  const isOperator = role === 'operator';
  const letter = isOperator ? error?.dead_letter : undefined;
  return (
    <span className="links">
      <a href={hrefTo('trails', [crumb.trail_id], { crumb: crumb.id })}>Open trail</a>
      {context_id && <a href={hrefTo('contexts', [context_id])}>Open context</a>}
      <WhyNotLink crumb={crumb} />
      {isOperator && context_id && action === 'speak' && (
        <a href={hrefTo('contexts', [context_id, 'rerun'])}>Try again with…</a>
      )}
      {letter && <a href={hrefTo('dead-letters', [], { letter })}>Open dead letter</a>}
    </span>
  );
}

/** What a reader can do with a message: the row below it. Further actions are further children of this row. */
export function MessageActions({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { content } = crumb.context as { content?: unknown };
  const isOfTurn = closedTurn(crumb) !== undefined;
  return (
    <>
      {isOfTurn && <ReplyFacts reply={crumb} />}
      <div className="message-actions">
        {typeof content === 'string' && content !== '' && (
          <CopyButton label="Copy" subject="Text of the message" text={() => content} />
        )}
        {isOfTurn && <RetryButton reply={crumb} />}
        <MessageLinks crumb={crumb} />
        <EraseButton crumb={crumb} erased={false} />
      </div>
    </>
  );
}
