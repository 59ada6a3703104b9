import type { SessionV1 } from '@crumbtrail/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { QueryResult } from '../../../components/query-result';
import { hrefTo } from '../../../routing/route';
import { navigate } from '../../../routing/use-route';
import { nameForTitle } from './session-name';
import { useSaveSession } from '../use-save-session';

function AgentPicker(props: {
  readonly chosen: readonly string[];
  readonly onChange: (agents: readonly string[]) => void;
}): ReactNode {
  const { chosen, onChange } = props;
  const client = useClient();
  const agents = useQuery({ queryKey: ['agents'], queryFn: () => client.agents(), staleTime: 60_000 });
  return (
    <fieldset className="agent-picker">
      <legend>Agents</legend>
      <p className="soft">Without a choice, every agent that listens to messages answers.</p>
      <QueryResult query={agents} label="Loading the agents">
        {(all) =>
          all.map(({ agent, name }) => (
            <label key={agent}>
              <input
                type="checkbox"
                checked={chosen.includes(agent)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, agent] : chosen.filter((one) => one !== agent))
                }
              />{' '}
              <bdi>{name ?? agent}</bdi>
            </label>
          ))
        }
      </QueryResult>
    </fieldset>
  );
}

function NewSessionForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const titleField = useId();
  const [title, setTitle] = useState('');
  const [agents, setAgents] = useState<readonly string[]>([]);
  const { mutate, isPending, error } = useSaveSession(null);
  const create = (event: FormEvent): void => {
    event.preventDefault();
    const name = nameForTitle(title, crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
    const members = agents.map((id) => ({ kind: 'agent' as const, id }));
    const session: SessionV1 = {
      name,
      ...(title.trim() !== '' && { title: title.trim() }),
      ...(members.length > 0 && { members }),
    };
    mutate(session, {
      onSuccess: () => {
        onClose();
        navigate(hrefTo('chat', [name]));
      },
    });
  };
  return (
    <form className="new-session" onSubmit={create}>
      <h2>New session</h2>
      {error && <ErrorNotice error={error} />}
      <label htmlFor={titleField}>Title</label>
      <input
        id={titleField}
        maxLength={200}
        dir="auto"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <AgentPicker chosen={agents} onChange={setAgents} />
      <div className="row">
        <button className="primary" disabled={isPending}>
          Create
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** A button that asks for the title and the agents of a new session, and opens it. Not for keys that may only read. */
export function NewSession(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { role } = useIdentity();
  if (role === 'reader') return null;
  const open = (): void => {
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" onClick={open}>
        New session
      </button>
      <dialog ref={dialog} aria-label="New session" onClose={() => setOpen(false)}>
        {isOpen && <NewSessionForm onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}
