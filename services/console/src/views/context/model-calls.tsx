import type { Explanation, ModelCallList } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';

type ShownCall = ModelCallList['calls'][number];

function CallMessage({ message }: { readonly message: ShownCall['messages'][number] }): ReactNode {
  const { role, content, tool_calls = [], call_id } = message;
  return (
    <section className="prompt-block" aria-label={role}>
      <h4>{call_id === undefined ? role : `${role}, result of ${call_id}`}</h4>
      {content !== '' && <pre dir="auto">{content}</pre>}
      {tool_calls.map((one) => (
        <pre key={one.id} dir="auto">
          {`${one.name} (${one.id}) ${one.arguments}`}
        </pre>
      ))}
    </section>
  );
}

function Call({ call, isLast }: { readonly call: ShownCall; readonly isLast: boolean }): ReactNode {
  return (
    <details open={isLast}>
      <summary>
        Call {call.call}
        {call.model !== undefined && ` of ${call.model}`}: {call.messages.length} messages, {call.tools.length} tools,{' '}
        {call.tokens.toLocaleString('en')} tokens (estimated)
      </summary>
      {call.messages.map((message, at) => (
        <CallMessage key={at} message={message} />
      ))}
      {call.tools.map(({ name, description, parameters }) => (
        <section key={name} className="prompt-block" aria-label={`Tool ${name}`}>
          <h4>Tool {name}</h4>
          <p>{description}</p>
          <pre>{JSON.stringify(parameters, null, 2)}</pre>
        </section>
      ))}
    </details>
  );
}

/** What the model was sent in each call of the turn, with the schemas of its tools; for operators. */
export function ModelCalls({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['model-calls', explanation.id],
    queryFn: () => client.contexts.calls(explanation.id),
    staleTime: 60_000,
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading the model calls" />;
  if (data.gone !== undefined) return <p role="note">{data.gone}</p>;
  if (data.calls.length === 0) return <p role="note">The model was not called in this turn.</p>;
  return (
    <div className="prompt">
      {data.calls.map((call, at) => (
        <Call key={call.call} call={call} isLast={at === data.calls.length - 1} />
      ))}
    </div>
  );
}
