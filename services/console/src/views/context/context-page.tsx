import type { Explanation } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../app/route';
import { useRoute } from '../../app/use-route';
import { useClient } from '../../data/client';
import { Busy } from '../../parts/busy';
import { CopyLink } from '../../parts/copy-link';
import { Problem } from '../../parts/problem';
import { Time } from '../../parts/time';
import { BudgetBars } from './budget-bars';
import { billedWords } from './budget';
import { CandidateTable } from './candidate-table';
import { Prompt } from './prompt';
import { WhatIf } from './what-if';

const Comparison = lazy(() => import('./comparison'));
const Again = lazy(() => import('./again'));

type Part = (props: { readonly explanation: Explanation }) => ReactNode;

const parts: readonly { readonly name: string; readonly title: string; readonly Part: Part }[] = [
  { name: 'prompt', title: 'What it saw', Part: Prompt },
  { name: 'candidates', title: 'Candidates', Part: CandidateTable },
  { name: 'budgets', title: 'Other budgets', Part: WhatIf },
  { name: 'diff', title: 'Difference', Part: (props) => <Comparison {...props} /> },
  { name: 'again', title: 'Replay and replan', Part: (props) => <Again {...props} /> },
];

function indexWords({ as_of, index_position = as_of }: Explanation): string | undefined {
  if (index_position >= as_of) return undefined;
  return `The search index was behind: it covered positions up to ${index_position} of ${as_of}.`;
}

function Summary({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { kept, dropped, beyond, billed } = explanation;
  const behind = indexWords(explanation);
  return (
    <>
      <p data-testid="context-summary">
        {kept} kept, {dropped} left out
        {beyond > 0 && `, ${beyond} lower-ranked candidates not shown`}. {billedWords(billed)}
      </p>
      {behind !== undefined && <p className="warn">{behind}</p>}
    </>
  );
}

function Parts({ id, current }: { readonly id: string; readonly current: string }): ReactNode {
  const { query } = useRoute();
  const kept = Object.fromEntries(query);
  return (
    <nav className="parts" aria-label="Sections of this context">
      {parts.map(({ name, title }) => (
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

function Explained({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const wish = useRoute().query.get('show');
  const { name, Part } = parts.find((part) => part.name === wish) ?? (parts[0] as (typeof parts)[number]);
  return (
    <>
      <Summary explanation={explanation} />
      <BudgetBars explanation={explanation} />
      <Parts id={explanation.id} current={name} />
      <Suspense fallback={<Busy />}>
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
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Busy what="Loading the context" />}
      {data && <Explained explanation={data} />}
    </div>
  );
}
