import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type HTMLAttributes, type ReactNode, useState } from 'react';
import { useClient } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { EMPTY_DRAFT, ENDS, type OverrideDraft, toOverrideBody, VERBS } from './override-draft';

interface DraftChange {
  readonly draft: OverrideDraft;
  readonly change: (next: Partial<OverrideDraft>) => void;
}

type TextField = Exclude<keyof OverrideDraft, 'verb'>;

function DraftField(
  props: DraftChange & {
    readonly name: TextField;
    readonly label: string;
    readonly required?: boolean;
    readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
    readonly placeholder?: string;
  },
): ReactNode {
  const { draft, change, name, label, ...input } = props;
  return (
    <label>
      {label}{' '}
      <input
        {...input}
        autoComplete="off"
        value={draft[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </label>
  );
}

function VerbFields(props: DraftChange & { readonly agents: readonly string[] }): ReactNode {
  const { draft, change, agents } = props;
  const shared = { draft, change };
  if (draft.verb === 'mute')
    return <DraftField {...shared} name="agents" label="Agents" required placeholder={agents.join(', ')} />;
  if (draft.verb === 'budget')
    return <DraftField {...shared} name="maxTokens" label="Most tokens" required inputMode="numeric" />;
  if (draft.verb === 'pause') return null;
  return (
    <>
      <label className="override-text">
        Text
        <textarea
          required
          rows={3}
          dir="auto"
          value={draft.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      </label>
      {draft.verb === 'inject' && (
        <>
          <DraftField {...shared} name="depth" label="Messages below it" inputMode="numeric" placeholder="4" />
          <DraftField {...shared} name="turns" label="Ends after answers" inputMode="numeric" placeholder="no limit" />
        </>
      )}
    </>
  );
}

function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { label, value, options, onChange } = props;
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The form to adjust a session: what, for how long, and why. */
export function OverrideForm(props: { readonly session: string; readonly agents: readonly string[] }): ReactNode {
  const { session, agents } = props;
  const client = useClient();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const change = (next: Partial<OverrideDraft>): void => setDraft({ ...draft, ...next });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.override(session, toOverrideBody(draft)),
    onSuccess: async () => {
      setDraft({ ...EMPTY_DRAFT, verb: draft.verb });
      await cache.invalidateQueries();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="override-form" aria-label="Adjust the session" onSubmit={submit}>
      <Choice
        label="Adjust"
        value={draft.verb}
        options={VERBS}
        onChange={(verb) => change({ verb: verb as OverrideDraft['verb'] })}
      />
      <VerbFields draft={draft} change={change} agents={agents} />
      <Choice label="For" value={draft.ttl} options={ENDS} onChange={(ttl) => change({ ttl })} />
      <DraftField draft={draft} change={change} name="reason" label="Reason" placeholder="everybody may read it" />
      <DraftField draft={draft} change={change} name="id" label="Id" placeholder={draft.verb} />
      <button className="primary" disabled={isPending}>
        Apply
      </button>
      {error && <ErrorNotice error={error} />}
    </form>
  );
}
