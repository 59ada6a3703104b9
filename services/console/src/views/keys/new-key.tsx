import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { CopyButton } from '../../components/copy-button';
import { ErrorNotice } from '../../components/error-notice';
import { expiryAfter } from './key-state';
import { type CreatedKey, useCreateKey } from './use-keys';

const KINDS = ['user', 'agent', 'tool', 'operator', 'service'] as const;
const ROLES = [
  ['reader', 'reader: reads'],
  ['writer', 'writer: reads and writes'],
  ['operator', 'operator: everything, also keys'],
] as const;
const EXPIRIES = [
  ['0', 'never'],
  ['1', 'in a day'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;

interface SelectProps {
  readonly label: string;
  readonly name: string;
  readonly initial: string;
  readonly options: readonly (readonly [value: string, words: string])[];
}

function SelectField({ label, name, initial, options }: SelectProps): ReactNode {
  const id = useId();
  return (
    <span className="filter-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={initial}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The prefix that all keys have. */
const SHOWN_START = 'crumb_'.length;

/** The secret of a new key, masked until it is asked for, which no page shows again. */
function Secret({ created, onDone }: { readonly created: CreatedKey; readonly onDone: () => void }): ReactNode {
  const { participant, role, secret } = created;
  const [isShown, setShown] = useState(false);
  return (
    <section className="new-secret" role="status" aria-label="The new key">
      <p>
        New {role} key for {participant.kind}:{participant.id}. Copy it now: you won’t see it again.
      </p>
      <p>
        <code className="anywhere">{isShown ? secret : `${secret.slice(0, SHOWN_START)}${'•'.repeat(12)}`}</code>
      </p>
      <div className="row">
        <CopyButton label="Copy" subject="The new key" text={() => secret} />
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Show
        </button>
        <button type="button" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}

/** A form that creates a key for a participant, and shows its secret once. */
export function NewKeyForm(): ReactNode {
  const { mutate, isPending, error, data, reset } = useCreateKey();
  const id = useId();
  const nameId = useId();
  const create = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const read = (name: string): string => String(fields.get(name)).trim();
    const expires_at = expiryAfter(Number(read('days')), Date.now());
    const participant = { kind: read('kind') as (typeof KINDS)[number], id: read('id') };
    const role = read('role') as (typeof ROLES)[number][0];
    const name = read('name');
    mutate(
      { participant, role, ...(name !== '' && { name }), ...(expires_at !== undefined && { expires_at }) },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <>
      <form className="row new-key" onSubmit={create}>
        <SelectField label="Participant" name="kind" initial="user" options={KINDS.map((kind) => [kind, kind])} />
        <span className="filter-field">
          <label htmlFor={id}>ID</label>
          <input
            id={id}
            name="id"
            required
            pattern="[a-z0-9][a-z0-9._\-]{0,63}"
            title="Letters from a to z, digits, dots, hyphens and underscores"
            placeholder="ann"
            spellCheck={false}
            autoComplete="off"
          />
        </span>
        <span className="filter-field">
          <label htmlFor={nameId}>Display name</label>
          <input id={nameId} name="name" placeholder="Ann (optional)" autoComplete="off" />
        </span>
        <SelectField label="Role" name="role" initial="writer" options={ROLES} />
        <SelectField label="Expires" name="days" initial="0" options={EXPIRIES} />
        <button className="primary" disabled={isPending}>
          Create key
        </button>
      </form>
      {error && <ErrorNotice error={error} />}
      {data && <Secret created={data} onDone={reset} />}
    </>
  );
}
