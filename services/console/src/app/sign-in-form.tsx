import { isApiError } from '@crumbtrail/client';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { createClient, type SignedInUser } from '../api/client';
import { ErrorNotice } from '../components/error-notice';
import { storedKey } from './stored-key';

interface SignInState {
  readonly busy: boolean;
  readonly error?: unknown;
}

/** Shows a key to the gateway; enters when it is somebody's. */
function useSignIn(
  onEnter: (visitor: SignedInUser) => void,
): SignInState & { readonly show: (key: string) => Promise<void> } {
  const [asking, setAsking] = useState<SignInState>({ busy: false });
  const show = useCallback(
    async (key: string) => {
      setAsking({ busy: true });
      try {
        onEnter({ key, identity: await createClient(key).whoAmI() });
      } catch (error) {
        if (isApiError(error, 401)) storedKey.clear();
        setAsking({ busy: false, error });
      }
    },
    [onEnter],
  );
  return { ...asking, show };
}

/** Asks for the API key, unless this tab has one already. */
export function SignInForm({
  why,
  onEnter,
}: {
  readonly why: string;
  readonly onEnter: (v: SignedInUser) => void;
}): ReactNode {
  const [key, setKey] = useState('');
  const { busy, error, show } = useSignIn(onEnter);
  useEffect(() => {
    const kept = storedKey.read();
    if (kept !== null) void show(kept);
  }, [show]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void show(key.trim());
  };
  return (
    <main>
      <form className="key-form" onSubmit={submit}>
        <h1>Crumbtrail</h1>
        <label htmlFor="key">API key</label>
        <input
          id="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <button className="primary" disabled={busy || key.trim() === ''}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
        <p className="soft">
          Find it in <code>.crumbtrail/api-key</code> on this machine. Stored for this tab only; closing the tab signs
          you out.
        </p>
        {error === undefined ? why && <p role="alert">{why}</p> : <ErrorNotice error={error} />}
      </form>
    </main>
  );
}
