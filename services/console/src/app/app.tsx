import { useCallback, useState, type ReactNode } from 'react';
import { ClientProvider, type Visitor } from '../data/client';
import { KeyForm } from './key-form';
import { keptKey } from './kept-key';
import { Shell } from './shell';

/** The key first, then everything. */
export function App(): ReactNode {
  const [visitor, setVisitor] = useState<Visitor>();
  const [why, setWhy] = useState('');
  const leave = useCallback((reason = '') => {
    keptKey.forget();
    setWhy(reason);
    setVisitor(undefined);
  }, []);
  const enter = useCallback((next: Visitor) => {
    keptKey.keep(next.key);
    setWhy('');
    setVisitor(next);
  }, []);
  if (!visitor) return <KeyForm why={why} onEnter={enter} />;
  return (
    <ClientProvider visitor={visitor} onTurnedAway={leave}>
      <Shell onLeave={() => leave()} />
    </ClientProvider>
  );
}
