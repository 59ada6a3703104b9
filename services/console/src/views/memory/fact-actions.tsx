import type { MemoryFact } from '@crumbtrail/contracts';
import { useId, useState, type ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';
import { useFactChange, type FactEdit } from './use-memory';

interface FormProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function EditForm(props: FormProps & { readonly text: string; readonly onSave: (text: string) => void }): ReactNode {
  const { isBusy, onCancel, onSave } = props;
  const [text, setText] = useState(props.text);
  const id = useId();
  return (
    <form
      className="fact-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text.trim());
      }}
    >
      <label htmlFor={id}>Words of the fact</label>
      <textarea
        id={id}
        rows={3}
        maxLength={1_000}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <span className="row">
        <button type="submit" className="primary" disabled={isBusy || text.trim() === ''}>
          Save
        </button>
        <button type="button" disabled={isBusy} onClick={onCancel}>
          Cancel
        </button>
      </span>
    </form>
  );
}

function ForgetQuestion({ isBusy, onCancel, onForget }: FormProps & { readonly onForget: () => void }): ReactNode {
  return (
    <div className="fact-form" role="group" aria-label="Forget this fact?">
      <p>Forget this fact? It is erased in every version of its memory, and from the contexts that hold it.</p>
      <span className="row">
        <button type="button" className="primary" autoFocus disabled={isBusy} onClick={onForget}>
          Forget it
        </button>
        <button type="button" disabled={isBusy} onClick={onCancel}>
          Keep it
        </button>
      </span>
    </div>
  );
}

/** Opens the memory in which the other facts stand now; after the last one is forgotten, the list. */
function openChanged(memories: readonly { readonly id: string }[], current: string): void {
  const [next] = memories;
  if (next?.id === current) return;
  navigate(next ? hrefTo('memory', [next.id]) : hrefTo('memory'));
}

/** Buttons to edit, pin and forget a fact, for keys that may write. */
export function FactActions({ memory, fact }: { readonly memory: string; readonly fact: MemoryFact }): ReactNode {
  const [open, setOpen] = useState<'nothing' | 'edit' | 'forget'>('nothing');
  const { role } = useIdentity();
  const change = useFactChange(memory, fact.id, ({ memories }, edit: FactEdit) => {
    setOpen('nothing');
    if (edit === 'forget') openChanged(memories, memory);
  });
  if (role === 'reader') return null;
  const { isPending: isBusy, error, mutate } = change;
  const close = (): void => setOpen('nothing');
  return (
    <>
      {open === 'nothing' && (
        <p className="row">
          <button type="button" onClick={() => setOpen('edit')}>
            Edit
          </button>
          <button type="button" disabled={isBusy} onClick={() => mutate({ pinned: fact.pinned !== true })}>
            {fact.pinned ? 'Unpin' : 'Pin'}
          </button>
          <button type="button" onClick={() => setOpen('forget')}>
            Forget…
          </button>
        </p>
      )}
      {open === 'edit' && (
        <EditForm text={fact.text} isBusy={isBusy} onCancel={close} onSave={(text) => mutate({ text })} />
      )}
      {open === 'forget' && <ForgetQuestion isBusy={isBusy} onCancel={close} onForget={() => mutate('forget')} />}
      {error && <ErrorNotice error={error} />}
    </>
  );
}
