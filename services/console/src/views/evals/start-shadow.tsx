import type { ContextShadowV1 } from '@crumbtrail/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useClient, useReportApiError } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';

/** The settings of a text; an Error says why it is none. */
function parseConfig(text: string): ContextShadowV1['config'] {
  const config: unknown = JSON.parse(text);
  if (typeof config !== 'object' || config === null || Array.isArray(config)) throw new Error('It must be an object.');
  return config as ContextShadowV1['config'];
}

/** The form that starts a shadow of an agent. `queryKey`: of the list that shows it. */
export function StartShadow({ queryKey }: { readonly queryKey: string }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const agents = useQuery({ queryKey: ['agents'], queryFn: () => client.agents() });
  const [agent, setAgent] = useState('');
  const [share, setShare] = useState('10');
  const [config, setConfig] = useState('{"budget": {"max_tokens": 1000}}');
  const name = useId();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.shadows.start(agent, { config: parseConfig(config), share: Number(share) / 100 }),
    onError: useReportApiError(),
    onSuccess: () => cache.invalidateQueries({ queryKey: [queryKey] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form aria-label="Start a shadow" onSubmit={submit}>
      <div className="row">
        <label htmlFor={`${name}-agent`}>Agent</label>
        <select id={`${name}-agent`} required value={agent} onChange={({ target }) => setAgent(target.value)}>
          <option value="">Choose one</option>
          {(agents.data ?? []).map((one) => (
            <option key={one.agent}>{one.agent}</option>
          ))}
        </select>
        <label htmlFor={`${name}-share`}>Share of the answers, in percent</label>
        <input
          id={`${name}-share`}
          inputMode="decimal"
          size={4}
          value={share}
          onChange={({ target }) => setShare(target.value)}
        />
      </div>
      <label htmlFor={`${name}-config`}>What differs, as in a context.config.v1</label>
      <textarea
        id={`${name}-config`}
        rows={3}
        spellCheck={false}
        value={config}
        onChange={({ target }) => setConfig(target.value)}
      />
      <button className="primary" disabled={isPending || agent === ''}>
        Start
      </button>
      {error !== null && <ErrorNotice error={error} />}
    </form>
  );
}
