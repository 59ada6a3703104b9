import type { Crumbtrail } from '@crumbtrail/client';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient, useIdentity, useReportApiError } from '../../../api/client';

/** The MCP servers of the workspace. */
export type ShownServers = Awaited<ReturnType<Crumbtrail['mcpServers']>>;

/** One of them. */
export type ShownServer = ShownServers['servers'][number];

/** What is saved or tried: the name, and the rest of the server. */
export type ServerDraft = Parameters<Crumbtrail['saveMcpServer']>;

/** What came of connecting once. */
export type TriedServer = Awaited<ReturnType<Crumbtrail['testMcpServer']>>;

/** Who has changed one. */
export type ServerHistory = Awaited<ReturnType<Crumbtrail['mcpServerHistory']>>;

const SERVERS = ['settings', 'mcp-servers'];
const REFRESH_MS = 5_000;
/** While a server is being connected. */
const SOON_MS = 700;

const isConnecting = (data: ShownServers | undefined): boolean =>
  data?.servers.some(({ state }) => state === 'connecting') === true;

/** The MCP servers of the workspace, followed while the page is open; not read by those who may not. */
export function useMcpServers(): UseQueryResult<ShownServers> {
  const client = useClient();
  const { role } = useIdentity();
  return useQuery({
    queryKey: SERVERS,
    queryFn: () => client.mcpServers(),
    enabled: role === 'operator',
    refetchInterval: ({ state }) => (isConnecting(state.data) ? SOON_MS : REFRESH_MS),
  });
}

/** Who has changed a server. */
export function useServerHistory(name: string, version: number | undefined): UseQueryResult<ServerHistory> {
  const client = useClient();
  return useQuery({ queryKey: [...SERVERS, name, version], queryFn: () => client.mcpServerHistory(name) });
}

function useChange<Input>(
  change: (input: Input) => Promise<ShownServer>,
): UseMutationResult<ShownServer, Error, Input> {
  const cache = useQueryClient();
  return useMutation<ShownServer, Error, Input>({
    mutationFn: change,
    onSuccess: () => cache.invalidateQueries({ queryKey: SERVERS }),
    onError: useReportApiError(),
  });
}

/** Adds or changes a server, which is connected at once. */
export function useSaveServer(): UseMutationResult<ShownServer, Error, ServerDraft> {
  const client = useClient();
  return useChange((draft: ServerDraft) => client.saveMcpServer(...draft));
}

/** Removes a server. */
export function useRemoveServer(): UseMutationResult<ShownServer, Error, string> {
  const client = useClient();
  return useChange((name: string) => client.removeMcpServer(name));
}

/** Connects to a server once; stores nothing. */
export function useTestServer(): UseMutationResult<TriedServer, Error, ServerDraft> {
  const client = useClient();
  return useMutation<TriedServer, Error, ServerDraft>({
    mutationFn: (draft) => client.testMcpServer(...draft),
    onError: useReportApiError(),
  });
}
