import type { Explanation } from '@crumbtrail/client';
import type { AccountItem } from '@crumbtrail/contracts';
import type { WhatIfReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { contextItemKey } from '@crumbtrail/formatting';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { ErrorNotice } from '../../components/error-notice';
import { parseBudget, budgetAt, largestBudget, MIN_BUDGET, stepAt, SLIDER_STEPS } from './budget';
import { sectionHue } from './section-hue';
import { collectItemTexts } from './item-texts';
import { useDebounced } from '../../hooks/use-debounced';

const DEBOUNCE_MS = 150;

function ChangeList(props: {
  readonly title: string;
  readonly kind: 'enters' | 'leaves' | 'shortened' | 'lengthened';
  readonly items: readonly AccountItem[];
  readonly texts: ReadonlyMap<string, string>;
}): ReactNode {
  const { title, kind, items, texts } = props;
  return (
    <section className="change" aria-label={title}>
      <h3>
        {title}: {items.length}
      </h3>
      {items.length === 0 && <p className="soft">None</p>}
      <ul data-testid={kind}>
        {items.map((item) => (
          <li key={contextItemKey(item)} data-piece={contextItemKey(item)}>
            <span className={sectionHue(item.section)}>{item.section}</span> {item.tokens} tokens:{' '}
            {texts.get(contextItemKey(item)) ?? <em>(erased, expired, or you don’t have access)</em>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LimitNotes({ beyond, erased }: Pick<WhatIfReply, 'beyond' | 'erased'>): ReactNode {
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

function SimulationResult({
  reply,
  explanation,
}: {
  readonly reply: WhatIfReply;
  readonly explanation: Explanation;
}): ReactNode {
  const texts = useMemo(() => collectItemTexts(explanation), [explanation]);
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
        <ChangeList title="Would be dropped" kind="leaves" items={one.leaves} texts={texts} />
        <ChangeList title="Would be added" kind="enters" items={one.enters} texts={texts} />
        {one.shortened && (
          <ChangeList title="Would be shortened" kind="shortened" items={one.shortened} texts={texts} />
        )}
        {one.lengthened && (
          <ChangeList title="Would be shown longer" kind="lengthened" items={one.lengthened} texts={texts} />
        )}
      </div>
      <LimitNotes {...reply} />
    </>
  );
}

function Slider(props: { readonly budget: number; readonly largest: number; readonly recorded: number }): ReactNode {
  const { budget, largest, recorded } = props;
  const { go } = useRoute();
  const applyTyped = (text: string): void => go({ budget: parseBudget(text, recorded) });
  return (
    <div className="row slider">
      <label htmlFor="budget">Budget</label>
      <input
        id="budget"
        type="range"
        min={0}
        max={SLIDER_STEPS}
        value={stepAt(budget, largest)}
        aria-valuetext={`${budget} tokens`}
        onChange={(event) => go({ budget: budgetAt(Number(event.target.value), largest) })}
      />
      <input
        type="number"
        aria-label="Budget in tokens"
        min={MIN_BUDGET}
        key={budget}
        defaultValue={budget}
        onBlur={(event) => applyTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && applyTyped(event.currentTarget.value)}
      />
      <button type="button" disabled={budget === recorded} onClick={() => go({ budget: undefined })}>
        Reset to {recorded}
      </button>
    </div>
  );
}

/** Simulates other budgets with the recorded candidates. */
export function BudgetSimulation({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { id, budget: numbers } = explanation;
  const client = useClient();
  const budget = parseBudget(useRoute().query.get('budget'), numbers.max_tokens);
  const debounced = useDebounced(budget, DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['what-if', id, debounced],
    queryFn: () => client.contexts.whatIf(id, [debounced]),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (
    <section aria-label="Other budgets" className="what-if" aria-busy={isFetching || debounced !== budget}>
      <Slider budget={budget} largest={largestBudget(numbers)} recorded={numbers.max_tokens} />
      {error && <ErrorNotice error={error} />}
      {!data && !error && <Loading label="Simulating" />}
      {data && !error && <SimulationResult reply={data} explanation={explanation} />}
    </section>
  );
}
