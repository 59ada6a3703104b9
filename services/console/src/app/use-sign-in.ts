import { isApiError, UnreachableError } from '@crumbtrail/client';
import { useCallback, useEffect, useState } from 'react';
import { createClient, type Credential, type SignedInUser } from '../api/client';
import { consoleSession, keepSignedIn } from './console-session';
import { askOtherTabs } from './key-exchange';
import { storedKey } from './stored-key';

/** Where signing in stands, and how to begin it. */
export interface SignIn {
  readonly busy: boolean;
  readonly error?: unknown;
  /** `keep`: this browser stays signed in, and the key is forgotten. Resolves to true if nobody could say whose the credential is. */
  readonly signIn: (credential: Credential, options?: { readonly keep: boolean }) => Promise<boolean>;
}

function forget(credential: Credential): void {
  if ('key' in credential) storedKey.clear();
  else consoleSession.clear();
}

/** Signs in: asks the gateway whom the credential belongs to. */
export function useSignIn(onSignIn: (user: SignedInUser) => void): SignIn {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error?: unknown }>({ busy: false });
  const signIn = useCallback<SignIn['signIn']>(
    async (credential, { keep } = { keep: false }) => {
      setState({ busy: true });
      const client = createClient(credential);
      try {
        const identity = await client.whoAmI();
        onSignIn({ credential: keep ? { proof: await keepSignedIn(client) } : credential, identity });
        return false;
      } catch (error) {
        if (isApiError(error, 401)) forget(credential);
        setState({ busy: false, error });
        return isApiError(error, 503) || error instanceof UnreachableError;
      }
    },
    [onSignIn],
  );
  return { ...state, signIn };
}

async function findCredential(mayAskOtherTabs: boolean): Promise<Credential | null> {
  const key = storedKey.read();
  if (key !== null) return { key };
  const proof = consoleSession.read();
  if (proof !== null) return { proof };
  const other = mayAskOtherTabs ? await askOtherTabs() : null;
  return other === null ? null : { key: other };
}

const RETRY_MS = 2_000;

/** Signs in by itself: with the key of this tab, the session of this browser, or the key of another tab. While the services start, it tries again. */
export function useKnownCredential(mayAskOtherTabs: boolean, signIn: SignIn['signIn']): void {
  useEffect(() => {
    const unmounting = new AbortController();
    const resume = async (): Promise<void> => {
      const credential = await findCredential(mayAskOtherTabs);
      while (credential !== null && !unmounting.signal.aborted) {
        if (!(await signIn(credential))) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void resume();
    return () => unmounting.abort();
  }, [mayAskOtherTabs, signIn]);
}
