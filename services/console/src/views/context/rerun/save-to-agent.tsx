import { DefinitionConflict, type Rerun } from '@crumbtrail/client';
import type { AgentDefV1 } from '@crumbtrail/contracts';
import {
  CHANGES_OF_AGENT,
  type ChangeName,
  definitionToSave,
  listChanged,
  pickChanges,
  type RerunChanges,
} from '@crumbtrail/contracts/definition-changes';
import { listFieldChanges } from '@crumbtrail/contracts/definition-diff';
import { fieldChangeLines } from '@crumbtrail/formatting';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { QueryResult } from '../../../components/query-result';
import { hrefTo } from '../../../routing/route';
import { LATEST_LABEL } from './rerun-form';

/** Why saving failed; where the definition was changed in between, with a button that does what helps. */
function Failure(props: { readonly error: Error; readonly onRunWithLatest: () => void }): ReactNode {
  const { error, onRunWithLatest } = props;
  if (!(error instanceof DefinitionConflict)) return <ErrorNotice error={error} />;
  return (
    <div role="alert" className="problem">
      <p>{error.message}</p>
      <pre tabIndex={0} aria-label="Changed in between">
        {fieldChangeLines(error.changes).join('\n')}
      </pre>
      <p className="row">
        <button type="button" onClick={onRunWithLatest}>
          Run again with the latest definition
        </button>
        <span>This checks “{LATEST_LABEL}” above.</span>
      </p>
    </div>
  );
}

/** What changes are called. */
const NAMES: Readonly<Record<ChangeName, string>> = {
  prompt: 'Prompt',
  model: 'Model',
  temperature: 'Temperature',
  tools: 'Tools',
  budget: 'Budget (of this trial)',
  config: 'Context configuration (of this trial)',
};

/** Which of the changes are saved. */
function ChangePicker(props: {
  readonly of: readonly ChangeName[];
  readonly chosen: readonly ChangeName[];
  readonly onChoose: (chosen: readonly ChangeName[]) => void;
}): ReactNode {
  const { of, chosen, onChoose } = props;
  const toggle = (name: ChangeName): void =>
    onChoose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <fieldset className="row">
      <legend>Save these changes</legend>
      {of.map((name) => (
        <label key={name}>
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {NAMES[name]}
        </label>
      ))}
    </fieldset>
  );
}

/** The fields of the definition that saving changes. */
function SavedFields({ rerun, changes }: { readonly rerun: Rerun; readonly changes: RerunChanges }): ReactNode {
  const client = useClient();
  const { id, version } = rerun.definition;
  const base = useQuery({
    queryKey: ['definition', id, version],
    queryFn: async () => (await client.get(id, { version })).context as unknown as AgentDefV1,
  });
  return (
    <QueryResult query={base}>
      {(definition) => (
        <pre tabIndex={0} aria-label="Fields that will be saved">
          {fieldChangeLines(listFieldChanges(definition, definitionToSave(definition, changes))).join('\n') ||
            'No field differs.'}
        </pre>
      )}
    </QueryResult>
  );
}

/**
 * Writes changes of a rerun into the definition of its agent: those of the agent itself, and settings of the trial, such as its budget, only
 * where the reader chooses them. Shows the fields before they are saved.
 */
export function SaveToAgent(props: {
  readonly rerun: Rerun;
  readonly changes: RerunChanges;
  readonly onSaved: () => void;
  /** Runs the turn again with the same changes of the latest definition. */
  readonly onRunWithLatest: () => void;
}): ReactNode {
  const { rerun, changes, onSaved, onRunWithLatest } = props;
  const { agent, definition } = rerun;
  const client = useClient();
  const cache = useQueryClient();
  const changed = listChanged(changes);
  const [chosen, setChosen] = useState<readonly ChangeName[]>(
    changed.filter((name) => CHANGES_OF_AGENT.includes(name)),
  );
  const picked = pickChanges(changes, chosen);
  const saving = useMutation({
    mutationFn: () => client.agentVersions.save(definition, picked),
    onSuccess: () => {
      onSaved();
      return cache.invalidateQueries();
    },
  });
  if (changed.length === 0) return <p className="soft">Nothing was changed.</p>;
  return (
    <>
      <ChangePicker of={changed} chosen={chosen} onChoose={setChosen} />
      {chosen.length > 0 && <SavedFields rerun={rerun} changes={picked} />}
      <p className="row">
        <button
          type="button"
          disabled={chosen.length === 0 || saving.isPending || saving.isSuccess}
          onClick={() => saving.mutate()}
        >
          Save to agent
        </button>
        <span role="status">{saving.data && `Saved as version ${saving.data.version} of ${agent}.`}</span>
        {saving.data && <a href={hrefTo('agents', [agent], { tab: 'versions' })}>Versions</a>}
      </p>
      {saving.error && <Failure error={saving.error} onRunWithLatest={onRunWithLatest} />}
    </>
  );
}
