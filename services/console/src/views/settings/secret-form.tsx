import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorNotice } from '../../components/error-notice';
import { TextField } from './text-field';
import { type ShownSecret, type ShownSecrets, useSaveSecret } from './use-secrets';

/** The fields of the form as text. */
interface SecretFields {
  readonly name: string;
  readonly value: string;
  readonly tools: string;
  readonly hosts: string;
}

const EMPTY: SecretFields = { name: '', value: '', tools: '', hosts: '' };

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

/** Whether a value has to be entered: a saved one stays where it was saved for. */
function valueHint(saved: ShownSecret | undefined, hosts: readonly string[]): string {
  if (!saved) return 'It is stored encrypted and never shown again.';
  if (isSame(saved.hosts, hosts)) return 'A value is saved. Leave this empty to keep it.';
  return 'The saved value is for other hosts: enter the value for these.';
}

/** The form that saves a secret of tools, and never shows a value. */
export function SecretForm({ state }: { readonly state: ShownSecrets }): ReactNode {
  const [fields, setFields] = useState(EMPTY);
  const saving = useSaveSecret();
  const name = fields.name.trim();
  const [hosts, tools] = [listOf(fields.hosts), listOf(fields.tools)];
  const saved = state.secrets.find((one) => one.name === name);
  const change = (next: Partial<SecretFields>): void => {
    setFields({ ...fields, ...next });
    saving.reset();
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const value = fields.value === '' ? {} : { value: fields.value };
    saving.mutate([name, { hosts, tools, ...value }], { onSuccess: () => setFields(EMPTY) });
  };
  if (!state.saves) return <p>This installation has no SETTINGS_KEY, so secrets cannot be saved here.</p>;
  return (
    <form className="model-form" aria-label="Add a secret" onSubmit={save}>
      <TextField
        label="Name of the secret"
        isRequired
        hint="As definitions of tools name it, such as WEATHER_KEY"
        value={fields.name}
        onChange={(text) => change({ name: text })}
      />
      <TextField
        label="Tools that may use it"
        isRequired
        hint="Separated by commas, such as weather, my_*"
        value={fields.tools}
        onChange={(text) => change({ tools: text })}
      />
      <TextField
        label="Hosts that it may be sent to"
        isRequired
        hint="Separated by commas, such as api.example.org. It is sent by https only."
        value={fields.hosts}
        onChange={(text) => change({ hosts: text })}
      />
      <TextField
        label="Value"
        type="password"
        hint={valueHint(saved, hosts)}
        value={fields.value}
        onChange={(text) => change({ value: text })}
      />
      <button disabled={saving.isPending}>{saved ? 'Replace secret' : 'Add secret'}</button>
      {saving.data && <p role="status">{saving.data.name} is stored. Tools can use it from their next run on.</p>}
      {saving.error && <ErrorNotice error={saving.error} />}
    </form>
  );
}
