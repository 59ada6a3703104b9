import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useRoute } from '../../app/use-route';
import { useIdentity } from '../../data/client';
import { Busy } from '../../parts/busy';
import { ConnectionBadge } from '../../parts/connection';
import { Author } from '../../parts/people';
import { Problem } from '../../parts/problem';
import { isSpoken } from './conversation';
import { Message } from './message';
import { SayForm } from './say-form';
import { Sessions, useSessions } from './sessions';
import { Thinking, Writing } from './under-way';
import { type Conversation, useConversation } from './use-conversation';
import './chat.css';

const FIRST_SESSION = 'demo';
const NEAR_PX = 80;

/** Stays at the end while the reader is there, and where it is when they have scrolled up. */
function useEnd(what: unknown): React.RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    const look = (): void => {
      if (element) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element?.addEventListener('scroll', look, { passive: true });
    return () => element?.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [what]);
  return box;
}

function Talk({ conversation, inner }: { readonly conversation: Conversation; readonly inner: boolean }): ReactNode {
  const { crumbs, replies, silent, earlier, isLoading, error } = conversation;
  const box = useEnd(conversation);
  const shown = inner ? crumbs : crumbs.filter(isSpoken);
  return (
    <div className="messages" ref={box} tabIndex={0} role="log" aria-label="Messages">
      {earlier && (
        <button type="button" onClick={earlier}>
          Load earlier messages
        </button>
      )}
      {error !== null && <Problem error={error} />}
      {isLoading && error === null && <Busy what="Loading messages" />}
      {!isLoading && shown.length === 0 && <p className="soft">No messages yet. Write the first one below.</p>}
      <ol>
        {shown.map((crumb) => (
          <Message key={crumb.id} crumb={crumb} />
        ))}
        {silent.map((turn) => (
          <Thinking key={turn.id} turn={turn} />
        ))}
        {replies.map((reply) => (
          <Writing key={reply.turn} reply={reply} />
        ))}
      </ol>
    </div>
  );
}

function Members({ session }: { readonly session: string }): ReactNode {
  const members = useSessions().data?.find(({ name }) => name === session)?.members ?? [];
  return members.length === 0 ? null : (
    <span className="row">
      {members.map(({ kind, id }) => (
        <Author key={`${kind}:${id}`} author={{ kind, id }} />
      ))}
    </span>
  );
}

function Room({ session }: { readonly session: string }): ReactNode {
  const { query, go } = useRoute();
  const { role } = useIdentity();
  const inner = query.get('inner') === '1';
  const conversation = useConversation(session, inner);
  return (
    <section className="room" aria-label={`Session ${session}`}>
      <div className="row">
        <h1>{session}</h1>
        <Members session={session} />
        <ConnectionBadge followed={conversation.followed} />
        {role === 'operator' && (
          <label className="push">
            <input type="checkbox" checked={inner} onChange={(event) => go({ inner: event.target.checked })} /> Show
            internal events
          </label>
        )}
      </div>
      <Talk conversation={conversation} inner={inner} />
      <SayForm session={session} onSaid={conversation.add} />
    </section>
  );
}

/** Sessions, what is said in them, and replies while they are written. */
export default function ChatView(): ReactNode {
  const session = useRoute().path[0] ?? FIRST_SESSION;
  return (
    <div className="view full chat">
      <Sessions current={session} />
      <Room key={session} session={session} />
    </div>
  );
}
