import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ErrorNotice } from '../../../components/error-notice';
import { TextField } from '../text-field';
import { toServerFields, NO_SERVER, type ServerFields, toServerDraft } from './server-draft';
import { type ShownServer, type TriedServer, useSaveServer, useTestServer } from './use-mcp-servers';

interface FieldsProps {
  readonly fields: ServerFields;
  readonly onChange: (next: Partial<ServerFields>) => void;
}

function LinesField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly isRequired?: boolean;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { label, hint, value, isRequired = false, onChange } = props;
  const id = useId();
  return (
    <p className="setting">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        required={isRequired}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-hint`} className="soft">
        {hint}
      </span>
    </p>
  );
}

function KindField({ fields, onChange }: FieldsProps): ReactNode {
  const id = useId();
  return (
    <p className="setting">
      <label htmlFor={id}>How it is reached</label>
      <select
        id={id}
        value={fields.kind}
        onChange={({ target }) => onChange({ kind: target.value === 'stdio' ? 'stdio' : 'http' })}
      >
        <option value="http">At an address (Streamable HTTP)</option>
        <option value="stdio">A command that the tool-runner starts (stdio)</option>
      </select>
    </p>
  );
}

function AddressFields({ fields, onChange }: FieldsProps): ReactNode {
  if (fields.kind === 'stdio')
    return (
      <LinesField
        label="Command"
        isRequired
        hint="The program, then each argument on a line of its own. It runs on the server, with the rights of the tool-runner."
        value={fields.command}
        onChange={(command) => onChange({ command })}
      />
    );
  return (
    <>
      <TextField
        label="Address of the server"
        type="url"
        isRequired
        hint="Such as https://mcp.example.com/mcp"
        value={fields.url}
        onChange={(url) => onChange({ url })}
      />
      <LinesField
        label="Headers"
        hint="One on each line, such as Authorization: Bearer {{secret ISSUES_TOKEN}}. The secret has to be saved above, for this host and for the tools of the server, such as issues__*."
        value={fields.headers}
        onChange={(headers) => onChange({ headers })}
      />
    </>
  );
}

/** What came of the test, in words. */
function Tried({ tried }: { readonly tried: TriedServer }): ReactNode {
  const seconds = `${(tried.latency_ms / 1_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
  return (
    <div role="status" className={tried.ok ? 'trial good' : 'trial bad'}>
      {tried.ok ? `Connected in ${seconds}: ` : `Not connected after ${seconds}: `}
      <bdi>{tried.message}</bdi>
      {tried.ok && <div>Its tools: {tried.tools.map(({ name }) => name).join(', ') || 'none'}.</div>}
    </div>
  );
}

function FormFields({
  fields,
  onChange,
  isNew,
  allowsCommands,
}: FieldsProps & { readonly isNew: boolean; readonly allowsCommands: boolean }): ReactNode {
  return (
    <>
      {isNew && (
        <TextField
          label="Name of the server"
          isRequired
          hint="The names of its tools begin with it: issues gives issues__search"
          value={fields.name}
          onChange={(name) => onChange({ name })}
        />
      )}
      {(allowsCommands || fields.kind === 'stdio') && <KindField fields={fields} onChange={onChange} />}
      <AddressFields fields={fields} onChange={onChange} />
      <TextField
        label="Time limit of a call, in seconds"
        hint="Empty: 30"
        value={fields.timeout}
        onChange={(timeout) => onChange({ timeout })}
      />
      <p>
        <label>
          <input
            type="checkbox"
            checked={fields.disabled}
            onChange={({ target }) => onChange({ disabled: target.checked })}
          />{' '}
          Keep it without connecting it
        </label>
      </p>
    </>
  );
}

const savedNote = ({ name, version }: ShownServer): string =>
  `${name} is ${version === 1 ? 'added' : 'changed'}, and is being connected: its state stands in the list.`;

/** The form that adds a server, or changes a saved one, and tests it first if wanted. */
export function ServerForm(props: {
  /** Absent: the form of a new one. */
  readonly server?: ShownServer;
  readonly allowsCommands: boolean;
  readonly onSaved?: () => void;
}): ReactNode {
  const { server, allowsCommands, onSaved } = props;
  const [fields, setFields] = useState(() => (server ? toServerFields(server) : NO_SERVER));
  const [saving, testing] = [useSaveServer(), useTestServer()];
  const change = (next: Partial<ServerFields>): void => {
    setFields({ ...fields, ...next });
    testing.reset();
    saving.reset();
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const onSuccess = (): void => {
      if (!server) setFields(NO_SERVER);
      onSaved?.();
    };
    saving.mutate(toServerDraft(fields), { onSuccess });
  };
  const test = (form: HTMLFormElement | null): void => {
    if (form?.reportValidity()) testing.mutate(toServerDraft(fields));
  };
  const isBusy = saving.isPending || testing.isPending;
  const error = saving.error ?? testing.error;
  return (
    <form className="model-form" aria-label={server ? `Change ${server.name}` : 'Add an MCP server'} onSubmit={save}>
      <FormFields fields={fields} onChange={change} isNew={!server} allowsCommands={allowsCommands} />
      <div className="row">
        <button disabled={isBusy}>{server ? 'Save changes' : 'Add server'}</button>
        <button type="button" disabled={isBusy} onClick={({ currentTarget }) => test(currentTarget.form)}>
          {testing.isPending ? 'Connecting…' : 'Test the server'}
        </button>
        <span className="soft">Test connects once, lists the tools and stores nothing.</span>
      </div>
      {testing.data && <Tried tried={testing.data} />}
      {saving.data && <p role="status">{savedNote(saving.data)}</p>}
      {error && <ErrorNotice error={error} />}
    </form>
  );
}
