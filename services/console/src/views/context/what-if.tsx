import type { Explanation } from '@crumbtrail/client';
import type { AccountItem, WhatIfReply } from '@crumbtrail/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useRoute } from '../../app/use-route';
import { useClient } from '../../data/client';
import { Busy } from '../../parts/busy';
import { Problem } from '../../parts/problem';
import { allowedBudget, budgetAt, largestBudget, SMALLEST, stepAt, STEPS } from './budget';
import { pieceOf } from './candidates';
import { hueOfSection } from './section-hue';
import { saysIn } from './says';
import { useSettled } from './use-settled';

const SETTLE_MS = 150;

function Change(props: {
  readonly title: string;
  readonly kind: 'enters' | 'leaves';
  readonly items: readonly AccountItem[];
  readonly says: ReadonlyMap<string, string>;
}): ReactNode {
  const { title, kind, items, says } = props;
  return (
    <section className="change" aria-label={title}>
      <h3>
        {title}: {items.length}
      </h3>
      {items.length === 0 && <p className="soft">None</p>}
      <ul data-testid={kind}>
        {items.map((item) => (
          <li key={pieceOf(item)} data-piece={pieceOf(item)}>
            <span className={hueOfSection(item.section)}>{item.section}</span> {item.tokens} tokens:{' '}
            {says.get(pieceOf(item)) ?? <em>(erased, expired, or you don’t have access)</em>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Limits({ beyond, erased }: Pick<WhatIfReply, 'beyond' | 'erased'>): ReactNode {
  return (
    <>
      {beyond > 0 && (
        <p className="soft">{beyond} lower-ranked matches weren’t recorded, so they can’t be simulated.</p>
      )}
      {erased.length > 0 && <p className="soft">{erased.length} candidates were erased and can’t be simulated.</p>}
      <p className="soft">A bigger budget can’t bring back duplicates, filler or items below the relevance floor.</p>
    </>
  );
}

function Result({ reply, explanation }: { readonly reply: WhatIfReply; readonly explanation: Explanation }): ReactNode {
  const says = useMemo(() => saysIn(explanation), [explanation]);
  const [one] = reply.budgets;
  if (!one) return null;
  const { recorded } = reply;
  return (
    <>
      <p role="status" data-testid="what-if">
        At {one.max_tokens} tokens: {one.kept} items using {one.tokens} tokens. Recorded at {recorded.max_tokens}:{' '}
        {recorded.kept} items using {recorded.tokens}.
      </p>
      <div className="changes">
        <Change title="Would be dropped" kind="leaves" items={one.leaves} says={says} />
        <Change title="Would be added" kind="enters" items={one.enters} says={says} />
      </div>
      <Limits {...reply} />
    </>
  );
}

function Slider(props: { readonly budget: number; readonly largest: number; readonly recorded: number }): ReactNode {
  const { budget, largest, recorded } = props;
  const { go } = useRoute();
  const typed = (text: string): void => go({ budget: allowedBudget(text, recorded) });
  return (
    <div className="row slider">
      <label htmlFor="budget">Budget</label>
      <input
        id="budget"
        type="range"
        min={0}
        max={STEPS}
        value={stepAt(budget, largest)}
        aria-valuetext={`${budget} tokens`}
        onChange={(event) => go({ budget: budgetAt(Number(event.target.value), largest) })}
      />
      <input
        type="number"
        aria-label="Budget in tokens"
        min={SMALLEST}
        key={budget}
        defaultValue={budget}
        onBlur={(event) => typed(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && typed(event.currentTarget.value)}
      />
      <button type="button" disabled={budget === recorded} onClick={() => go({ budget: undefined })}>
        Reset to {recorded}
      </button>
    </div>
  );
}

/** What other budgets would have made of the same candidates. */
export function WhatIf({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { id, budget: numbers } = explanation;
  const client = useClient();
  const budget = allowedBudget(useRoute().query.get('budget'), numbers.max_tokens);
  const settled = useSettled(budget, SETTLE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['what-if', id, settled],
    queryFn: () => client.contexts.whatIf(id, [settled]),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (
    <section aria-label="Other budgets" className="what-if" aria-busy={isFetching || settled !== budget}>
      <Slider budget={budget} largest={largestBudget(numbers)} recorded={numbers.max_tokens} />
      {error && <Problem error={error} />}
      {!data && !error && <Busy what="Simulating" />}
      {data && !error && <Result reply={data} explanation={explanation} />}
    </section>
  );
}
