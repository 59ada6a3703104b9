import type { RerunOptions } from '@crumbtrail/client';
import type { RerunChanges } from '@crumbtrail/contracts/definition-changes';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { isEqualJson } from '../../../components/editing/json-pointer';
import { useUnsavedChanges } from '../../../routing/unsaved-changes';
import { type RerunDraft, readChanges } from './rerun-draft';
import { useRecentModels } from './use-recent-models';

/** A request of the form: the changes alone, which can be saved, and how to run with them. */
export interface RerunWish {
  readonly changes: RerunChanges;
  readonly base: NonNullable<RerunOptions['base']>;
  readonly confirmed: boolean;
}

/** The box that lets a rerun start from the latest definition. */
export const LATEST_LABEL = 'Start from the latest definition of the agent, not from that of the turn';

interface FieldProps {
  readonly draft: RerunDraft;
  readonly onEdit: (draft: RerunDraft) => void;
  readonly disabled: boolean;
}

interface FieldSpec {
  readonly name: keyof RerunDraft;
  readonly label: string;
  readonly hint?: string;
  /** Of a text area. Absent: one line. */
  readonly rows?: number;
}

const fields: readonly FieldSpec[] = [
  { name: 'prompt', label: 'Prompt', rows: 6 },
  { name: 'model', label: 'Model', hint: 'Empty: the executor’s default.' },
  { name: 'temperature', label: 'Temperature', hint: 'From 0 to 2. Empty: the provider’s.' },
  { name: 'tools', label: 'Tools', hint: 'Names, separated by commas. Empty: none.' },
  { name: 'budget', label: 'Budget (tokens)', hint: 'Empty: as it was.' },
  { name: 'config', label: 'Context configuration (JSON)', hint: 'Empty: as it was.', rows: 3 },
];

/** One field with its label and, where there are some, its hint and values to choose from. */
function DraftField(props: FieldProps & { readonly of: FieldSpec; readonly choices?: readonly string[] }): ReactNode {
  const { of, draft, disabled, onEdit, choices } = props;
  const { name, label, hint, rows } = of;
  const id = useId();
  const shared = {
    id,
    disabled,
    value: draft[name],
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  };
  const edit = (value: string): void => onEdit({ ...draft, [name]: value });
  return (
    <div className={rows === undefined ? 'field' : 'field long'}>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input {...shared} list={choices && `${id}-choices`} onChange={({ target }) => edit(target.value)} />
      ) : (
        <textarea {...shared} rows={rows} onChange={({ target }) => edit(target.value)} />
      )}
      {choices && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint soft">
          {hint}
        </p>
      )}
    </div>
  );
}

function Check(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
}): ReactNode {
  return (
    <label>
      <input type="checkbox" checked={props.checked} onChange={({ target }) => props.onCheck(target.checked)} />{' '}
      {props.label}
    </label>
  );
}

/** Fields for what a rerun changes, and how it runs. */
export function RerunForm(props: {
  readonly initial: RerunDraft;
  /** A context configuration to begin with; empty: none. */
  readonly config: string;
  readonly busy: boolean;
  /** Whether a rerun starts from the latest definition. */
  readonly isLatest: boolean;
  readonly onLatest: (isLatest: boolean) => void;
  /** Whether the changes are saved: leaving the page loses nothing. */
  readonly isSaved: boolean;
  readonly onEdit: () => void;
  readonly onRun: (wish: RerunWish) => void;
}): ReactNode {
  const { initial, config, busy, isLatest, onLatest, isSaved, onEdit, onRun } = props;
  const models = useRecentModels();
  const [draft, setDraft] = useState({ ...initial, config });
  const [confirmed, setConfirmed] = useState(false);
  const [problem, setProblem] = useState('');
  useUnsavedChanges(!isSaved && !isEqualJson(draft, { ...initial, config }));
  const edit = (next: RerunDraft): void => {
    setDraft(next);
    onEdit();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = readChanges(initial, draft);
    setProblem('problem' in read ? read.problem : '');
    if ('changes' in read) onRun({ changes: read.changes, base: isLatest ? 'latest' : 'recorded', confirmed });
  };
  return (
    <form className="editor" aria-label="Changes" onSubmit={submit}>
      <div className="fields">
        {fields.map((of) => (
          <DraftField
            key={of.name}
            of={of}
            choices={of.name === 'model' ? models : undefined}
            draft={draft}
            onEdit={edit}
            disabled={busy}
          />
        ))}
      </div>
      <Check label={LATEST_LABEL} checked={isLatest} onCheck={onLatest} />
      <Check label="Let tools with side effects run for real" checked={confirmed} onCheck={setConfirmed} />
      <div className="row">
        <button type="submit" className="primary" disabled={busy}>
          Run again
        </button>
        <span role="status">{busy ? 'Running…' : problem}</span>
      </div>
    </form>
  );
}
