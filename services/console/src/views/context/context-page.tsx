import { formatKeptOrder } from '@crumbtrail/formatting';
import type { Explanation } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { CopyLink } from '../../components/copy-link';
import { ErrorNotice } from '../../components/error-notice';
import { explainWord } from '../../components/glossary';
import { ReplySources } from '../../components/reply-sources';
import { Time } from '../../components/time';
import { BudgetBars } from './budget-bars';
import { describeBilling } from './budget';
import { CandidateTable } from './candidate-table';
import { ModelCalls } from './model-calls';
import { PromptView } from './prompt-view';
import { SceneSection } from './scene-section';
import { BudgetSimulation } from './budget-simulation';
import { WhyNotField } from './why-not';

const Comparison = lazy(() => import('./comparison'));
const ReplayAndReplan = lazy(() => import('./replay-and-replan'));

type ContextTab = (props: { readonly explanation: Explanation }) => ReactNode;

const tabs: readonly { readonly name: string; readonly title: string; readonly Part: ContextTab }[] = [
  { name: 'prompt', title: 'Prompt', Part: PromptView },
  { name: 'calls', title: 'Model calls', Part: ModelCalls },
  { name: 'candidates', title: 'Candidates', Part: CandidateTable },
  { name: 'budgets', title: 'Other budgets', Part: BudgetSimulation },
  { name: 'diff', title: 'Difference', Part: (props) => <Comparison {...props} /> },
  { name: 'again', title: 'Replay and replan', Part: (props) => <ReplayAndReplan {...props} /> },
];

function describeIndexLag({ as_of, index_position = as_of }: Explanation): string | undefined {
  if (index_position >= as_of) return undefined;
  return `The search index was behind: it covered positions up to ${index_position} of ${as_of}.`;
}

function Summary({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { kept, dropped, beyond, hidden_from_readers: hidden = 0, readers, billed } = explanation;
  const indexLag = describeIndexLag(explanation);
  return (
    <>
      <p data-testid="context-summary" title={explainWord('account')}>
        {kept} kept, {dropped} left out
        {beyond > 0 && `, ${beyond} lower-ranked candidates not shown`}
        {hidden > 0 && `, ${hidden} hidden from readers of the answer`}. {describeBilling(billed)}
      </p>
      {explanation.kept_order && <p className="soft">It {formatKeptOrder(explanation.kept_order)}.</p>}
      {readers && <p>The answer is only for {readers.join(', ')}, who may read all that was kept.</p>}
      {explanation.late?.map(({ source, timeout_ms }) => (
        <p className="warn" key={source}>
          Built without {source}: no answer within {timeout_ms} ms.
        </p>
      ))}
      {explanation.recalled_for && (
        <p className="soft">
          With what came late for <a href={hrefTo('trails', [explanation.recalled_for.id])}>the question before</a>.
        </p>
      )}
      {indexLag !== undefined && <p className="warn">{indexLag}</p>}
    </>
  );
}

function Tabs({ id, current }: { readonly id: string; readonly current: string }): ReactNode {
  const { query } = useRoute();
  const kept = Object.fromEntries(query);
  return (
    <nav className="parts" aria-label="Sections of this context">
      {tabs.map(({ name, title }) => (
        <a
          key={name}
          href={hrefTo('contexts', [id], { ...kept, show: name })}
          aria-current={name === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

function ContextBody({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const selected = useRoute().query.get('show');
  const { name, Part } = tabs.find((part) => part.name === selected) ?? (tabs[0] as (typeof tabs)[number]);
  return (
    <>
      <Summary explanation={explanation} />
      <WhyNotField id={explanation.id} />
      <BudgetBars explanation={explanation} />
      <SceneSection scene={explanation.scene} />
      <ReplySources id={explanation.id} />
      <Tabs id={explanation.id} current={name} />
      <Suspense fallback={<Loading />}>
        <Part explanation={explanation} />
      </Suspense>
    </>
  );
}

function Heading({
  id,
  explanation,
}: {
  readonly id: string;
  readonly explanation: Explanation | undefined;
}): ReactNode {
  return (
    <div className="row">
      <h1>{explanation ? `What ${explanation.agent} saw` : 'Context'}</h1>
      <code className="soft anywhere">{id}</code>
      {explanation?.session !== undefined && (
        <span className="soft">
          in <a href={hrefTo('chat', [explanation.session])}>{explanation.session}</a>
        </span>
      )}
      {explanation && <Time at={explanation.created_at} />}
      <span className="row push">
        {explanation && <a href={hrefTo('trails', [explanation.trail_id], { crumb: explanation.id })}>View trail</a>}
        <a href={hrefTo('contexts', [], { crumb: id })}>Used in these contexts</a>
        <CopyLink />
      </span>
    </div>
  );
}

/** One context: what the model saw, and why. */
export function ContextPage({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['explanation', id],
    queryFn: () => client.contexts.explain(id),
    staleTime: 60_000,
  });
  return (
    <div className="view context">
      <Heading id={id} explanation={data} />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="Loading the context" />}
      {data && <ContextBody explanation={data} />}
    </div>
  );
}
