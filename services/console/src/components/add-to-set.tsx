import { type Crumbtrail, isApiError, type PinnedCase } from '@crumbtrail/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useClient, useIdentity, useReportApiError } from '../api/client';
import { hrefTo } from '../routing/route';
import { ErrorNotice } from './error-notice';
import { explainWord } from './glossary';

/** The cache of everything about pinned cases. */
export const CASES_KEY = 'eval-cases';
/** The names that a set may have. */
const SET_NAME = '[a-z0-9][a-z0-9._\\-]{0,63}';
/** The most breadcrumbs of one case. */
const MOST_CRUMBS = 256;

/** All pinned cases that this key may read. */
export function useCases() {
  const client = useClient();
  return useQuery({ queryKey: [CASES_KEY], queryFn: () => client.evals.cases() });
}

/** What a case must have: what its answer rests on, or all that its context kept. */
type MustHave = 'sources' | 'kept';

interface NewCase {
  readonly context: string;
  readonly set: string;
  readonly mustHave: MustHave;
}

async function pinCase(client: Crumbtrail, { context, set, mustHave }: NewCase): Promise<PinnedCase> {
  if (mustHave === 'sources') return client.evals.pin(context, undefined, set);
  const { items } = await client.contexts.explain(context);
  const kept = new Set(items.filter(({ decision }) => decision === 'kept').map(({ id }) => id));
  return client.evals.pin(context, [...kept].slice(0, MOST_CRUMBS), set);
}

function Added({ pinned, set }: { readonly pinned: PinnedCase; readonly set: string }): ReactNode {
  const count = pinned.must_have.length;
  return (
    <p role="status">
      Added to <a href={hrefTo('evals', [set])}>{set}</a>: the context must keep {count} breadcrumb
      {count === 1 ? '' : 's'}.
    </p>
  );
}

function AddForm({ context }: { readonly context: string }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const cases = useCases();
  const name = useId();
  const [set, setSet] = useState('');
  const [mustHave, setMustHave] = useState<MustHave>('sources');
  const adding = useMutation({
    mutationFn: (newCase: NewCase) => pinCase(client, newCase),
    onError: useReportApiError(),
    onSuccess: () => cache.invalidateQueries({ queryKey: [CASES_KEY] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate({ context, set, mustHave });
  };
  const sets = [...new Set(cases.data?.flatMap(({ context: { set: known } }) => known ?? []))];
  return (
    <form className="row" onSubmit={submit}>
      <label htmlFor={name}>Set</label>
      <input
        id={name}
        required
        pattern={SET_NAME}
        title="Lower-case letters, digits, “.”, “-” and “_”"
        list={`${name}-sets`}
        spellCheck={false}
        autoComplete="off"
        value={set}
        onChange={({ target }) => setSet(target.value)}
      />
      <datalist id={`${name}-sets`}>
        {sets.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <label className="row">
        Its context must keep
        <select value={mustHave} onChange={({ target }) => setMustHave(target.value as MustHave)}>
          <option value="sources">what the answer rests on</option>
          <option value="kept">all that it kept</option>
        </select>
      </label>
      <button disabled={adding.isPending || set === ''}>Add</button>
      {adding.error !== null && <ErrorNotice error={adding.error} />}
      {isApiError(adding.error, 404) && mustHave === 'sources' && (
        <p>It is not known what the answer rests on. Choose “all that it kept”.</p>
      )}
      {adding.data && adding.variables && <Added pinned={adding.data} set={adding.variables.set} />}
    </form>
  );
}

/** Pins what the context of an answer must keep, as a case of a set. For operators, who may read contexts; for others nothing. */
export function AddToSet({ context }: { readonly context: string }): ReactNode {
  const { role } = useIdentity();
  const [isOpen, setOpen] = useState(false);
  if (role !== 'operator') return null;
  return (
    <details className="reply-sources" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary title={explainWord('pin')}>Add to set</summary>
      {isOpen && <AddForm context={context} />}
    </details>
  );
}
