import type { Agent } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/error-notice';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';
import { nameForTitle } from '../chat/session-list/session-name';
import { useSaveSession } from '../chat/use-save-session';

/** Says that an agent was created, with a button that opens a new session with it. */
export function CreatedNotice({ definition: { agent, name } }: { readonly definition: Agent }): ReactNode {
  const { mutate, isPending, error } = useSaveSession(null);
  const title = name ?? agent;
  const openSession = (): void => {
    const session = nameForTitle(title, crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
    mutate(
      { name: session, title, members: [{ kind: 'agent', id: agent }] },
      { onSuccess: () => navigate(hrefTo('chat', [session])) },
    );
  };
  return (
    <>
      <div className="row" role="status">
        <span>
          <bdi>{title}</bdi> was created.
        </span>
        <button type="button" disabled={isPending} onClick={openSession}>
          Chat with <bdi>{title}</bdi> in a new session
        </button>
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
