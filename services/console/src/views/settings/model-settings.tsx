import { type ReactNode, useState } from 'react';
import { AuthorLabel } from '../../components/author';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { Time } from '../../components/time';
import { ModelForm } from './model-form';
import { type ShownModel, useDisconnectModel } from './use-model';

/** Which model answers now, and why. */
function Answering({ state }: { readonly state: ShownModel }): ReactNode {
  const { answers, environment, connection } = state;
  if (environment)
    return (
      <p className="answering">
        <strong>{environment.model}</strong> at <code className="anywhere">{environment.base_url}</code> answers. It is
        set by MODEL_BASE_URL in the environment, which takes precedence over what is saved here.
      </p>
    );
  return answers === 'settings' && connection ? (
    <p className="answering">
      <strong>{connection.model}</strong> at <code className="anywhere">{connection.base_url}</code> answers
      {connection.has_key ? ', with a saved key' : ', without a key'}.
    </p>
  ) : (
    <p className="answering">No model is connected: the built-in offline model answers by quoting its context.</p>
  );
}

function Disconnect(): ReactNode {
  const { mutate, isPending, error } = useDisconnectModel();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Disconnect and remove the key…
      </button>
      {error && <ErrorNotice error={error} />}
      {isAsking && (
        <ConfirmDialog
          label="Disconnect the model"
          action="Disconnect"
          isPending={isPending}
          onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>
            From the next turn on the built-in offline model answers. Earlier versions of this setting hold the key
            encrypted: if others may know it, revoke it at the provider.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function ModelHistory({ history }: Pick<ShownModel, 'history'>): ReactNode {
  if (history.length === 0) return null;
  return (
    <section aria-label="History">
      <h3>History</h3>
      <ul>
        {history.map(({ version, at, by, changes }) => (
          <li key={version} className="anywhere">
            <Time at={at} /> <AuthorLabel author={by} />: {changes.join('; ') || 'saved without a change'}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The model of the workspace: which one answers, the form that connects one, and who has changed it. */
export function ModelSettings({ state }: { readonly state: ShownModel }): ReactNode {
  return (
    <section aria-label="Models">
      <h2>Models</h2>
      <Answering state={state} />
      <ModelForm state={state} />
      {state.connection && <Disconnect />}
      <ModelHistory history={state.history} />
    </section>
  );
}
