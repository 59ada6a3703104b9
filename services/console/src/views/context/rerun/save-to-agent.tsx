import { DefinitionConflict, type Rerun } from '@crumbtrail/client';
import type { RerunChanges } from '@crumbtrail/contracts/definition-changes';
import { fieldChangeLines } from '@crumbtrail/formatting';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { hrefTo } from '../../../routing/route';

function Failure({ error }: { readonly error: Error }): ReactNode {
  if (!(error instanceof DefinitionConflict)) return <ErrorNotice error={error} />;
  return (
    <div role="alert" className="problem">
      <p>{error.message}</p>
      <pre tabIndex={0} aria-label="Changed in between">
        {fieldChangeLines(error.changes).join('\n')}
      </pre>
    </div>
  );
}

/** Writes the changes of a rerun into the definition of its agent. */
export function SaveToAgent(props: { readonly rerun: Rerun; readonly changes: RerunChanges }): ReactNode {
  const { rerun, changes } = props;
  const { agent, definition } = rerun;
  const client = useClient();
  const cache = useQueryClient();
  const saving = useMutation({
    mutationFn: () => client.agentVersions.save(definition, changes),
    onSuccess: () => cache.invalidateQueries(),
  });
  if (Object.keys(changes).length === 0) return <p className="soft">Nothing was changed.</p>;
  return (
    <>
      <p className="row">
        <button type="button" disabled={saving.isPending || saving.isSuccess} onClick={() => saving.mutate()}>
          Save to agent
        </button>
        <span role="status">{saving.data && `Saved as version ${saving.data.version} of ${agent}.`}</span>
        {saving.data && <a href={hrefTo('agents', [agent], { tab: 'versions' })}>Versions</a>}
      </p>
      {saving.error && <Failure error={saving.error} />}
    </>
  );
}
