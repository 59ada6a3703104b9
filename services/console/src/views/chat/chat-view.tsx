import { SAMPLE_LENGTH, SAMPLE_SESSION } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useRoute } from '../../routing/use-route';
import { useIdentity } from '../../api/client';
import { useNarrow } from '../../hooks/use-narrow';
import { Loading } from '../../components/loading';
import { CopyLink } from '../../components/copy-link';
import { ConnectionBadge } from '../../components/connection-badge';
import { Author, MemberNames } from '../../components/author';
import { AdjustedMarker } from './adjusted-marker';
import { MessageForm } from './message-form';
import { MessageList } from './message-list';
import { SessionList } from './session-list/session-list';
import { SessionSheet } from './session-list/session-sheet';
import { useMembers, useOverrides } from './session-record';
import { SessionTitle } from './session-title';
import { FirstSteps } from './first-steps/first-steps';
import { type Conversation, useConversation } from './use-conversation';
import './chat.css';

const SessionPanel = lazy(() => import('./session-panel/session-panel'));

const DEFAULT_SESSION = 'demo';

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

/** In an empty session, and in the sample until somebody has asked. */
function offersFirstSteps(session: string, { isLoading, error, crumbs, loadEarlier }: Conversation): boolean {
  if (isLoading || error !== null || loadEarlier) return false;
  return crumbs.length === 0 || (session === SAMPLE_SESSION && crumbs.length === SAMPLE_LENGTH);
}

function SessionPane({ session }: { readonly session: string }): ReactNode {
  const { query, go } = useRoute();
  const { role } = useIdentity();
  const isNarrow = useNarrow();
  const inner = query.get('inner') === '1';
  const isPanelOpen = query.get('panel') === '1';
  const conversation = useConversation(session, inner);
  const overrides = useOverrides(session, conversation.crumbs);
  const cache = useQueryClient();
  const [sent, setSent] = useState(0);
  const onSent = (message: Envelope): void => {
    conversation.add(message);
    setSent((count) => count + 1);
    void cache.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <section className="room" aria-label={`Session ${session}`}>
      <div className="row">
        {isNarrow && <SessionSheet current={session} />}
        <SessionTitle session={session} />
        <Members session={session} />
        <ConnectionBadge stream={conversation.stream} />
        <PanelSwitch isOpen={isPanelOpen} />
        <CopyLink />
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
      <MessageList conversation={conversation} inner={inner} sent={sent} />
      {offersFirstSteps(session, conversation) && (
        <FirstSteps session={session} onSent={onSent} isEmpty={conversation.crumbs.length === 0} />
      )}
      <MessageForm session={session} history={conversation.crumbs} onSent={onSent} />
    </section>
  );
}

function focusMessageField(): void {
  document.querySelector<HTMLElement>('#message-text')?.focus();
}

/** The chat view: the list of sessions, and one session with its messages and open turns. */
export default function ChatView(): ReactNode {
  const session = useRoute().path[0] ?? DEFAULT_SESSION;
  const isNarrow = useNarrow();
  return (
    <div className="view full chat">
      <button type="button" className="skip" onClick={focusMessageField}>
        Skip to the message field
      </button>
      {!isNarrow && <SessionList current={session} />}
      <NamedMembers session={session}>
        <SessionPane key={session} session={session} />
      </NamedMembers>
    </div>
  );
}
