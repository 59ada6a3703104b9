import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useClient } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';

/** Why nobody speaks is known at once; an answer that takes longer is shown in the chat. */
const REASON_WITHIN_MS = 1_000;

/** Lets one agent speak now, or whom the strategy chooses. */
export function SpeakForm({
  session,
  agents,
}: {
  readonly session: string;
  readonly agents: readonly string[];
}): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const [agent, setAgent] = useState('');
  const [reason, setReason] = useState('');
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      client.speak(session, {
        ...(agent === '' ? {} : { agent }),
        ...(reason === '' ? {} : { reason }),
        wait_ms: REASON_WITHIN_MS,
      }),
    onSuccess: () => cache.invalidateQueries(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="row" aria-label="Speak now" onSubmit={submit}>
      <label>
        Who speaks now{' '}
        <select value={agent} onChange={({ target }) => setAgent(target.value)}>
          <option value="">whom the strategy chooses</option>
          {agents.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      <label>
        Why <input maxLength={300} value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
      <button disabled={isPending}>Speak now</button>
      <span role="status" className="soft">
        {data ? (data.reason ?? 'Requested.') : ''}
      </span>
      {error && <ErrorNotice error={error} />}
    </form>
  );
}
