import { isApiError } from '@crumbtrail/client';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { createClient, type SignedInUser } from '../api/client';
import { ErrorNotice } from '../components/error-notice';
import { askOtherTabs } from './key-exchange';
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

/** Signs in by itself: with the key of this tab, or with that of another one. */
function useKnownKey(mayAskOtherTabs: boolean, signIn: (key: string) => Promise<void>): void {
  useEffect(() => {
    const unmounting = new AbortController();
    const resume = async (): Promise<void> => {
      const key = storedKey.read() ?? (mayAskOtherTabs ? await askOtherTabs() : null);
      if (key !== null && !unmounting.signal.aborted) await signIn(key);
    };
    void resume();
    return () => unmounting.abort();
  }, [mayAskOtherTabs, signIn]);
}

/** The sign-in form. Signs in by itself if this tab has a stored key, or another tab of this browser is signed in. */
export function SignInForm({
  reason,
  mayAskOtherTabs,
  onSignIn,
}: {
  readonly reason: string;
  /** Not after signing out, which would sign in again. */
  readonly mayAskOtherTabs: boolean;
  readonly onSignIn: (v: SignedInUser) => void;
}): ReactNode {
  const [key, setKey] = useState('');
  const { busy, error, signIn } = useSignIn(onSignIn);
  useKnownKey(mayAskOtherTabs, signIn);
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
          Find it in <code>.crumbtrail/api-key</code> on this machine. Kept by the open tabs of this console only;
          closing them signs you out.
        </p>
        {error === undefined ? reason && <p role="alert">{reason}</p> : <ErrorNotice error={error} />}
      </form>
    </main>
  );
}
