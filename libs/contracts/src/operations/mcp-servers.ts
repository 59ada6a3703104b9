import { z } from 'zod';
import type { McpConnectionV1 } from '../generated/types';
import { BREADCRUMB_STORE, GATEWAY, TOOL_RUNNER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name } from './request-fields';

/** An MCP server as an operator has saved it in a workspace. */
export interface SavedMcpServer {
  readonly workspace: string;
  readonly version: number;
  /** Without a `url` and a `command` it was removed. */
  readonly connection: McpConnectionV1;
}

/** Lists the MCP servers that operators have saved, removed ones too, in all workspaces of this store or in one of them. */
export const ListSavedMcpServers = defineOperation({
  name: 'store.list-saved-mcp-servers',
  service: BREADCRUMB_STORE,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({ only: name.optional() }),
  reply: replyOf<{ readonly servers: readonly SavedMcpServer[] }>(),
});

/** A tool that a server offers: its name here, and what it says of itself. */
export interface McpServerTool {
  readonly name: string;
  readonly description: string;
}

/** What the tool-runner knows of a server. */
export interface McpServerState {
  readonly name: string;
  /** Where it is configured. */
  readonly from: 'environment' | 'settings';
  /** The version of the saved setting that this is about; absent for one of the environment. */
  readonly version?: number;
  readonly kind: 'http' | 'stdio';
  readonly state: 'connecting' | 'connected' | 'unavailable';
  /** Why it is unavailable. */
  readonly trouble?: string;
  /** The last failure, also after it was connected again. */
  readonly last_error?: { readonly at: string; readonly message: string };
  /** The revision of the protocol that both sides speak. */
  readonly revision?: string;
  readonly tools: readonly McpServerTool[];
}

/** The servers of a workspace, and what may be saved there. */
export interface McpServersState {
  readonly servers: readonly McpServerState[];
  /** Whether operators of the workspace may save a command: the environment of the tool-runner says so. */
  readonly allows_commands: boolean;
  /** Whether operators of the workspace may save an address that is not public. */
  readonly allows_private: boolean;
}

/** Says how the MCP servers of a workspace are. */
export const ReadMcpServers = defineOperation({
  name: 'tool-runner.read-mcp-servers',
  service: TOOL_RUNNER,
  callers: [GATEWAY],
  role: null,
  request: z.object({ workspace: name }),
  reply: replyOf<McpServersState>(),
});

/** What came of connecting once to a server. */
export interface McpServerTrial {
  readonly ok: boolean;
  readonly latency_ms: number;
  /** Why it did not work, or what the server calls itself and which revision it speaks, in plain words. */
  readonly message: string;
  readonly tools: readonly McpServerTool[];
}

/** Connects once to a server and lists its tools. Nothing is stored, and no tool is called. */
export const TryMcpServer = defineOperation({
  name: 'tool-runner.try-mcp-server',
  service: TOOL_RUNNER,
  callers: [GATEWAY],
  role: null,
  request: z.object({
    workspace: name,
    connection: z.custom<McpConnectionV1>((value) => typeof value === 'object' && value !== null),
    timeout_ms: z.int().min(1_000).max(60_000),
  }),
  reply: replyOf<McpServerTrial>(),
});
export type TryMcpServerRequest = RequestOf<typeof TryMcpServer>;
