import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { ClientProvider, type SignedInUser } from '../api/client';
import { PeopleNamesProvider } from '../components/people-names';
import { clearDrafts } from '../hooks/use-draft';
import { consoleSession, endSession, onSessionEnd } from './console-session';
import { shareKey, signOutOtherTabs } from './key-exchange';
import { SignInForm } from './sign-in-form';
import { storedKey } from './stored-key';
import { AppLayout } from './app-layout';

/** Signs this tab out when another tab does. */
function useSignOutOfOtherTabs(user: SignedInUser | undefined, signOut: () => void): void {
  useEffect(() => {
    if (!user) return undefined;
    return 'key' in user.credential ? shareKey(user.credential.key, signOut) : onSessionEnd(signOut);
  }, [user, signOut]);
}

/** The console: the sign-in form, then the layout with its views. The address is kept, so a link survives signing in. */
export function App({
  refusal,
}: {
  /** Why a sign-in link was refused; empty: it was not. */ readonly refusal: string;
}): ReactNode {
  const [user, setUser] = useState<SignedInUser>();
  const [reason, setReason] = useState(refusal);
  const [wasSignedOut, setSignedOut] = useState(false);
  const isByKey = user !== undefined && 'key' in user.credential;
  const signOut = useCallback(
    (message = '') => {
      if (isByKey) storedKey.clear();
      else consoleSession.clear();
      setSignedOut(true);
      setReason(message);
      setUser(undefined);
    },
    [isByKey],
  );
  const signIn = useCallback((next: SignedInUser) => {
    if ('key' in next.credential) storedKey.save(next.credential.key);
    else storedKey.clear();
    setReason('');
    setUser(next);
  }, []);
  useSignOutOfOtherTabs(user, signOut);
  if (!user) return <SignInForm reason={reason} mayAskOtherTabs={!wasSignedOut} onSignIn={signIn} />;
  const signOutEverywhere = (): void => {
    const { credential } = user;
    clearDrafts();
    if ('key' in credential) signOutOtherTabs(credential.key);
    else void endSession(credential.proof).then((remark) => remark && setReason(remark));
    signOut();
  };
  return (
    <ClientProvider user={user} onUnauthorized={signOut}>
      <PeopleNamesProvider>
        <AppLayout onSignOut={signOutEverywhere} />
      </PeopleNamesProvider>
    </ClientProvider>
  );
}
