import type { SavedViewV1 } from '@crumbtrail/contracts';
import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useClient, useIdentity, useReportApiError } from '../api/client';
import { savedPlace, viewOfPlace } from '../routing/saved-place';
import { useRoute } from '../routing/use-route';
import { ErrorNotice } from './error-notice';

/** A view that the reader has saved, with the version that it is removed by. */
interface SavedView extends SavedViewV1 {
  readonly id: string;
  readonly version: number;
}

const SAVED_VIEWS_KEY = ['saved views'];
const MAX_SAVED = 200;
const MAX_NAME_LENGTH = 80;

/** The views that the reader has saved, by name; empty while they are loaded. */
export function useSavedViews(): readonly SavedView[] {
  const client = useClient();
  const { kind, id: reader } = useIdentity().participant;
  const saved = useQuery({
    queryKey: SAVED_VIEWS_KEY,
    queryFn: async () => {
      const author = `${kind}:${reader}`;
      const { breadcrumbs } = await client.list({ schema: WIRE.savedView, author, limit: MAX_SAVED });
      return breadcrumbs
        .map(({ id, version, context }) => ({ id, version, ...asPayload(WIRE.savedView, context) }))
        .sort((a, b) => a.name.localeCompare(b.name));
    },
  });
  return saved.data ?? [];
}

/** Saves, renames or removes a saved view. */
function useChangeSaved<Change>(change: (change: Change) => Promise<unknown>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: useReportApiError(),
    onSuccess: () => cache.invalidateQueries({ queryKey: SAVED_VIEWS_KEY }),
  });
}

/** Asks for the name of a view, and saves it. */
function NameForm(props: {
  readonly initial: string;
  readonly save: (name: string) => Promise<unknown>;
  readonly onDone: () => void;
}): ReactNode {
  const { initial, save, onDone } = props;
  const [name, setName] = useState(initial);
  const saving = useChangeSaved(async (chosen: string) => {
    await save(chosen);
    onDone();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(name.trim());
  };
  return (
    <form className="row" onSubmit={submit}>
      <input
        aria-label="Name of the view"
        required
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button disabled={saving.isPending || name.trim() === ''}>Save</button>
      <button type="button" onClick={onDone}>
        Cancel
      </button>
      {saving.error !== null && <ErrorNotice error={saving.error} />}
    </form>
  );
}

/** A saved view never changes: to rename one, a new one is saved before the old one is removed. */
function RenameForm({ saved, onDone }: { readonly saved: SavedView; readonly onDone: () => void }): ReactNode {
  const client = useClient();
  const { id, version, name, place } = saved;
  const rename = async (chosen: string): Promise<void> => {
    if (chosen === name) return;
    await client.append({ schema_name: WIRE.savedView, context: { name: chosen, place } });
    await client.erase(id, version);
  };
  return <NameForm initial={name} save={rename} onDone={onDone} />;
}

function SavedLink(props: {
  readonly saved: SavedView;
  readonly isShown: boolean;
  readonly mayChange: boolean;
}): ReactNode {
  const { saved, isShown, mayChange } = props;
  const client = useClient();
  const [isRenaming, setRenaming] = useState(false);
  const { id, version, name, place } = saved;
  const removing = useChangeSaved(() => client.erase(id, version));
  if (isRenaming)
    return (
      <li>
        <RenameForm saved={saved} onDone={() => setRenaming(false)} />
      </li>
    );
  return (
    <li className="row">
      <a href={`#/${place}`} aria-current={isShown ? 'true' : undefined} dir="auto">
        {name}
      </a>
      {mayChange && (
        <>
          <button
            type="button"
            className="plain"
            aria-label={`Rename the saved view ${name}`}
            onClick={() => setRenaming(true)}
          >
            Rename
          </button>
          <button
            type="button"
            className="plain"
            aria-label={`Remove the saved view ${name}`}
            disabled={removing.isPending}
            onClick={() => removing.mutate(undefined)}
          >
            ✕
          </button>
        </>
      )}
      {removing.error !== null && <ErrorNotice error={removing.error} />}
    </li>
  );
}

/** The reader's saved views of the list below, and a button to save it as it is filtered now. Readers without the right to write only have those from before. */
export function SavedViews(): ReactNode {
  const route = useRoute();
  const client = useClient();
  const mayWrite = useIdentity().role !== 'reader';
  const [isNaming, setNaming] = useState(false);
  const place = savedPlace(route);
  const ofThisView = useSavedViews().filter((saved) => viewOfPlace(saved.place) === route.view);
  return (
    <div className="row saved-views">
      {ofThisView.length > 0 && (
        <ul aria-label="Saved views">
          {ofThisView.map((saved) => (
            <SavedLink key={saved.id} saved={saved} isShown={saved.place === place} mayChange={mayWrite} />
          ))}
        </ul>
      )}
      {isNaming && (
        <NameForm
          initial=""
          save={(name) => client.append({ schema_name: WIRE.savedView, context: { name, place } })}
          onDone={() => setNaming(false)}
        />
      )}
      {mayWrite && !isNaming && (
        <button type="button" onClick={() => setNaming(true)}>
          Save this view…
        </button>
      )}
    </div>
  );
}
