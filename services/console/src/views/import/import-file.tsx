import { FORMATS, type ImportReport } from '@crumbtrail/chat-imports';
import { type ReactNode, useId } from 'react';
import { useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { QueryResult } from '../../components/query-result';
import { ImportDone } from './import-done';
import { ImportFindings } from './import-findings';
import { type ImportChoice, useImport, useImportPreview } from './use-import';

interface ChoiceProps {
  readonly choice: ImportChoice;
  readonly onChange: (choice: ImportChoice) => void;
}

function FormatField({ choice, onChange }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <span className="filter-field">
      <label htmlFor={id}>Format</label>
      <select id={id} value={choice.format} onChange={({ target }) => onChange({ ...choice, format: target.value })}>
        <option value="">as recognised</option>
        {Object.keys(FORMATS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </span>
  );
}

/** Who will read the messages, by name. */
function ReadersField({ choice, onChange, agents }: ChoiceProps & { readonly agents: readonly string[] }): ReactNode {
  const { kind, id } = useIdentity().participant;
  const name = useId();
  const choices = [
    [
      false,
      `only you (${kind}:${id}) and agents: those that speak in the chats, and ${agents.join(', ') || 'none here'}`,
    ],
    [true, 'everyone in the workspace'],
  ] as const;
  return (
    <fieldset className="import-readers">
      <legend>Who will read them</legend>
      {choices.map(([shared, words]) => (
        <label key={words}>
          <input
            type="radio"
            name={name}
            checked={choice.shared === shared}
            onChange={() => onChange({ ...choice, shared })}
          />{' '}
          {words}
        </label>
      ))}
      <p className="soft">Operators can read everything in the workspace.</p>
    </fieldset>
  );
}

function ImportButton(props: { readonly report: ImportReport; readonly onImport: () => void }): ReactNode {
  const { stored, read } = props.report;
  if (read === 0) return null;
  if (stored === 0) return <p>Nothing in it is new.</p>;
  return (
    <button type="button" className="primary" onClick={props.onImport}>
      Import {stored.toLocaleString('en-US')} {stored === 1 ? 'breadcrumb' : 'breadcrumbs'}
    </button>
  );
}

/** A chosen file: what it holds and who will read it, then its import. */
export function ImportFile({
  choice,
  onChange,
  agents,
}: ChoiceProps & { readonly agents: readonly string[] }): ReactNode {
  const preview = useImportPreview(choice, agents);
  const { mutate, isPending, done, data: stored, error } = useImport(agents);
  if (stored) return <ImportDone stored={stored} />;
  if (isPending)
    return (
      <p role="status">
        Importing {choice.file.name} <progress aria-label="Importing" value={done} />
      </p>
    );
  return (
    <section aria-label="The file">
      <h2 className="anywhere">{choice.file.name}</h2>
      <div className="row">
        <FormatField choice={choice} onChange={onChange} />
      </div>
      <ReadersField choice={choice} onChange={onChange} agents={agents} />
      <QueryResult query={preview} label="Reading the file">
        {(report) => (
          <>
            <ImportFindings report={report} />
            <ImportButton report={report} onImport={() => mutate(choice)} />
          </>
        )}
      </QueryResult>
      {error && (
        <>
          <ErrorNotice error={error} />
          <p>What was stored before stays. Import the file again to add the rest.</p>
        </>
      )}
    </section>
  );
}
