import { isApiError } from '@crumbtrail/client';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { createClient, type SignedInUser } from '../api/client';
import { ErrorNotice } from '../components/error-notice';
import { storedKey } from './stored-key';

interface SignInState {
  readonly busy: boolean;
  readonly error?: unknown;
}

/** Signs in with a key: asks the gateway whose it is. */
function useSignIn(
  onSignIn: (visitor: SignedInUser) => void,
): SignInState & { readonly signIn: (key: string) => Promise<void> } {
  const [state, setState] = useState<SignInState>({ busy: false });
  const signIn = useCallback(
    async (key: string) => {
      setState({ busy: true });
      try {
        onSignIn({ key, identity: await createClient(key).whoAmI() });
      } catch (error) {
        if (isApiError(error, 401)) storedKey.clear();
        setState({ busy: false, error });
      }
    },
    [onSignIn],
  );
  return { ...state, signIn };
}

/** The sign-in form. Signs in by itself if this tab has a stored key. */
export function SignInForm({
  reason,
  onSignIn,
}: {
  readonly reason: string;
  readonly onSignIn: (v: SignedInUser) => void;
}): ReactNode {
  const [key, setKey] = useState('');
  const { busy, error, signIn } = useSignIn(onSignIn);
  useEffect(() => {
    const stored = storedKey.read();
    if (stored !== null) void signIn(stored);
  }, [signIn]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void signIn(key.trim());
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
        {error === undefined ? reason && <p role="alert">{reason}</p> : <ErrorNotice error={error} />}
      </form>
    </main>
  );
}
