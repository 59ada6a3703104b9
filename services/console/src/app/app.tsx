import { useCallback, useState, type ReactNode } from 'react';
import { ClientProvider, type SignedInUser } from '../api/client';
import { SignInForm } from './sign-in-form';
import { storedKey } from './stored-key';
import { AppLayout } from './app-layout';

/** The console: the sign-in form, then the layout with its views. The address is kept, so a link survives signing in. */
export function App(): ReactNode {
  const [user, setUser] = useState<SignedInUser>();
  const [reason, setReason] = useState('');
  const signOut = useCallback((message = '') => {
    storedKey.clear();
    setReason(message);
    setUser(undefined);
  }, []);
  const signIn = useCallback((next: SignedInUser) => {
    storedKey.save(next.key);
    setReason('');
    setUser(next);
  }, []);
  if (!user) return <SignInForm reason={reason} onSignIn={signIn} />;
  return (
    <ClientProvider user={user} onUnauthorized={signOut}>
      <AppLayout onSignOut={() => signOut()} />
    </ClientProvider>
  );
}
