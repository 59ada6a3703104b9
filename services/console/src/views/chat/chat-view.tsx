import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useRoute } from '../../routing/use-route';
import { useIdentity } from '../../api/client';
import { Loading } from '../../components/loading';
import { ConnectionBadge } from '../../components/connection-badge';
import { Author, MemberNames } from '../../components/author';
import { ErrorNotice } from '../../components/error-notice';
import { AdjustedMarker } from './adjusted-marker';
import { isChatMessage } from './live-session';
import { Message } from './message';
import { MessageForm } from './message-form';
import { SessionList, useMembers } from './sessions';
import { useOverrides } from './session-record';
import { PendingTurn, StreamingReply } from './pending-turn';
import { type Conversation, useConversation } from './use-conversation';
import './chat.css';

const SessionPanel = lazy(() => import('./session-panel/session-panel'));

const DEFAULT_SESSION = 'demo';
const NEAR_END_PX = 80;

/** Keeps a list scrolled to its end, or to what the reader has scrolled to when earlier messages are added above. `first`: the first message. */
function useKeptScroll(content: unknown, first: string | undefined): React.RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const anchor = useRef<{ readonly id: string; readonly top: number } | undefined>(undefined);
  useEffect(() => {
    const element = box.current;
    const onScroll = (): void => {
      if (element) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    };
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const topOf = (id: string): number | undefined =>
      element.querySelector<HTMLElement>(`[data-crumb="${id}"]`)?.offsetTop;
    const { id = '', top = 0 } = anchor.current ?? {};
    if (isAtEnd.current) element.scrollTo({ top: element.scrollHeight });
    else element.scrollTop += (topOf(id) ?? top) - top;
    anchor.current = first === undefined ? undefined : { id: first, top: topOf(first) ?? 0 };
  }, [content, first]);
  return box;
}

function MessageList({
  conversation,
  inner,
}: {
  readonly conversation: Conversation;
  readonly inner: boolean;
}): ReactNode {
  const { crumbs, replies, openTurns, silence, loadEarlier, isLoadingEarlier, isLoading, error } = conversation;
  const shown = inner ? crumbs : crumbs.filter(isChatMessage);
  const box = useKeptScroll(conversation, shown[0]?.id);
  return (
    <div className="messages" ref={box} tabIndex={0} role="log" aria-label="Messages">
      {loadEarlier && (
        <button type="button" disabled={isLoadingEarlier} onClick={loadEarlier}>
          Load earlier messages
        </button>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {isLoading && error === null && <Loading label="Loading messages" />}
      {!isLoading && shown.length === 0 && <p className="soft">No messages yet. Write the first one below.</p>}
      <ol>
        {shown.map((crumb) => (
          <Message key={crumb.id} crumb={crumb} />
        ))}
        {openTurns.map((turn) => (
          <PendingTurn key={turn.id} turn={turn} />
        ))}
        {replies.map((reply) => (
          <StreamingReply key={reply.turn} reply={reply} />
        ))}
      </ol>
      {silence !== undefined && (
        <p className="soft" role="status">
          {silence}
        </p>
      )}
    </div>
  );
}

/** The names that the session gives its members, for everything inside. */
function NamedMembers({ session, children }: { readonly session: string; readonly children: ReactNode }): ReactNode {
  const members = useMembers(session);
  const names = useMemo(
    () => new Map(members.flatMap(({ kind, id, name }) => (name === undefined ? [] : [[`${kind}:${id}`, name]]))),
    [members],
  );
  return <MemberNames value={names}>{children}</MemberNames>;
}

function Members({ session }: { readonly session: string }): ReactNode {
  const members = useMembers(session);
  return members.length === 0 ? null : (
    <span className="row">
      {members.map(({ kind, id }) => (
        <Author key={`${kind}:${id}`} author={{ kind, id }} />
      ))}
    </span>
  );
}

function PanelSwitch({ isOpen }: { readonly isOpen: boolean }): ReactNode {
  const { open, close } = useRoute();
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => (isOpen ? close('panel') : open('panel', 1))}>
      About the session
    </button>
  );
}

function SessionPane({ session }: { readonly session: string }): ReactNode {
  const { query, go } = useRoute();
  const { role } = useIdentity();
  const inner = query.get('inner') === '1';
  const isPanelOpen = query.get('panel') === '1';
  const conversation = useConversation(session, inner);
  const overrides = useOverrides(session, conversation.crumbs);
  return (
    <section className="room" aria-label={`Session ${session}`}>
      <div className="row">
        <h1>{session}</h1>
        <Members session={session} />
        <ConnectionBadge stream={conversation.stream} />
        <PanelSwitch isOpen={isPanelOpen} />
        {role === 'operator' && (
          <label className="push">
            <input type="checkbox" checked={inner} onChange={(event) => go({ inner: event.target.checked })} /> Show
            internal events
          </label>
        )}
      </div>
      <AdjustedMarker overrides={overrides} />
      {isPanelOpen && (
        <Suspense fallback={<Loading label="Loading the session" />}>
          <SessionPanel session={session} messages={conversation.crumbs} />
        </Suspense>
      )}
      <MessageList conversation={conversation} inner={inner} />
      <MessageForm session={session} onSent={conversation.add} />
    </section>
  );
}

/** The chat view: the list of sessions, and one session with its messages and open turns. */
export default function ChatView(): ReactNode {
  const session = useRoute().path[0] ?? DEFAULT_SESSION;
  return (
    <div className="view full chat">
      <SessionList current={session} />
      <NamedMembers session={session}>
        <SessionPane key={session} session={session} />
      </NamedMembers>
    </div>
  );
}
