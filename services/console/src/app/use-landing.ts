import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../api/client';
import { replaceHash, shownHash } from '../routing/address';
import { hrefTo } from '../routing/route';

/** Does the address name no view? */
const namesNoView = (hash: string): boolean => /^#?\/?$/.test(hash);

/**
 * Where a page begins whose address names no view: in the chat with its first steps while nobody has written a message, else in the
 * overview. True while that is looked up.
 */
export function useLanding(): boolean {
  const client = useClient();
  const [isUndecided, setUndecided] = useState(() => namesNoView(shownHash()));
  const { data: isEmpty, isPending } = useQuery({
    queryKey: ['is-empty'],
    enabled: isUndecided,
    retry: false,
    queryFn: async () => (await client.list({ schema: WIRE.userMessage, limit: 1 })).breadcrumbs.length === 0,
  });
  useEffect(() => {
    if (!isUndecided || isPending) return;
    if (isEmpty && namesNoView(shownHash())) replaceHash(hrefTo('chat'));
    setUndecided(false);
  }, [isUndecided, isPending, isEmpty]);
  return isUndecided && namesNoView(shownHash());
}
