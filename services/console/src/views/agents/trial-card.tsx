import type { DefinitionTrial, Rerun } from '@crumbtrail/client';
import { describeTrial } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { QueryResult } from '../../components/query-result';
import { useTimeFormat } from '../../components/time';
import { RerunAnswers, RerunDetails } from '../context/rerun/rerun-result';
import { contextPayload } from '../context/recent-contexts';

/** What both answers took and how their contexts differ; read when it is opened. */
function Details({ rerun }: { readonly rerun: Rerun }): ReactNode {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const recorded = useQuery({
    queryKey: ['trial', rerun.context],
    enabled: isOpen,
    queryFn: async () => {
      const [context, explanation] = await Promise.all([
        client.get(rerun.context),
        client.contexts.explain(rerun.context),
      ]);
      return { text: contextPayload(context).formatted_context, explanation };
    },
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Contexts and costs</summary>
      {isOpen && (
        <QueryResult query={recorded}>
          {({ text, explanation }) => <RerunDetails rerun={rerun} recorded={text} explanation={explanation} />}
        </QueryResult>
      )}
    </details>
  );
}

/** The message that a turn answered; the first of its trail. */
function useQuestion({ response }: DefinitionTrial): string {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['crumb', response.trail_id],
    queryFn: () => client.get(response.trail_id),
    retry: false,
  });
  const content = data?.context['content'];
  return typeof content === 'string' ? content : '';
}

/** One turn as it was recorded and as it went with another definition. */
export function TrialCard({ trial }: { readonly trial: DefinitionTrial }): ReactNode {
  const { response, rerun, error } = trial;
  const question = useQuestion(trial);
  const time = useTimeFormat()(response.created_at);
  return (
    <article className="trial" aria-label={`Turn of ${time}`}>
      <h3 dir="auto" className="anywhere">
        {question || `Turn of ${time}`}
      </h3>
      {error && <ErrorNotice error={error} />}
      {rerun && (
        <>
          <RerunAnswers rerun={rerun} about={question || time} />
          <p className="soft">{describeTrial(rerun)}</p>
          <Details rerun={rerun} />
        </>
      )}
    </article>
  );
}
