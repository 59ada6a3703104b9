import type { McpServerTrial } from '@crumbtrail/contracts/operations/mcp-servers';
import { lendingOf } from './definitions';
import { dialServer, type ConnectionEvents, type Dialled } from './dial-server';
import { explainFailure } from './failure';
import { describeTrouble, toOffered } from './held-server';
import { truncateUntrusted } from './lenient-schema';
import type { McpServer } from './servers-file';

/** A trial asks no person, and waits for no change. */
const SILENT: ConnectionEvents = {
  onTools: () => undefined,
  onClose: () => undefined,
  onTrouble: () => undefined,
  onInput: async () => ({ action: 'decline' }),
  onLine: () => undefined,
};

/** Asks a program for the newest revision first; one that ends at that is started once more. */
async function dialEither(server: McpServer, signal: AbortSignal): Promise<Dialled> {
  try {
    return await dialServer(server, SILENT, { newer: true, signal });
  } catch (error) {
    if (server.kind === 'http' || signal.aborted) throw error;
    return dialServer(server, SILENT, { newer: false, signal });
  }
}

function describeServer({ client, revision }: Dialled): string {
  const { name = 'the server', version = '' } = client.getServerVersion() ?? {};
  return truncateUntrusted(`${name} ${version}`.trim(), 120) + `, revision ${truncateUntrusted(revision, 40)}`;
}

/** Connects once to a server, lists its tools and disconnects. No tool is called. */
export async function tryServer(server: McpServer, timeoutMs: number): Promise<McpServerTrial> {
  const signal = AbortSignal.timeout(timeoutMs);
  const started = performance.now();
  const latency = (): number => Math.round(performance.now() - started);
  let dialled: Dialled | undefined;
  try {
    dialled = await dialEither(server, signal);
    const { lent } = lendingOf(server, await dialled.tools());
    const tools = lent.map(({ definition }) => toOffered(definition));
    return { ok: true, latency_ms: latency(), message: describeServer(dialled), tools };
  } catch (error) {
    const why = signal.aborted ? `It did not answer within ${timeoutMs / 1_000} s.` : explainFailure(error);
    return { ok: false, latency_ms: latency(), message: describeTrouble(why), tools: [] };
  } finally {
    await dialled?.close();
  }
}
