import { type ChangeEvent, type FormEvent, type ReactNode, useId, useState } from 'react';
import { ErrorNotice } from '../../components/error-notice';
import { TextField } from './text-field';
import { providerNamed, providerNames, PROVIDERS } from './providers';
import { type ModelDraft, type ShownModel, type TriedModel, useConnectModel, useTestModel } from './use-model';

type SavedModel = ShownModel['connection'];

/** The fields of the form as text. */
interface Fields {
  readonly provider: string;
  readonly base_url: string;
  readonly model: string;
  readonly key: string;
}

const fieldsOf = (saved: SavedModel): Fields => ({
  provider: saved?.provider ?? '',
  base_url: saved?.base_url ?? '',
  model: saved?.model ?? '',
  key: '',
});

/** What the form asks for; an empty key keeps the saved one. */
function toDraft({ provider, base_url, model, key }: Fields): ModelDraft {
  const kind = providerNamed(provider);
  return {
    base_url: base_url.trim(),
    model: model.trim(),
    ...(kind && { provider: kind }),
    ...(key.trim() !== '' && { key: key.trim() }),
  };
}

/** The fields after another kind of server was chosen: its usual address replaces that of the one before. */
function withProvider(fields: Fields, provider: string): Fields {
  const addressOf = (name: string): string => PROVIDERS[name as keyof typeof PROVIDERS]?.base_url ?? '';
  const isUsual = fields.base_url === '' || fields.base_url === addressOf(fields.provider);
  return { ...fields, provider, ...(isUsual && { base_url: addressOf(provider) }) };
}

function ProviderField(props: { readonly value: string; readonly onChange: (provider: string) => void }): ReactNode {
  const id = useId();
  const change = ({ target }: ChangeEvent<HTMLSelectElement>): void => props.onChange(target.value);
  return (
    <p className="setting">
      <label htmlFor={id}>Provider</label>
      <select id={id} value={props.value} onChange={change}>
        <option value="">Any server that speaks the OpenAI protocol</option>
        {providerNames.map((name) => (
          <option key={name} value={name}>
            {PROVIDERS[name].title}
          </option>
        ))}
      </select>
    </p>
  );
}

/** What came of the test, in words. */
function Tried({ tried }: { readonly tried: TriedModel }): ReactNode {
  const seconds = `${(tried.latency_ms / 1_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
  return (
    <p role="status" className={tried.ok ? 'trial good' : 'trial bad'}>
      {tried.ok ? `${tried.model} answered in ${seconds}: ` : `No answer after ${seconds}. `}
      <bdi>{tried.message}</bdi>
    </p>
  );
}

/** Why a key can or cannot be entered, and what an empty field means. */
function keyHint({ connection, saves_keys }: ShownModel, fields: Fields): string {
  if (!saves_keys) return 'This installation has no SETTINGS_KEY, so keys cannot be saved here.';
  if (connection?.has_key !== true) return 'Leave it empty for a server that needs none. It is stored encrypted.';
  if (connection.base_url === fields.base_url.trim()) return 'A key is saved. Leave this empty to keep it.';
  return 'The saved key is for another address: enter the key for this one.';
}

/** The form that connects a model, tests it first if wanted, and never shows a key. */
export function ModelForm({ state }: { readonly state: ShownModel }): ReactNode {
  const { connection } = state;
  const [fields, setFields] = useState(() => fieldsOf(connection));
  const saving = useConnectModel();
  const testing = useTestModel();
  const change = (next: Fields): void => {
    setFields(next);
    testing.reset();
    saving.reset();
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(toDraft(fields), { onSuccess: () => setFields({ ...fields, key: '' }) });
  };
  const test = (form: HTMLFormElement | null): void => {
    if (form?.reportValidity()) testing.mutate(toDraft(fields));
  };
  const isBusy = saving.isPending || testing.isPending;
  const error = saving.error ?? testing.error;
  return (
    <form className="model-form" onSubmit={save}>
      <ProviderField value={fields.provider} onChange={(provider) => change(withProvider(fields, provider))} />
      <TextField
        label="Address"
        type="url"
        isRequired
        hint="The root of its API, such as http://127.0.0.1:11434/v1"
        value={fields.base_url}
        onChange={(base_url) => change({ ...fields, base_url })}
      />
      <TextField label="Model" isRequired value={fields.model} onChange={(model) => change({ ...fields, model })} />
      <TextField
        label="API key"
        type="password"
        hint={keyHint(state, fields)}
        value={fields.key}
        onChange={(key) => change({ ...fields, key })}
      />
      <div className="row">
        <button className="primary" disabled={isBusy}>
          Save
        </button>
        <button type="button" disabled={isBusy} onClick={({ currentTarget }) => test(currentTarget.form)}>
          {testing.isPending ? 'Testing…' : 'Test'}
        </button>
        <span className="soft">Test makes one call and stores nothing.</span>
      </div>
      {testing.data && <Tried tried={testing.data} />}
      {saving.isSuccess && !error && <p role="status">Saved. The next turn uses it.</p>}
      {error && <ErrorNotice error={error} />}
    </form>
  );
}
