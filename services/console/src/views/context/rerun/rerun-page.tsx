import type { AgentContextV1, AgentDefV1, Envelope } from '@crumbtrail/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient, useIdentity, useReportApiError } from '../../../api/client';
import '../../../components/editing/editing.css';
import { Author } from '../../../components/author';
import { ErrorNotice } from '../../../components/error-notice';
import { QueryResult } from '../../../components/query-result';
import { Time } from '../../../components/time';
import { hrefTo } from '../../../routing/route';
import { useRoute } from '../../../routing/use-route';
import { contextPayload } from '../recent-contexts';
import { draftOf } from './rerun-draft';
import { RerunForm, type RerunWish } from './rerun-form';
import { RerunResult } from './rerun-result';
import { SaveToAgent } from './save-to-agent';

interface RerunSource {
  readonly message: Envelope;
  readonly context: AgentContextV1;
  readonly definition: AgentDefV1;
}

/** Which message the agent answered. */
function Asked({ message, agent }: { readonly message: Envelope; readonly agent: string }): ReactNode {
  const { content } = message.context;
  return (
    <blockquote className="asked" dir="auto">
      <div className="row">
        <Author author={message.author} /> <Time at={message.occurred_at} /> <span className="soft">for {agent}</span>
      </div>
      {typeof content === 'string' ? content : message.schema_name}
    </blockquote>
  );
}

/** The form and, once it was run, both answers. */
function Rerun({ id, recorded }: { readonly id: string; readonly recorded: RerunSource }): ReactNode {
  const client = useClient();
  const { context, message, definition } = recorded;
  const { query } = useRoute();
  const [isLatest, setLatest] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const running = useMutation({
    mutationFn: async ({ changes, ...how }: RerunWish) => {
      const [rerun, explanation] = await Promise.all([
        client.turns.rerun(context.turn.id, { ...changes, ...how, tools: changes.tools && [...changes.tools] }),
        client.contexts.explain(id),
      ]);
      return { rerun, explanation, wish: { changes, ...how } };
    },
    onError: useReportApiError(),
  });
  const { data } = running;
  const runWithLatest = (wish: RerunWish): void => {
    setLatest(true);
    running.mutate({ ...wish, base: 'latest' });
  };
  return (
    <>
      <Asked message={message} agent={context.agent} />
      <RerunForm
        initial={draftOf(definition)}
        config={query.get('config') ?? ''}
        busy={running.isPending}
        isLatest={isLatest}
        onLatest={setLatest}
        isSaved={isSaved}
        onEdit={() => setSaved(false)}
        onRun={running.mutate}
      />
      {running.error && <ErrorNotice error={running.error} />}
      {data && !running.isPending && (
        <>
          <RerunResult rerun={data.rerun} recorded={context.formatted_context} explanation={data.explanation} />
          <SaveToAgent
            key={data.rerun.record}
            rerun={data.rerun}
            changes={data.wish.changes}
            onSaved={() => setSaved(true)}
            onRunWithLatest={() => runWithLatest(data.wish)}
          />
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
      const { definition: ref, trigger } = context;
      const [definition, message] = await Promise.all([
        client.get(ref.id, { version: ref.version }),
        client.get(trigger.id, { version: trigger.version }),
      ]);
      return { context, message, definition: definition.context as unknown as AgentDefV1 };
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
