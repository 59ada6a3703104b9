import type { Envelope, SessionV1 } from '@crumbtrail/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { readSession, useSessionRecord } from './session-record';
import { useSaveSession } from './use-save-session';

function RenameForm(props: {
  readonly title: string;
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const [title, setTitle] = useState(props.title);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    props.onSave(title.trim());
  };
  return (
    <form className="row" onSubmit={save}>
      <input
        aria-label="Title of the session"
        maxLength={200}
        dir="auto"
        autoFocus
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && props.onCancel()}
      />
      <button>Save</button>
      <button type="button" onClick={props.onCancel}>
        Cancel
      </button>
    </form>
  );
}

/** Renames and archives a session. Its name, which is part of addresses, stays. */
function Actions(props: {
  readonly record: SessionV1;
  readonly crumb: Envelope | null;
  readonly onRename: () => void;
}): ReactNode {
  const { record, crumb, onRename } = props;
  const { mutate, isPending, error } = useSaveSession(crumb);
  return (
    <>
      <button type="button" onClick={onRename}>
        Rename
      </button>
      <button
        type="button"
        disabled={isPending}
        title={record.archived ? 'Show it in the list again' : 'Leave it out of the list; nothing is deleted'}
        onClick={() => mutate({ ...record, archived: record.archived !== true })}
      >
        {record.archived ? 'Unarchive' : 'Archive'}
      </button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** The title of a session, else its name; who may write renames and archives it here. */
export function SessionTitle({ session }: { readonly session: string }): ReactNode {
  const { role } = useIdentity();
  const { data: crumb } = useSessionRecord(session);
  const [isRenaming, setRenaming] = useState(false);
  const record = readSession(session, crumb);
  const { mutate, error } = useSaveSession(crumb ?? null);
  const rename = (title: string): void => {
    const { title: _before, ...rest } = record;
    mutate(title === '' ? rest : { ...rest, title }, { onSuccess: () => setRenaming(false) });
  };
  if (isRenaming)
    return (
      <>
        <RenameForm title={record.title ?? ''} onSave={rename} onCancel={() => setRenaming(false)} />
        {error && <ErrorNotice error={error} />}
      </>
    );
  return (
    <>
      <h1 dir="auto">{record.title ?? session}</h1>
      {record.title !== undefined && <span className="soft">{session}</span>}
      {role !== 'reader' && crumb !== undefined && (
        <Actions record={record} crumb={crumb} onRename={() => setRenaming(true)} />
      )}
    </>
  );
}
