import type { Envelope, EvalCaseV1 } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { Time } from '../../components/time';
import { hrefTo } from '../../routing/route';
import { ALL_CASES, groupCases } from './group-cases';

const NUMERIC = new Set(['Cases']);

/** All sets of cases. */
export function SetList({ cases }: { readonly cases: readonly Envelope<EvalCaseV1>[] }): ReactNode {
  return (
    <>
      <h1>Evaluations</h1>
      <p className="soft">
        A case lists what the context of a question must contain. Run a set before you change a budget, a configuration
        or a prompt; no model is called.
      </p>
      {cases.length === 0 ? (
        <p>
          No cases yet. Open an answer in Chat or in its trail, and choose <em>Add to set</em>.
        </p>
      ) : (
        <ScrollRegion label="Sets">
          <table className="case-sets">
            <TableHead titles={['Set', 'Cases', 'Agents', 'Latest case']} numeric={NUMERIC} />
            <tbody>
              {groupCases(cases).map(({ name, cases: count, agents, latest }) => (
                <tr key={name ?? ''}>
                  <th scope="row">{name === undefined ? '(no set)' : <a href={hrefTo('evals', [name])}>{name}</a>}</th>
                  <td className="number">{count.toLocaleString('en')}</td>
                  <td className="anywhere">{agents.join(', ')}</td>
                  <td>
                    <Time at={latest} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <a href={hrefTo('evals', [ALL_CASES])}>All cases</a>
          </p>
        </ScrollRegion>
      )}
    </>
  );
}
