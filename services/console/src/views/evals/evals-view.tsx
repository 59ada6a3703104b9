import type { ReactNode } from 'react';
import { useCases } from '../../components/add-to-set';
import { QueryResult } from '../../components/query-result';
import { useRoute } from '../../routing/use-route';
import { ALL_CASES } from './group-cases';
import { SetList } from './set-list';
import { SetPage } from './set-page';
import { ShadowSection } from './shadow-section';

/** The evaluations: the sets of pinned cases, or one set with its cases and their results. */
export default function EvalsView(): ReactNode {
  const [set] = useRoute().path;
  const cases = useCases();
  return (
    <div className="view">
      <QueryResult query={cases} label="Loading the cases">
        {(found) =>
          set === undefined ? (
            <>
              <SetList cases={found} />
              <ShadowSection />
            </>
          ) : (
            <SetPage
              key={set}
              set={set}
              cases={found.filter(({ context }) => set === ALL_CASES || context.set === set)}
            />
          )
        }
      </QueryResult>
    </div>
  );
}
