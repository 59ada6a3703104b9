import type { Crumbtrail } from '@crumbtrail/client';
import type { Envelope, ToolRequestV1, ToolResponseV1 } from '@crumbtrail/contracts';
import { formatDuration, hasFailed } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/client';
import { Badge } from '../../components/badge';
import { JsonBlock } from '../../components/json-block';
import { RunLog } from '../../components/run-log';
import { QueryResult } from '../../components/query-result';
import { toolCount, toolExchanges } from './reply-facts';

/** More calls are left to the trail. */
const MAX_CALLS = 20;

interface ToolCall {
  readonly id: string;
  readonly request: ToolRequestV1;
  readonly response: ToolResponseV1 | undefined;
}

const payloadOf = async <Payload,>(client: Crumbtrail, id: string): Promise<Payload> =>
  ((await client.get(id)) as Envelope<Payload>).context;

async function loadToolCalls(client: Crumbtrail, reply: string, turn: string): Promise<readonly ToolCall[]> {
  const { nodes } = await client.trail(reply);
  return Promise.all(
    toolExchanges(nodes, turn)
      .slice(0, MAX_CALLS)
      .map(async ({ request, response }) => ({
        id: request,
        request: await payloadOf<ToolRequestV1>(client, request),
        response: response === undefined ? undefined : await payloadOf<ToolResponseV1>(client, response),
      })),
  );
}

function CallItem({ call }: { readonly call: ToolCall }): ReactNode {
  const { request, response } = call;
  const { error, duration_ms, text, logs } = response ?? {};
  return (
    <li>
      <p className="row">
        <strong>{request.tool}</strong>
        {error &&
          (hasFailed({ error: error.code }) ? (
            <Badge kind="bad">failed: {error.code}</Badge>
          ) : (
            <Badge kind="warn">{error.code}</Badge>
          ))}
        {!response && <Badge kind="warn">no result</Badge>}
        {duration_ms !== undefined && <span className="soft">{formatDuration(duration_ms)}</span>}
      </p>
      <JsonBlock value={request.input} />
      {response && (
        <pre tabIndex={0} dir="auto">
          {error?.message ?? text}
        </pre>
      )}
      <RunLog logs={logs} />
    </li>
  );
}

function LoadedCalls({ reply, turn, calls }: ToolCallsProps): ReactNode {
  const client = useClient();
  const query = useQuery({
    queryKey: ['tool calls', reply],
    queryFn: () => loadToolCalls(client, reply, turn),
    staleTime: Infinity,
  });
  return (
    <QueryResult query={query} label="Loading the tool calls">
      {(shown) => (
        <>
          <ol className="tool-calls" aria-label="Tool calls">
            {shown.map((call) => (
              <CallItem key={call.id} call={call} />
            ))}
          </ol>
          {shown.length < calls && (
            <p className="soft">{calls - shown.length} more are in the trail, or not visible to you.</p>
          )}
        </>
      )}
    </QueryResult>
  );
}

interface ToolCallsProps {
  /** Id of the reply. */
  readonly reply: string;
  readonly turn: string;
  /** How many there were. */
  readonly calls: number;
}

/** The tools that were called for a reply, with arguments and results; loaded when they are opened. */
export function ToolCalls(props: ToolCallsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="reply-tools" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{toolCount(props.calls)}</summary>
      {isOpen && <LoadedCalls {...props} />}
    </details>
  );
}
