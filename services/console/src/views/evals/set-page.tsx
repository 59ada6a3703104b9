import type { Envelope, EvalCaseV1 } from '@crumbtrail/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useClient, useReportApiError } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { type CaseRunColumn, parseBudgets, runColumns } from './case-runs';
import { CaseTable } from './case-table';
import { ALL_CASES } from './group-cases';

interface RunForm {
  readonly columns: readonly CaseRunColumn[];
  readonly form: ReactNode;
}

/** The form that runs the cases, and the results of its last run. */
function useRunForm(cases: readonly string[]): RunForm {
  const client = useClient();
  const { query, go } = useRoute();
  const [budgets, setBudgets] = useState(query.get('budgets') ?? '');
  const [done, setDone] = useState(0);
  const settings = parseBudgets(budgets);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => runColumns(client, { cases, settings }, setDone),
    onError: useReportApiError(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go({ budgets: budgets.trim() });
    setDone(0);
    mutate();
  };
  const form = (
    <form className="row" onSubmit={submit}>
      <label htmlFor="case-budgets">Beside today, with budgets of</label>
      <input
        id="case-budgets"
        data-main-field
        inputMode="numeric"
        placeholder="512, 1024"
        value={budgets}
        onChange={({ target }) => setBudgets(target.value)}
      />
      <span className="soft">tokens</span>
      <button className="primary" disabled={isPending || cases.length === 0}>
        Run {cases.length.toLocaleString('en')} {cases.length === 1 ? 'case' : 'cases'}
      </button>
      {isPending && (
        <span role="status">
          {done} of {cases.length * settings.length} built
        </span>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </form>
  );
  return { columns: data ?? [], form };
}

/** One set: its cases, and what becomes of them with the settings of today and with other budgets, side by side. */
export function SetPage(props: { readonly set: string; readonly cases: readonly Envelope<EvalCaseV1>[] }): ReactNode {
  const { set, cases } = props;
  const { columns, form } = useRunForm(cases.map(({ id }) => id));
  return (
    <>
      <p>
        <a href={hrefTo('evals')}>All sets</a>
      </p>
      <h1>{set === ALL_CASES ? 'All cases' : set}</h1>
      {cases.length === 0 ? (
        <p>No case of this set exists, or none that you may read.</p>
      ) : (
        <>
          {form}
          <CaseTable cases={cases} columns={columns} />
        </>
      )}
    </>
  );
}
