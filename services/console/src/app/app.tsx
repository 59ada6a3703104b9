import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { ClientProvider, type SignedInUser } from '../api/client';
import { clearDrafts } from '../hooks/use-draft';
import { shareKey, signOutOtherTabs } from './key-exchange';
import { SignInForm } from './sign-in-form';
import { storedKey } from './stored-key';
import { AppLayout } from './app-layout';

/** The console: the sign-in form, then the layout with its views. The address is kept, so a link survives signing in. */
export function App(): ReactNode {
  const [user, setUser] = useState<SignedInUser>();
  const [reason, setReason] = useState('');
  const [wasSignedOut, setSignedOut] = useState(false);
  const signOut = useCallback((message = '') => {
    storedKey.clear();
    setSignedOut(true);
    setReason(message);
    setUser(undefined);
  }, []);
  const signIn = useCallback((next: SignedInUser) => {
    storedKey.save(next.key);
    setReason('');
    setUser(next);
  }, []);
  useEffect(() => (user ? shareKey(user.key, signOut) : undefined), [user, signOut]);
  if (!user) return <SignInForm reason={reason} mayAskOtherTabs={!wasSignedOut} onSignIn={signIn} />;
  const signOutEverywhere = (): void => {
    clearDrafts();
    signOutOtherTabs(user.key);
    signOut();
  };
  return (
    <ClientProvider user={user} onUnauthorized={signOut}>
      <AppLayout onSignOut={signOutEverywhere} />
    </ClientProvider>
  );
}
