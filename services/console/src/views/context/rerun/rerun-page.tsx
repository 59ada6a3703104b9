import type { AgentContextV1, AgentDefV1, Envelope } from '@crumbtrail/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient, useIdentity, useReportApiError } from '../../../api/client';
import '../../../components/editing/editing.css';
import { ErrorNotice } from '../../../components/error-notice';
import { QueryResult } from '../../../components/query-result';
import { hrefTo } from '../../../routing/route';
import { contextPayload } from '../recent-contexts';
import { draftOf } from './rerun-draft';
import { RerunForm, type RerunWish } from './rerun-form';
import { RerunResult } from './rerun-result';
import { SaveToAgent } from './save-to-agent';

interface RerunSource {
  readonly context: AgentContextV1;
  readonly definition: AgentDefV1;
}

/** The form and, once it was run, both answers. */
function Rerun({ id, recorded }: { readonly id: string; readonly recorded: RerunSource }): ReactNode {
  const client = useClient();
  const { context, definition } = recorded;
  const running = useMutation({
    mutationFn: async ({ changes, ...how }: RerunWish) => {
      const [rerun, explanation] = await Promise.all([
        client.turns.rerun(context.turn.id, { ...changes, ...how, tools: changes.tools && [...changes.tools] }),
        client.contexts.explain(id),
      ]);
      return { rerun, explanation, changes };
    },
    onError: useReportApiError(),
  });
  const { data } = running;
  return (
    <>
      <RerunForm initial={draftOf(definition)} busy={running.isPending} onRun={running.mutate} />
      {running.error && <ErrorNotice error={running.error} />}
      {data && !running.isPending && (
        <>
          <RerunResult rerun={data.rerun} recorded={context.formatted_context} explanation={data.explanation} />
          <SaveToAgent key={data.rerun.record} rerun={data.rerun} changes={data.changes} />
        </>
      )}
    </>
  );
}

/** Runs the turn of a context again with changes, for operators. */
export default function RerunPage({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const isOperator = useIdentity().role === 'operator';
  const recorded = useQuery({
    queryKey: ['rerun', id],
    enabled: isOperator,
    queryFn: async (): Promise<RerunSource> => {
      const context = contextPayload(await client.get(id));
      const { definition: ref } = context;
      const definition = (await client.get(ref.id, { version: ref.version })) as unknown as Envelope<AgentDefV1>;
      return { context, definition: definition.context };
    },
  });
  return (
    <div className="view">
      <p>
        <a href={hrefTo('contexts', [id])}>The recorded context</a>
      </p>
      <h1>Try again with…</h1>
      <p className="soft">
        Runs the same message again, as of its place in the log. Nobody is woken, and nothing enters the session; only
        the cost is recorded.
      </p>
      {isOperator ? (
        <QueryResult query={recorded}>{(data) => <Rerun id={id} recorded={data} />}</QueryResult>
      ) : (
        <p role="alert">Only operators can run turns again.</p>
      )}
    </div>
  );
}
