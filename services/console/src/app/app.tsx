import { useCallback, useState, type ReactNode } from 'react';
import { ClientProvider, type SignedInUser } from '../api/client';
import { SignInForm } from './sign-in-form';
import { storedKey } from './stored-key';
import { AppLayout } from './app-layout';

/** The key first, then everything. */
export function App(): ReactNode {
  const [visitor, setVisitor] = useState<SignedInUser>();
  const [why, setWhy] = useState('');
  const leave = useCallback((reason = '') => {
    storedKey.clear();
    setWhy(reason);
    setVisitor(undefined);
  }, []);
  const enter = useCallback((next: SignedInUser) => {
    storedKey.save(next.key);
    setWhy('');
    setVisitor(next);
  }, []);
  if (!visitor) return <SignInForm why={why} onEnter={enter} />;
  return (
    <ClientProvider visitor={visitor} onTurnedAway={leave}>
      <AppLayout onLeave={() => leave()} />
    </ClientProvider>
  );
}
