import type { CrumbAuthor, Envelope, UserMessageV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { memo, type ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { AudienceBadge, AuthorLabel, AuthorOrYou } from '../../components/author';
import { AddToSet } from '../../components/add-to-set';
import { ReplyFeedback } from '../../components/reply-feedback';
import { ReplySources } from '../../components/reply-sources';
import { Time } from '../../components/time';
import { closedTurn, isChatMessage, readResponse } from './live-session';
import { MessageActions } from './message-actions';
import { MessageText } from './message-text';

/** Badges for a turn that was stopped, failed or is incomplete. */
function EndingBadges({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { action, partial, stopped_by, error, late = [] } = readResponse(crumb);
  return (
    <>
      {action === 'stopped' && (
        <Badge kind="warn">
          stopped
          {stopped_by && (
            <>
              {' by '}
              <AuthorLabel author={stopped_by as CrumbAuthor} />
            </>
          )}
        </Badge>
      )}
      {action === 'error' && <Badge kind="bad">error: {error?.code}</Badge>}
      {partial && <Badge kind="warn">incomplete</Badge>}
      {late.length > 0 && (
        <Badge
          kind="warn"
          title={`${late.join(', ')} came too late for this answer; the next one has what they found.`}
        >
          without memories
        </Badge>
      )}
    </>
  );
}

/** The names, types and sizes of the files that a message carries. */
export function MessageFiles({ files }: { readonly files: NonNullable<UserMessageV1['files']> }): ReactNode {
  return (
    <ul className="files" aria-label="Files">
      {files.map(({ hash, name, type, bytes }) => (
        <li key={`${hash} ${name}`}>
          <bdi>{name}</bdi> <span className="soft">{`${type ?? ''} ${bytes ?? 0} bytes`.trim()}</span>
        </li>
      ))}
    </ul>
  );
}

function MessageBody({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { content, files = [] } = crumb.context as { content?: unknown; files?: UserMessageV1['files'] };
  const { action, error } = crumb.schema_name === WIRE.agentResponse ? readResponse(crumb) : {};
  return (
    <>
      {crumb.title && (
        <p className="title" dir="auto">
          {crumb.title}
        </p>
      )}
      {typeof content === 'string' && (
        <MessageText id={closedTurn(crumb) ?? crumb.id} text={content} isMarkdown={crumb.author.kind === 'agent'} />
      )}
      {files.length > 0 && <MessageFiles files={files} />}
      {action === 'wait' && <p className="soft">Decided not to reply</p>}
      {error && <p className="bad">{error.message}</p>}
    </>
  );
}

/** A reply that an agent wrote in a turn; imported ones have no context. */
const isSpoken = (crumb: Envelope): boolean =>
  crumb.schema_name === WIRE.agentResponse && readResponse(crumb).action === 'speak' && closedTurn(crumb) !== undefined;

/** What can be opened below a reply: its sources, feedback about it, and the sets of evaluations that it can be added to. */
function ReplyDetails({ reply }: { readonly reply: Envelope }): ReactNode {
  const { context_id } = readResponse(reply);
  return (
    <div className="reply-details">
      <ReplySources id={reply.id} />
      <ReplyFeedback id={reply.id} />
      {context_id !== undefined && <AddToSet context={context_id} />}
    </div>
  );
}

/** What is below the first line of a message that is still there. */
function MessageContent({ crumb }: { readonly crumb: Envelope }): ReactNode {
  return (
    <>
      {isChatMessage(crumb) && <MessageBody crumb={crumb} />}
      <MessageActions crumb={crumb} />
      {isSpoken(crumb) && <ReplyDetails reply={crumb} />}
    </>
  );
}

/** A message with author, audience, outcome, and links to its trail and context. */
export const Message = memo(function Message({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const inner = !isChatMessage(crumb);
  return (
    <div className={`message ${crumb.author.kind} ${inner ? 'inner' : ''}`} data-crumb={crumb.id}>
      <div className="row">
        <AuthorOrYou author={crumb.author} />
        {inner && <code>{crumb.schema_name}</code>}
        <AudienceBadge audience={crumb.audience} />
        {crumb.schema_name === WIRE.agentResponse && <EndingBadges crumb={crumb} />}
        <Time at={crumb.occurred_at} />
      </div>
      <MessageContent crumb={crumb} />
    </div>
  );
});
