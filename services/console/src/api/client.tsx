import { Crumbtrail, isApiError } from '@crumbtrail/client';
import type { Identity } from '@crumbtrail/contracts';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CONSOLE_PROOF_HEADER } from '@crumbtrail/contracts/http/console-page';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** What a page signs in with: an API key, or the proof of this browser's session, which has a cookie too. */
export type Credential = { readonly key: string } | { readonly proof: string };

/** The signed-in user, and how. */
export interface SignedInUser {
  readonly credential: Credential;
  readonly identity: Identity;
}

interface ApiAccess {
  readonly client: Crumbtrail;
  readonly identity: Identity;
  readonly reportError: (error: unknown) => void;
}

const ApiAccessContext = createContext<ApiAccess | null>(null);

function useApiAccess(): ApiAccess {
  const access = useContext(ApiAccessContext);
  if (!access) throw new Error('useClient and its siblings must be used inside of <ClientProvider>.');
  return access;
}

/** The API client of the signed-in user. */
export const useClient = (): Crumbtrail => useApiAccess().client;

/** The identity of the signed-in user. */
export const useIdentity = (): Identity => useApiAccess().identity;

/** A function to report API errors outside of queries: an invalid key signs the user out. */
export const useReportApiError = (): ((error: unknown) => void) => useApiAccess().reportError;

/** Creates a client for the gateway that serves this page. */
export function createClient(credential: Credential): Crumbtrail {
  const url = location.origin;
  if ('key' in credential) return new Crumbtrail({ url, key: credential.key });
  const fetchWithProof: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(CONSOLE_PROOF_HEADER, credential.proof);
    return fetch(input, { ...init, headers });
  };
  return new Crumbtrail({ url, fetch: fetchWithProof });
}

const RETRIES = 2;

function createQueryClient(reportError: (error: unknown) => void): QueryClient {
  const retry = (count: number, error: unknown): boolean =>
    count < RETRIES && !(isApiError(error) && error.status < 500);
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportError }),
    defaultOptions: { queries: { retry, staleTime: 5_000, refetchOnWindowFocus: false } },
  });
}

/** Provides the API client, the identity and the query cache to the components below. */
export function ClientProvider(props: {
  readonly user: SignedInUser;
  readonly onUnauthorized: (reason: string) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { user, onUnauthorized, children } = props;
  const access = useMemo(() => {
    const reportError = (error: unknown): void => {
      if (isApiError(error, 401)) onUnauthorized(error.message);
    };
    return {
      client: createClient(user.credential),
      identity: user.identity,
      reportError,
      cache: createQueryClient(reportError),
    };
  }, [user, onUnauthorized]);
  return (
    <ApiAccessContext value={access}>
      <QueryClientProvider client={access.cache}>{children}</QueryClientProvider>
    </ApiAccessContext>
  );
}
