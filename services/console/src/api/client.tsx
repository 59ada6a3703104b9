import { Crumbtrail, isApiError } from '@crumbtrail/client';
import type { Identity } from '@crumbtrail/contracts';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** Somebody who has shown a key that is valid. */
export interface SignedInUser {
  readonly key: string;
  readonly identity: Identity;
}

interface ApiAccess {
  readonly client: Crumbtrail;
  readonly identity: Identity;
  readonly turnedAway: (error: unknown) => void;
}

const ApiAccessContext = createContext<ApiAccess | null>(null);

function useApiAccess(): ApiAccess {
  const access = useContext(ApiAccessContext);
  if (!access) throw new Error('This stands outside of <ClientProvider>: nobody has shown a key here.');
  return access;
}

/** The API's client, with the key of who looks. */
export const useClient = (): Crumbtrail => useApiAccess().client;

/** Who looks. */
export const useIdentity = (): Identity => useApiAccess().identity;

/** Tell it of an error that came by another way than a query: a key that is not valid any more leads back to the key form. */
export const useReportApiError = (): ((error: unknown) => void) => useApiAccess().turnedAway;

/** A client for the gateway that this page came from. */
export const createClient = (key: string): Crumbtrail => new Crumbtrail({ url: location.origin, key });

const RETRIES = 2;

function createQueryClient(turnedAway: (error: unknown) => void): QueryClient {
  const retry = (count: number, error: unknown): boolean =>
    count < RETRIES && !(isApiError(error) && error.status < 500);
  return new QueryClient({
    queryCache: new QueryCache({ onError: turnedAway }),
    defaultOptions: { queries: { retry, staleTime: 5_000, refetchOnWindowFocus: false } },
  });
}

/** Gives everything below it the client, the cache of what was asked, and who looks. */
export function ClientProvider(props: {
  readonly visitor: SignedInUser;
  readonly onTurnedAway: (why: string) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { visitor, onTurnedAway, children } = props;
  const access = useMemo(() => {
    const turnedAway = (error: unknown): void => {
      if (isApiError(error, 401)) onTurnedAway(error.message);
    };
    return {
      client: createClient(visitor.key),
      identity: visitor.identity,
      turnedAway,
      cache: createQueryClient(turnedAway),
    };
  }, [visitor, onTurnedAway]);
  return (
    <ApiAccessContext value={access}>
      <QueryClientProvider client={access.cache}>{children}</QueryClientProvider>
    </ApiAccessContext>
  );
}
