import { asPayload } from '@crumbtrail/contracts/payload';
import type { SessionV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';

/** An entry in the list of sessions. */
export interface SessionEntry {
  readonly name: string;
  readonly title?: string | undefined;
  readonly members: NonNullable<SessionV1['members']>;
}

const RECENT_MESSAGES = 200;

/** The sessions with a `session.v1` breadcrumb, and those of the latest {@link RECENT_MESSAGES} messages. */
export function useSessions() {
  const client = useClient();
  return useQuery({
    queryKey: ['sessions'],
    refetchInterval: 30_000,
    queryFn: async (): Promise<readonly SessionEntry[]> => {
      const [described, messages] = await Promise.all([
        client.list({ schema: WIRE.session, limit: 500 }),
        client.list({ schema: WIRE.userMessage, limit: RECENT_MESSAGES }),
      ]);
      const all = new Map<string, SessionEntry>();
      for (const { session } of messages.breadcrumbs) if (session) all.set(session, { name: session, members: [] });
      for (const { context } of described.breadcrumbs) {
        const { name, title, members = [] } = asPayload(WIRE.session, context);
        all.set(name, { name, title, members });
      }
      return [...all.values()];
    },
  });
}

function OpenSession(): ReactNode {
  const [name, setName] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    navigate(hrefTo('chat', [name]));
    setName('');
  };
  return (
    <form className="open-session" onSubmit={open}>
      <input
        aria-label="Session name"
        placeholder="New or existing session…"
        pattern="[a-z0-9][a-z0-9._\-]{0,63}"
        title="1 to 64 characters: a–z, 0–9, “.”, “-”, “_”; starts with a letter or digit"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button>Open</button>
    </form>
  );
}

/** The list of sessions, and a form to open another one. */
export function SessionList({ current }: { readonly current: string }): ReactNode {
  const { data = [], error } = useSessions();
  const known = data.some(({ name }) => name === current);
  const all = known ? data : [{ name: current, members: [] }, ...data];
  return (
    <aside className="sessions" aria-label="Sessions">
      <ul>
        {all.map(({ name, title }) => (
          <li key={name}>
            <a href={hrefTo('chat', [name])} aria-current={name === current ? 'true' : undefined} title={title}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {error && <ErrorNotice error={error} />}
      <OpenSession />
    </aside>
  );
}
